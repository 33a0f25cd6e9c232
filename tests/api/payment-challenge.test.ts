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

  it('is requested, and the order is paid after the customer authenticates', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, card)
    expect(status).toBe(200)
    expect(body.status).toBe('requires_action')
    const pendingReply = await finishPayment(checkout.token, body.order.id)
    expect(pendingReply.body.outcome).toBe('waiting')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const finalReply = await finishPayment(checkout.token, body.order.id)
    expect(finalReply.body).toMatchObject({
      outcome: 'done',
      reason: null,
      total: 113,
      currency: 'USD',
    })
  })

  it('failed by the customer charges nothing, and another card can pay', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    const refusal = await finishPayment(checkout.token, body.order.id)
    expect(refusal.body).toMatchObject({
      outcome: 'not_charged',
      reason: 'payment_intent_authentication_failure',
    })
    expect((await pay(checkout)).body).toMatchObject({
      status: 'success',
      order: { id: body.order.id },
    })
  })

  it('left open keeps the price, and is cancelled when the customer pays another way', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect([change.status, change.body.code]).toEqual([409, 'payment_in_progress'])
    expect((await saveCheckout(checkout.token, version, { gclid: 'x' })).status).toBe(200)
    expect((await pay(checkout)).body.status).toBe('success')
    // The bank's page is still open in the other tab.
    await shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined)
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })

  it('cancelled by the customer charges nothing, and the order can change', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    const cancellation = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(cancellation.body).toMatchObject({ outcome: 'not_charged', reason: null })
    const lateChallenge = shop.provider.answerChallenge(body.client_secret, 'authenticated')
    await lateChallenge.catch(() => undefined)
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect([change.status, change.body.status]).toEqual([200, 'processing'])
  })

  it('cancelled in an outdated tab does not affect the payment started since', async () => {
    const checkout = await createPayableCheckout()
    const first = await pay(checkout, card)
    const second = await pay(checkout, card)
    const [oldIntent, openIntent] = [first, second].map(
      ({ body }) => body.client_secret.split('_secret_')[0],
    )
    const { id } = second.body.order
    const staleCancellation = await finishPayment(checkout.token, id, {
      call_off: true,
      payment: oldIntent,
    })
    expect(staleCancellation.body.outcome).toBe('waiting')
    const cancellation = await finishPayment(checkout.token, id, {
      call_off: true,
      payment: openIntent,
    })
    expect(cancellation.body.outcome).toBe('not_charged')
  })

  it('completed just before the cancellation is paid', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const cancellation = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(cancellation.body.outcome).toBe('done')
  })

  it('keeps the price until the provider has confirmed the cancellation', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.addFaults({ fault: 'error_500_before', match: { path: '.*/cancel' } })
    const cancellation = await finishPayment(checkout.token, body.order.id, { call_off: true })
    expect(cancellation.body.outcome).toBe('waiting')
    const { version } = (await readCheckout(checkout.token)).body
    const change = await saveCheckout(checkout.token, version, { urgent: { selected: false } })
    expect(change.body.code).toBe('payment_in_progress')
  })

  it('completed in the other tab during a second payment is charged once', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    const retry = await pay(checkout)
    expect(retry.body).toMatchObject({ status: 'success', order: { id: body.order.id } })
    expect(await listAttempts(shop.backend, checkout.token)).toHaveLength(1)
  })

  it('is settled even if the customer does not return', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    shop.advanceClock(minuteMs)
    await sweep(shop.backend)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })

  it('left open for 31 minutes is cancelled: nothing is charged and the order can change', async () => {
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

  it('left open for ten minutes can still be completed', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, card)
    shop.advanceClock(10 * minuteMs)
    await sweep(shop.backend)
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })
})
