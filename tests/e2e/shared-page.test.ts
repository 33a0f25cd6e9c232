import { findStep } from '@/domain/checkout/steps'
import { tokenCookie } from '@/server/http/cookies'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, test } from '../support/fixtures'

const mark = 'Zarathustra'

/** What a visit can carry; each value contains the mark, or opens an order whose driver is Ana. */
const listVisits = (token: string): { search?: string; headers?: Record<string, string> }[] => [
  { search: `?email=${mark}&first_name=${mark}&gclid=${mark}&coupon=${mark}&utm_source=${mark}` },
  { search: `?state=${encodeURIComponent(JSON.stringify({ userCountry: mark }))}` },
  { search: `?token=${token}` },
  { headers: { cookie: `${tokenCookie}=${token}` } },
  { headers: { cookie: `_fbp=fb.1.1.${mark}; gclid=${mark}; language=${mark}` } },
  { headers: { 'user-agent': mark, referer: `https://example.com/${mark}` } },
  { headers: { 'accept-language': `en-${mark}, ${mark};q=0.9` } },
  { headers: { 'x-forwarded-for': mark, 'x-forwarded-host': `${mark}.example`, origin: mark } },
]

test('a first page that all visitors share contains nothing of a customer', async ({ product }) => {
  const address = `${product.origin}/checkouts${findStep('driver-details').route}`
  const token = await createCheckoutAt(product.origin, 'payment')
  for (const { search = '', headers = {} } of listVisits(token)) {
    // A page could be remembered by the first request and served by the second.
    for (const _ of [1, 2]) {
      await (await fetch(`${address}${search}`, { headers, redirect: 'manual' })).text()
      const html = await (await fetch(address)).text()
      expect(html).toContain('license_first_name')
      expect(html).not.toContain(mark)
      expect(html).not.toContain(token)
      expect(html).not.toContain('ana@example.com')
    }
  }
})

test('data for the router is never sent as the page, nor the page as data', async ({ product }) => {
  const { route } = findStep('driver-details')
  const load = async (path: string) => {
    // In a language of its own: no other visit has shared this page.
    const headers = { 'accept-language': 'de-LI' }
    const response = await fetch(`${product.origin}/checkouts${path}`, { headers })
    return { type: response.headers.get('content-type'), text: await response.text() }
  }
  const { text: anyPage } = await load('/help/')
  const [, build = ''] = /"buildId":"([^"]+)"/.exec(anyPage) ?? []
  const dataPath = `/_next/data/${build}${route.slice(0, -1)}.json`
  for (const _ of [1, 2]) {
    expect((await load(dataPath)).text).toMatch(/^\{"pageProps":/)
    expect((await load(route)).text).toMatch(/^<!DOCTYPE html>/)
  }
  expect((await load(dataPath)).type).toContain('application/json')
  expect((await load(route)).type).toContain('text/html')
})
