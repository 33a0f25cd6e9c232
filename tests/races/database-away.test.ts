import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { getServerSideProps as driverPage } from '@/pages/v2/driver-details'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { openTestBackend, type TestBackend } from '../support/backend'
import { callRoute, type Reply } from '../support/call-route'
import {
  createPayableCheckout,
  createPaypalOrder,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy'
import { type Provider, startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { createTranslate } from '../support/texts'
import { copyTemplateDatabase } from '../support/with-shop'

let proxy: PostgresProxy
let provider: Provider
let shop: TestBackend
beforeAll(async () => {
  proxy = await startPostgresProxy(inject('postgresUrl'))
})
beforeEach(async () => {
  provider = await startProvider()
  // The outcome comes from the call and the sweeper, not from an event.
  await provider.addFaults({ fault: 'hold_webhooks' })
  const databaseUrl = proxy.proxyUrl(await copyTemplateDatabase())
  shop = await openTestBackend({ databaseUrl, sandboxUrl: provider.url })
})
afterEach(async () => {
  proxy.setState('open')
  await provider.clearFaults()
  await expectNothingLost(shop, provider)
  await shop.close()
  await provider.stop()
})
afterAll(() => proxy.stop())

const checkReady = () => callRoute('/api/ready/')

const expectUnavailable = ({ status, headers, body, text }: Reply) => {
  expect([status, headers['retry-after']], text).toEqual([503, 5])
  expect(body).toEqual({
    detail: 'The shop is not available for a moment. Try again shortly.',
    code: 'temporarily_unavailable',
    request_id: expect.any(String),
  })
}

describe.each(['refuse', 'hang'] as const)('while the connections to the database %s', state => {
  it('every call answers 503, and the shop is ready again afterwards', async () => {
    const checkout = await createPayableCheckout()
    const { token, version, order } = checkout
    expect((await checkReady()).status).toBe(200)
    proxy.setState(state)
    const replies = await Promise.all([
      checkReady(),
      readCheckout(token),
      startCheckoutWithoutCheck(),
      saveCheckout(token, version, { step: 4 }),
      pay(checkout),
      createPaypalOrder(checkout),
      finishPayment(token, order?.id ?? 'none'),
    ])
    for (const reply of replies) expectUnavailable(reply)
    proxy.setState('open')
    await expect.poll(async () => (await checkReady()).status, { timeout: 20_000 }).toBe(200)
    expect((await saveCheckout(token, version, { step: 4 })).status).toBe(200)
  })
})

const startCheckoutWithoutCheck = () =>
  callRoute('/backend/api/checkout/', { method: 'POST', body: { state: {} } })

it.each(['en', 'de', 'ar'])('a page says in %s that the shop will be back', async language => {
  const { token } = await startCheckout()
  const translate = createTranslate(language)
  const request = { token, headers: { 'accept-language': language } }
  proxy.setState('refuse')
  const page = await renderPage(driverPage, request)
  expect([page.status, page.header('retry-after')]).toEqual([503, '5'])
  expect(page.text).toContain(translate('refused:unavailable_title'))
  expect(page.text).toContain(translate('refused:unavailable'))
  expect(page.text).not.toContain(translate('refused:unsaved'))
  const posted = await renderPage(driverPage, { ...request, form: { email: 'ana@example.com' } })
  expect([posted.status, posted.header('retry-after')]).toEqual([503, '5'])
  expect(posted.text).toContain(translate('refused:unsaved'))
})

/** Cuts the database off once the provider has answered this call. */
function cutOffAfter(gateway: 'stripe' | 'paypal', call: 'charge' | 'capture'): void {
  const original = shop.backend[gateway] as unknown as Record<string, (...args: never[]) => unknown>
  const callAndCutOff = async (...args: never[]) => {
    const outcome = await original[call]?.(...args)
    proxy.setState('refuse')
    return outcome
  }
  Object.assign(shop.backend, { [gateway]: { ...original, [call]: callAndCutOff } })
}

describe('when the database goes away between the provider’s answer and its settlement', () => {
  const sweepLater = async () => {
    proxy.setState('open')
    shop.advanceClock(60_000)
    await sweep(shop.backend)
  }
  const listCharges = async () => (await provider.movements()).map(({ kind }) => kind)

  it('a charged card is being checked, and the sweeper settles it', async () => {
    const checkout = await createPayableCheckout()
    cutOffAfter('stripe', 'charge')
    const { status, body } = await pay(checkout)
    expect([status, body.status]).toEqual([200, 'checking'])
    await sweepLater()
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await listCharges()).toEqual(['charge'])
  })

  it('a declined card is declined, and can be tried again', async () => {
    const checkout = await createPayableCheckout()
    cutOffAfter('stripe', 'charge')
    const declined = await pay(checkout, 'pm_card_chargeDeclined')
    expect([declined.status, declined.body.code]).toEqual([402, 'declined'])
    await sweepLater()
    expect((await readCheckout(checkout.token)).body.status).toBe('processing')
    expect(await listCharges()).toEqual([])
  })

  it('a captured PayPal order is being checked, and the sweeper settles it', async () => {
    const checkout = await createPayableCheckout()
    const { body: paypalOrder } = await createPaypalOrder(checkout)
    await provider.approve(paypalOrder.id)
    cutOffAfter('paypal', 'capture')
    const { status, body } = await finishPayment(checkout.token, paypalOrder.order.id)
    expect([status, body.outcome]).toEqual([200, 'checking'])
    await sweepLater()
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await listCharges()).toEqual(['charge'])
  })
})
