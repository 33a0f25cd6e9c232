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

describe('what a link says of the way here', () => {
  it('is saved under the checkout’s own names', () => {
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

  it('changes nothing where it is empty', () => {
    expect(toTracking(parseClicks({ gclid: '', sub2: ' ', source: [] }))).toEqual({})
  })

  it('has the tracker’s click under its own name before the one it is handed on in', () => {
    expect(toTracking(parseClicks({ sub2: 'c', voluum_cid: 'v' }))).toEqual({ voluum_cid: 'v' })
  })

  it.each<[string, string | string[]]>([
    ['a script', '<script>alert(1)</script>'],
    ['lines of a header', 'a\r\nSet-Cookie: b=c'],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['nothing, by its number', 'a\0b'],
    ['half a character', 'a\ud800'],
    ['an email address', 'ana@example.com'],
    ['a cookie more', 'a%3Bb'],
    ['another site', '//evil.example/'],
  ])('is not saved when it is %s', (_, value) => {
    const query = Object.fromEntries(Object.keys(fullQuery).map(name => [name, value]))
    expect(toTracking(parseClicks(query))).toEqual({})
    expect(readLandingUrl('https://shop.example/checkouts/', query)).toBeNull()
  })

  it('is the first of two', () => {
    expect(parseClicks({ gclid: ['a', 'b'] })).toEqual({ gclid: 'a' })
  })
})

describe('the ad click that a browser keeps', () => {
  it('counts for 90 days', () => {
    const stored = JSON.stringify(buildAdClick(parseClicks(fullQuery), 0))
    expect(parseAdClick(stored, 90 * dayMs - 1)).toEqual({
      value: 'a',
      gclsrc: 'b',
      expiryDate: 90 * dayMs,
    })
    expect(parseAdClick(stored, 90 * dayMs)).toBeNull()
  })

  it('is none without one', () => {
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
  ])('is none when nobody here has written it: %s', stored => {
    expect(parseAdClick(stored, 0)).toBeNull()
  })
})

describe('the clicks that a browser keeps', () => {
  const landing = 'https://shop.example/checkouts/?gclid=a&utm_source=mail'
  const noClicks = { clicks: {}, landing: null }
  const stored = mergeClicks(noClicks, parseClicks(fullQuery), landing)

  it('are those but the ad click and the referral, which are kept by themselves', () => {
    const { gclid: _, gclsrc: __, ...clicks } = fullQuery
    expect(parseStoredClicks(stored)).toEqual({ clicks, landing })
  })

  it('stay where another link says nothing of them', () => {
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

  it('are not written again by the next page, or a reload', () => {
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
    'are none when nobody here has written them: %s',
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

  it('has what says where the customer comes from, and no more', () => {
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

  it('is none where nothing says so', () => {
    expect(readLandingUrl(page, { token: 'x', coupon: 'SAVE10' })).toBeNull()
    expect(readLandingUrl(page, {})).toBeNull()
  })
})

describe('the ids of Meta’s cookies', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'are those of their shape',
      { _fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn', _fbp: 'fb.1.1596403881668.1116446470' },
      { fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn', fbp: 'fb.1.1596403881668.1116446470' },
    ],
    ['are none without them', {}, {}],
    ['are none when they are empty', { _fbc: '', _fbp: '' }, {}],
    ['are none when they are something else', { _fbc: '<script>', _fbp: 'fb.1.x.y' }, {}],
    ['are none without end', { _fbp: `fb.1.1.${'1'.repeat(4_000)}` }, {}],
  ])('%s', (_, cookies, ids) => {
    expect(parseMetaIds(name => cookies[name])).toEqual(ids)
  })
})
