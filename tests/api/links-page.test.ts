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
// What earlier tests have counted is long ago.
beforeEach(() => shop.advanceClock((recentDays + 2) * dayMs))

/** Asks for the page with its forms filled in. */
async function renderLinksPage(query: Record<string, string | string[]> = {}, from?: string) {
  const page = getServerSideProps as unknown as GetServerSideProps<never>
  const seen = await renderPage(page, { path: '/links/', query, ...(from && { from }) })
  return { ...seen, props: seen.props as unknown as LinksProps }
}

const checkLink = async (link: string) => (await renderLinksPage({ link })).props.checked

describe('the page on which links are tried out', () => {
  it('is not there in a shop that does not have it', async () => {
    const open = { ...shop.backend.env }
    shop.backend.env.hasLinkChecker = false
    const context = { req: { headers: {} }, res: { setHeader: () => undefined }, query: {} }
    const answer = await getServerSideProps({
      ...context,
      resolvedUrl: '/links/',
    } as unknown as GetServerSidePropsContext)
    shop.backend.env.hasLinkChecker = open.hasLinkChecker
    expect(answer).toEqual({ notFound: true })
  })

  it('is not to be listed, and runs nobody’s script', async () => {
    const seen = await renderLinksPage()
    expect(seen.header('x-robots-tag')).toBe('noindex, nofollow')
    expect(seen.props.checked).toBeNull()
    expect(seen.cookies).toEqual([])
  })

  it('says of every parameter what it does, and how an order begins by it', async () => {
    const state = encodeURIComponent('{"selectedLicense":45}')
    const link = `https://shop.example/checkouts/?coupon=WELCOME10&state=${state}&fbclid=x`
    const found = await checkLink(link)
    expect(found?.parameters.map(({ name, isTaken }) => [name, isTaken])).toEqual([
      ['coupon', true],
      ['state', true],
      ['fbclid', false],
    ])
    expect(found?.begins).toMatchObject({ currency: 'USD', total: expect.any(Number) })
    expect(found?.begins?.plan).toMatch(/digital/i)
  })

  it.each([
    '?coupon=A',
    '/checkouts/?coupon=A',
    'https://shop.example/checkouts/v2/shipping/?coupon=A',
    'https://shop.example/checkouts-new/driver-details/?coupon=A',
    '/checkouts-new?coupon=A',
  ])('takes an address as it is found: %s', async link => {
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
  ])('leads nowhere but to this shop: %s', async link => {
    const nothing = { leadsTo: 'elsewhere', parameters: [], begins: null }
    expect(await checkLink(link)).toMatchObject(nothing)
  })

  it.each(['/checkouts/no-such-page/?coupon=A', '/checkouts/help/?coupon=A'])(
    'says where nothing of it is read: %s',
    async link => {
      const nothing = { leadsTo: 'page', parameters: [], begins: null }
      expect(await checkLink(link)).toMatchObject(nothing)
    },
  )

  it('says which parts of a state the order has otherwise', async () => {
    const state = JSON.stringify({
      selectedLicense: 45,
      travelItemsInCart: [{ item_id: 1, quantity: 2 }],
      destinations: ['fr'],
    })
    const told = async (more = '') =>
      (await checkLink(`?state=${encodeURIComponent(state)}${more}`))?.parameters[0]
    expect(await told()).toMatchObject({
      says: 'statePartly',
      words: { others: 'travelItemsInCart' },
    })
    expect((await told('&products=40'))?.words.others).toContain('selectedLicense')
  })

  it('makes a link of what is filled in', async () => {
    const { props } = await renderLinksPage({ coupon: 'A', plan: '45', flags: ['simple-flow'] })
    const url = new URL(props.checked?.link ?? '')
    expect(url.origin + url.pathname).toBe('https://shop.example/checkouts/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      coupon: 'A',
      'simple-flow': '1',
      state: '{"selectedLicense":45}',
    })
  })

  it('begins no order, counts nothing and gives no cookie', async () => {
    const before = await shop.readRows()
    await renderLinksPage({ link: '?state=%7B&products=pizza&coupon=SPRINGDEAL' })
    expect(await shop.readRows()).toEqual(before)
    expect(await listRejections(shop.backend)).toEqual([])
  })
})

describe('a code in a link that is tried out', () => {
  it('is told as the box for codes tells it', async () => {
    expect((await checkLink('?coupon=NOSUCHCODE'))?.coupon).toBe('unknown')
    expect((await checkLink('?coupon=fromidawithlove'))?.coupon).toBeNull()
  })

  it('is a guess like any other: who invents too many is told nothing more', async () => {
    const from = '192.0.2.77'
    const verdict = async (code: string) =>
      (await renderLinksPage({ link: `?coupon=${code}` }, from)).props.checked?.coupon
    for (let guess = 0; guess < 60; guess += 1)
      expect(await verdict(`GUESS${guess}`)).toBe('unknown')
    expect(await verdict('GUESS60')).toBe('limited')
    expect(await verdict('EVERYTHINGFREE')).toBe('limited')
  })

  it('takes no tries from customers of the same network', async () => {
    const from = '192.0.2.78'
    for (let guess = 0; guess <= 60; guess += 1)
      await renderLinksPage({ link: `?coupon=LOOK${guess}` }, from)
    const { props } = await renderPage(stepOne, { query: { coupon: 'CART20' }, from })
    expect(props?.notice).toBeNull()
    expect(props?.checkout.state.coupons_found.map(({ name }) => name)).toContain('CART20')
  })
})

describe('links that customers open', () => {
  const counted = async () =>
    (await listRejections(shop.backend)).map(({ reason, today, lately }) => [reason, today, lately])

  it('are counted by what was not taken of them', async () => {
    for (const state of ['{', '[1]', '{"userCountry":"moon"}'])
      await renderPage(stepOne, { query: { state } })
    await startCheckout({}, { body: { launch: { products: 'pizza', offer_id: '<b>' } } })
    await vi.waitFor(async () =>
      expect((await counted()).sort()).toEqual([
        ['clicks', 1, 1],
        ['products', 1, 1],
        ['state.json', 2, 2],
        ['state.userCountry', 1, 1],
      ]),
    )
    const { props } = await renderLinksPage()
    expect(props.rejections[0]).toEqual({ reason: 'state.json', today: 2, lately: 2 })
  })

  it('are told for a month, and kept for as long as marketing compares', async () => {
    const opened = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        await startCheckout({}, { body: { launch: { offer_id: '<b>' } } })
      await vi.waitFor(async () => expect(await counted()).toEqual([['clicks', times, times]]))
    }
    await opened(1)
    shop.advanceClock(370 * dayMs)
    await opened(2)
    shop.advanceClock((recentDays + 1) * dayMs)
    await opened(3)
    shop.advanceClock(dayMs)
    expect(await counted()).toEqual([['clicks', 0, 3]])
    await runRetention(shop.backend)
    const left = await shop.backend.db.select().from(linkRejections)
    expect(left.map(({ count }) => count).sort()).toEqual([2, 3])
  })
})
