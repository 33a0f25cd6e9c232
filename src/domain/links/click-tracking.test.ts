import { describe, expect, it } from 'vitest'
import {
  buildAdClick,
  mergeClicks,
  parseAdClick,
  parseMetaIds,
  parseStoredClicks,
  toTracking,
} from '@/domain/links/click-tracking'
import { parseLaunch, type Query, readLandingUrl } from '@/domain/links/launch-params'

const parseClicks = (query: Query) => parseLaunch(query).clicks
const dayMs = 86_400_000

const fullQuery = {
  gclid: 'a',
  gclsrc: 'b',
  sub2: 'c',
  offer_id: '1',
  aff_click_id: '2',
  affiliate_id: '3',
  source: '4',
  transaction_id: '5',
  msclkid: 'd',
}

describe('a link’s click', () => {
  it('is stored in the checkout’s own fields', () => {
    expect(toTracking(parseClicks(fullQuery), 'https://shop.example/checkouts/?gclid=a')).toEqual({
      gclid: 'a',
      voluum_cid: 'c',
      tune_offer_id: '1',
      tune_aff_click_id: '2',
      tune_affiliate_id: '3',
      tune_source: '4',
      tune_transaction_id: '5',
      affiliate_meta: { msclkid: 'd' },
      tracking_url: 'https://shop.example/checkouts/?gclid=a',
    })
  })

  it('changes nothing if it is empty', () => {
    expect(toTracking(parseClicks({ gclid: '', sub2: ' ', source: [] }))).toEqual({})
  })

  it('uses `voluum_cid` before `sub2`', () => {
    expect(toTracking(parseClicks({ sub2: 'c', voluum_cid: 'v' }))).toEqual({ voluum_cid: 'v' })
  })

  it.each<[string, string | string[]]>([
    ['a script', '<script>alert(1)</script>'],
    ['a header injection', 'a\r\nSet-Cookie: b=c'],
    ['too long', 'x'.repeat(10_000)],
    ['a text with NUL', 'a\0b'],
    ['a lone surrogate', 'a\ud800'],
    ['an email address', 'ana@example.com'],
    ['an encoded semicolon', 'a%3Bb'],
    ['another site', '//evil.example/'],
  ])('is not stored if it is %s', (_, value) => {
    const query = Object.fromEntries(Object.keys(fullQuery).map(name => [name, value]))
    expect(toTracking(parseClicks(query))).toEqual({})
    expect(readLandingUrl('https://shop.example/checkouts/', query)).toBeNull()
  })

  it('is the first of two values', () => {
    expect(parseClicks({ gclid: ['a', 'b'] })).toEqual({ gclid: 'a' })
  })
})

describe('the stored ad click', () => {
  it('counts for 90 days', () => {
    const stored = JSON.stringify(buildAdClick(parseClicks(fullQuery), 0))
    expect(parseAdClick(stored, 90 * dayMs - 1)).toEqual({
      value: 'a',
      gclsrc: 'b',
      expiryDate: 90 * dayMs,
    })
    expect(parseAdClick(stored, 90 * dayMs)).toBeNull()
  })

  it('is null without a gclid', () => {
    expect(buildAdClick(parseClicks({ gclsrc: 'aw.ds' }), 0)).toBeNull()
  })

  it.each([
    [undefined],
    ['a'],
    ['null'],
    ['{"value":"a"}'],
    ['{"value":"<b>","expiryDate":1000}'],
    ['{"value":["a"],"expiryDate":1000}'],
    ['{"value":"a","expiryDate":"9999999999999"}'],
    ['{"value":"a","expiryDate":9999999999999}'],
  ])('is null if the cookie is malformed: %s', stored => {
    expect(parseAdClick(stored, 0)).toBeNull()
  })
})

describe('the stored clicks', () => {
  const landing = 'https://shop.example/checkouts/?gclid=a&utm_source=mail'
  const noClicks = { clicks: {}, landing: null }
  const stored = mergeClicks(noClicks, parseClicks(fullQuery), landing)

  it('exclude the ad click and the referral, which have cookies of their own', () => {
    const { gclid: _, gclsrc: __, ...clicks } = fullQuery
    expect(parseStoredClicks(stored)).toEqual({ clicks, landing })
  })

  it('stay if another link does not have them', () => {
    const next = mergeClicks(
      parseStoredClicks(stored),
      parseClicks({ source: 'news', sub2: '' }),
      null,
    )
    expect(parseStoredClicks(next)).toEqual({
      clicks: { ...parseStoredClicks(stored).clicks, source: 'news' },
      landing,
    })
  })

  it('are not written again on the next page or a reload', () => {
    const current = parseStoredClicks(stored)
    const stepUrl = landing.replace('/checkouts/', '/checkouts/v2/driver-details/')
    expect(mergeClicks(current, parseClicks(fullQuery), stepUrl)).toBeUndefined()
    expect(
      mergeClicks(current, {}, 'https://shop.example/checkouts/?utm_source=mail'),
    ).toBeUndefined()
    expect(mergeClicks(current, {}, null)).toBeUndefined()
    expect(mergeClicks(noClicks, {}, null)).toBeUndefined()
  })

  it.each([['{'], ['7'], ['{"offer_id":"<b>","sub2":{},"tracking_url":"javascript:alert(1)"}']])(
    'are empty if the cookie is malformed: %s',
    text => {
      expect(parseStoredClicks(text)).toEqual(noClicks)
    },
  )

  it('fit into a cookie', () => {
    const longQuery = Object.fromEntries(
      Object.keys(fullQuery).map(name => [
        name,
        name === 'gclid' ? 'g'.repeat(255) : '='.repeat(100),
      ]),
    )
    const longestCookie = mergeClicks(
      noClicks,
      parseClicks(longQuery),
      `https://shop.example/?${'a=%2F&'.repeat(90)}`.slice(0, 400),
    )
    expect(encodeURIComponent(longestCookie ?? '').length).toBeLessThan(4_000)
  })
})

describe('the landing address', () => {
  const page = 'https://shop.example/checkouts/v2/driver-details/'

  it('has the attribution parameters only', () => {
    const query = {
      token: 'x'.repeat(43),
      'partner-token': 'y'.repeat(43),
      state: '{"destinations":["es"]}',
      email: 'ana@example.com',
      utm_content: 'ana@example.com',
      utm_source: 'mail & more',
      utm_medium: 'news letter',
      referralCode: 'ANNA',
      gclid: 'a',
    }
    expect(readLandingUrl(page, query)).toBe(`${page}?gclid=a&utm_medium=news+letter`)
  })

  it('is null without attribution parameters', () => {
    expect(readLandingUrl(page, { token: 'x', coupon: 'SAVE10' })).toBeNull()
    expect(readLandingUrl(page, {})).toBeNull()
  })
})

describe('the ids of Meta’s cookies', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'are read if they are well-formed',
      { _fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn', _fbp: 'fb.1.1596403881668.1116446470' },
      { fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn', fbp: 'fb.1.1596403881668.1116446470' },
    ],
    ['are empty without the cookies', {}, {}],
    ['are empty if the cookies are empty', { _fbc: '', _fbp: '' }, {}],
    ['are empty if they are malformed', { _fbc: '<script>', _fbp: 'fb.1.x.y' }, {}],
    ['are empty if they are too long', { _fbp: `fb.1.1.${'1'.repeat(4_000)}` }, {}],
  ])('%s', (_, cookies, ids) => {
    expect(parseMetaIds(name => cookies[name])).toEqual(ids)
  })
})
