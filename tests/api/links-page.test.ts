import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { recentDays } from '@/domain/links/link-check'
import { getServerSideProps } from '@/pages/links'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { linkRejections } from '@/server/db/tables/counters'
import { runRetention } from '@/server/jobs/retention'
import { listRejections } from '@/server/limits/link-rejection-counter'
import type { LinksProps } from '@/server/pages/links-page'
import { startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const dayMs = 24 * 60 * 60_000

const shop = withShop({ variables: { LINK_CHECKER: 'on' } })
// Moves the counts of earlier tests out of the recent period.
beforeEach(() => shop.advanceClock((recentDays + 2) * dayMs))

/** Renders the page with these form values. */
async function renderLinksPage(query: Record<string, string | string[]> = {}, from?: string) {
  const page = getServerSideProps as unknown as GetServerSideProps<never>
  const response = await renderPage(page, { path: '/links/', query, ...(from && { from }) })
  return { ...response, props: response.props as unknown as LinksProps }
}

const checkLink = async (link: string) => (await renderLinksPage({ link })).props.checked

describe('the link checker page', () => {
  it('returns 404 in a shop without it', async () => {
    const originalEnv = { ...shop.backend.env }
    shop.backend.env.hasLinkChecker = false
    const context = { req: { headers: {} }, res: { setHeader: () => undefined }, query: {} }
    const result = await getServerSideProps({
      ...context,
      resolvedUrl: '/links/',
    } as unknown as GetServerSidePropsContext)
    shop.backend.env.hasLinkChecker = originalEnv.hasLinkChecker
    expect(result).toEqual({ notFound: true })
  })

  it('is not indexed and sets no cookie', async () => {
    const response = await renderLinksPage()
    expect(response.header('x-robots-tag')).toBe('noindex, nofollow')
    expect(response.props.checked).toBeNull()
    expect(response.cookies).toEqual([])
  })

  it('explains every parameter and shows the resulting order', async () => {
    const state = encodeURIComponent('{"selectedLicense":45}')
    const link = `https://shop.example/checkouts/?coupon=WELCOME10&state=${state}&fbclid=x`
    const result = await checkLink(link)
    expect(result?.parameters.map(({ name, isTaken }) => [name, isTaken])).toEqual([
      ['coupon', true],
      ['state', true],
      ['fbclid', false],
    ])
    expect(result?.begins).toMatchObject({ currency: 'USD', total: expect.any(Number) })
    expect(result?.begins?.plan).toMatch(/digital/i)
  })

  it.each([
    '?coupon=A',
    '/checkouts/?coupon=A',
    'https://shop.example/checkouts/v2/shipping/?coupon=A',
    'https://shop.example/checkouts-new/driver-details/?coupon=A',
    '/checkouts-new?coupon=A',
  ])('accepts an address in any form: %s', async link => {
    expect((await checkLink(link))?.parameters.map(({ name }) => name)).toEqual(['coupon'])
  })

  it.each([
    'https://evil.example/checkouts/?coupon=A',
    'javascript:alert(1)',
    '//evil.example/checkouts/',
    'https://shop.example/elsewhere/?coupon=A',
    'https://shop.example@evil.example/checkouts/',
    'https://somebody@shop.example/checkouts/',
    'http://[',
  ])('never leads to another site: %s', async link => {
    const expected = { leadsTo: 'elsewhere', parameters: [], begins: null }
    expect(await checkLink(link)).toMatchObject(expected)
  })

  it.each(['/checkouts/no-such-page/?coupon=A', '/checkouts/help/?coupon=A'])(
    'reports a page that reads no parameters: %s',
    async link => {
      const expected = { leadsTo: 'page', parameters: [], begins: null }
      expect(await checkLink(link)).toMatchObject(expected)
    },
  )

  it('names the parts of a state that the order does not have', async () => {
    const state = JSON.stringify({
      selectedLicense: 45,
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
      destinations: ['fr'],
    })
    const checkState = async (extraQuery = '') =>
      (await checkLink(`?state=${encodeURIComponent(state)}${extraQuery}`))?.parameters[0]
    expect(await checkState()).toMatchObject({
      says: 'statePartly',
      words: { others: 'travelItemsInCart' },
    })
    expect((await checkState('&products=40'))?.words.others).toContain('selectedLicense')
  })

  it('builds a link from the form', async () => {
    const { props } = await renderLinksPage({ coupon: 'A', plan: '45', flags: ['simple-flow'] })
    const url = new URL(props.checked?.link ?? '')
    expect(url.origin + url.pathname).toBe('https://shop.example/checkouts/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      coupon: 'A',
      'simple-flow': '1',
      state: '{"selectedLicense":45}',
    })
  })

  it('creates no order, counts nothing and sets no cookie', async () => {
    const before = await shop.readRows()
    await renderLinksPage({ link: '?state=%7B&products=pizza&coupon=SPRINGDEAL' })
    expect(await shop.readRows()).toEqual(before)
    expect(await listRejections(shop.backend)).toEqual([])
  })
})

describe('a coupon code in a checked link', () => {
  it('gets the same verdict as in the coupon box', async () => {
    expect((await checkLink('?coupon=NOSUCHCODE'))?.coupon).toBe('unknown')
    expect((await checkLink('?coupon=fromidawithlove'))?.coupon).toBeNull()
  })

  it('counts as a guess: after too many there is no verdict', async () => {
    const from = '192.0.2.77'
    const checkCoupon = async (code: string) =>
      (await renderLinksPage({ link: `?coupon=${code}` }, from)).props.checked?.coupon
    for (let guess = 0; guess < 60; guess += 1)
      expect(await checkCoupon(`GUESS${guess}`)).toBe('unknown')
    expect(await checkCoupon('GUESS60')).toBe('limited')
    expect(await checkCoupon('EVERYTHINGFREE')).toBe('limited')
  })

  it('does not use up the guesses of customers in the same network', async () => {
    const from = '192.0.2.78'
    for (let guess = 0; guess <= 60; guess += 1)
      await renderLinksPage({ link: `?coupon=LOOK${guess}` }, from)
    const { props } = await renderPage(stepOne, { query: { coupon: 'CART20' }, from })
    expect(props?.notice).toBeNull()
    expect(props?.checkout.state.coupons_found.map(({ name }) => name)).toContain('CART20')
  })
})

describe('links opened by customers', () => {
  const countRejections = async () =>
    (await listRejections(shop.backend)).map(({ reason, today, lately }) => [reason, today, lately])

  it('are counted by their rejected parameters', async () => {
    for (const state of ['{', '[1]', '{"userCountry":"moon"}'])
      await renderPage(stepOne, { query: { state } })
    await startCheckout({}, { body: { launch: { products: 'pizza', offer_id: '<b>' } } })
    await vi.waitFor(async () =>
      expect((await countRejections()).sort()).toEqual([
        ['clicks', 1, 1],
        ['products', 1, 1],
        ['state.json', 2, 2],
        ['state.userCountry', 1, 1],
      ]),
    )
    const { props } = await renderLinksPage()
    expect(props.rejections[0]).toEqual({ reason: 'state.json', today: 2, lately: 2 })
  })

  it('are listed for a month, and their counts are deleted after the retention time', async () => {
    const openLinks = async (count: number) => {
      for (let index = 0; index < count; index += 1)
        await startCheckout({}, { body: { launch: { offer_id: '<b>' } } })
      await vi.waitFor(async () =>
        expect(await countRejections()).toEqual([['clicks', count, count]]),
      )
    }
    await openLinks(1)
    shop.advanceClock(370 * dayMs)
    await openLinks(2)
    shop.advanceClock((recentDays + 1) * dayMs)
    await openLinks(3)
    shop.advanceClock(dayMs)
    expect(await countRejections()).toEqual([['clicks', 0, 3]])
    await runRetention(shop.backend)
    const remainingRows = await shop.backend.db.select().from(linkRejections)
    expect(remainingRows.map(({ count }) => count).sort()).toEqual([2, 3])
  })
})
