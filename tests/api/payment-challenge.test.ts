import { afterEach, describe, expect, it } from 'vitest'
import { sweep } from '@/server/jobs/sweep-open-payments'
import { listAttempts } from '../support/backend'
import {
  createPayableCheckout,
  finishPayment,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const minuteMs = 60_000

describe('3-D Secure', () => {
  const card = 'pm_card_authenticationRequired'

  it('asks the customer, and is paid once they agreed', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, card)
    expect(status).toBe(200)
    expect(body.status).toBe('requires_action')
    const waiting = await finishPayment(checkout.token, body.order.id)
    expect(waiting.body.outcome).toBe('waiting')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const done = await finishPayment(checkout.token, body.order.id)
    expect(done.body).toMatchObject({ outcome: 'done', reason: null, total: 113, currency: 'USD' })
  })

  it('refused by the customer charges nothing, and another card may pay', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    const refused = await finishPayment(checkout.token, body.order.id)
    expect(refused.body).toMatchObject({
      outcome: 'not_charged',
      reason: 'payment_intent_authentication_failure',
    })
    expect((await pay(checkout)).body).toMatchObject({
      status: 'success',
      order: { id: body.order.id },
    })
  })

  it('left open keeps the price, and is called off when the customer pays another way', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect([change.status, change.body.code]).toEqual([409, 'payment_in_progress'])
    expect((await saveCheckout(checkout.token, version, { gclid: 'x' })).status).toBe(200)
    expect((await pay(checkout)).body.status).toBe('success')
    // The bank's page, still open in the other tab.
    await shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })

  it('is called off when the customer says so: nothing is charged, and the order can change', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    const off = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(off.body).toMatchObject({ outcome: 'not_charged', reason: null })
    const late = shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await late.catch(() => undefined)
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect([change.status, change.body.status]).toEqual([200, 'processing'])
  })

  it('called off in a tab that is behind, leaves the payment begun since as it is', async () => {
    const checkout = await createPayableCheckout()
    const first = await pay(checkout, card)
    const second = await pay(checkout, card)
    const [old, open] = [first, second].map(({ body }) => body.client_secret.split('_secret_')[0])
    const { id } = second.body.order
    const late = await finishPayment(checkout.token, id, { call_off: true, payment: old })
    expect(late.body.outcome).toBe('waiting')
    const off = await finishPayment(checkout.token, id, { call_off: true, payment: open })
    expect(off.body.outcome).toBe('not_charged')
  })

  it('answered a moment before it is called off is paid', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const off = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(off.body.outcome).toBe('done')
  })

  it('keeps the price while the provider has not said that it is off', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.addFaults({ fault: 'error_500_before', match: { path: '.*/cancel' } })
    const off = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(off.body.outcome).toBe('waiting')
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect(change.body.code).toBe('payment_in_progress')
  })

  it('agreed to in the other tab while paying again is charged once', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const again = await pay(checkout)
    expect(again.body).toMatchObject({ status: 'success', order: { id: body.order.id } })
    expect(await listAttempts(shop.backend, checkout.token)).toHaveLength(1)
  })

  it('is settled without the customer coming back', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })

  it('left open for long is called off: the order can change again, and nothing was charged', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    shop.advanceClock(31 * minuteMs)
    await sweep(shop.backend)
    expect(await listAttempts(shop.backend, checkout.token)).toMatchObject([{ state: 'cancelled' }])
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect(change.status).toBe(200)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('not_charged')
  })

  it('left open for a while is still the customer’s to answer', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    shop.advanceClock(10 * minuteMs)
    await sweep(shop.backend)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })
})
