import { describe, expect, it } from 'vitest'
import { stepPage } from '@/server/pages/step-page'
import { callRoute } from '../support/call-route'
import { createFreePaidCheckout, readCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop()

const checkoutsRoute = '/backend/api/checkout/'
const driverDetails = stepPage('driver-details', ['driver-details'])
const path = '/checkouts/v2/driver-details/'
const maxBeginnings = 300

let addressCount = 0
const nextAddress = () => `198.51.100.${++addressCount}`

const begin = (from: string, cookie?: string) =>
  callRoute(checkoutsRoute, { method: 'POST', body: {}, from, headers: { cookie } })

/** An address that may begin no more checkouts, and the token of one that it began. */
async function useUpBeginnings(): Promise<{ from: string; token: string }> {
  const from = nextAddress()
  for (let count = 1; count < maxBeginnings; count += 1)
    expect((await begin(from)).status).toBe(200)
  return { from, token: (await begin(from)).body.token }
}

describe('too many checkouts from one network address', { timeout: 120_000 }, () => {
  it('are refused for a while; a browser with a checkout, and another address, are not', async () => {
    const { from, token } = await useUpBeginnings()
    const { status, body, headers } = await begin(from)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)

    const resumed = await begin(from, `userToken=${token}`)
    expect([resumed.status, resumed.body.token]).toEqual([200, token])
    const form = { email: 'ana@example.com' }
    expect((await renderPage(driverDetails, { path, token, form, from })).status).not.toBe(429)
    expect((await readCheckout(token)).body.state.customer.email).toBe('ana@example.com')
    expect((await begin(nextAddress())).status).toBe(200)

    shop.advanceClock(601_000)
    expect((await begin(from)).status).toBe(200)
  })

  it('show a page that says to wait, and pages that begin none are shown', async () => {
    const { from } = await useUpBeginnings()
    expect((await renderPage(driverDetails, { path, from })).status).toBe(200)

    const posted = await renderPage(driverDetails, { path, form: { first_name: 'Ana' }, from })
    expect(posted.status).toBe(429)
    expect(Number(posted.header('retry-after'))).toBeGreaterThan(0)
    expect(posted.text).toContain('Wait a few minutes, then try again.')
    expect(posted.cookies).toEqual([])

    const paid = await createFreePaidCheckout()
    const renewal = await renderPage(driverDetails, {
      path,
      query: { token: paid.token, renewal: 'true' },
      from,
    })
    expect(renewal.status).toBe(429)
    expect(renewal.text).toContain('Wait a few minutes')
  })
})
