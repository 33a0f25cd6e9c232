import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { reconcile } from '@/server/payments/reconcile'
import { createPayableCheckout, createPaypalOrder, finishPayment } from '../support/customer'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, perTest: true })

async function createPaidPaypalOrder() {
  const checkout = await createPayableCheckout()
  const { body } = await createPaypalOrder(checkout)
  await shop.provider.approve(body.id)
  expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  return { id: body.id as string, order: body.order.id as string }
}

async function refund(id: string, value: string) {
  const { body } = await shop.provider.paypal('GET', `/v2/checkout/orders/${id}`)
  const [capture] = body.purchase_units[0].payments.captures
  const refundBody = { amount: { value, currency_code: 'USD' } }
  await shop.provider.paypal('POST', `/v2/payments/captures/${capture.id}/refund`, refundBody)
}

const findOrderRow = async (order: string) =>
  (await shop.backend.db.select().from(orders).where(eq(orders.id, order)))[0]

describe('a PayPal payment', () => {
  it('refunded in two parts is first partly and then fully refunded', async () => {
    const { id, order } = await createPaidPaypalOrder()
    await refund(id, '13.00')
    await expect.poll(async () => (await findOrderRow(order))?.refunded).toBe(1_300)
    expect((await findOrderRow(order))?.status).toBe('paid')
    await refund(id, '100.00')
    await expect.poll(async () => (await findOrderRow(order))?.status).toBe('refunded')
    expect((await findOrderRow(order))?.refunded).toBe(11_300)
  })

  it('agrees with the ledger, unless PayPal does not know it', async () => {
    const { id } = await createPaidPaypalOrder()
    const runReconcile = () => reconcile(shop.backend, new Date(Date.now() - 86_400_000))
    expect(await runReconcile()).toEqual([])
    const unknownRef = { providerRef: 'NOBODY' }
    await shop.backend.db.update(attempts).set(unknownRef).where(eq(attempts.providerRef, id))
    expect(await runReconcile()).toMatchObject([{ kind: 'order_without_money', isResolved: false }])
  })

  it('that is disputed has that status until the dispute is decided', async () => {
    const { id, order } = await createPaidPaypalOrder()
    const dispute = (outcome?: string) =>
      fetch(`${shop.provider.url}/_paypal/disputes`, {
        method: 'POST',
        body: JSON.stringify({ order: id, ...(outcome && { outcome }) }),
      })
    await dispute()
    await expect.poll(async () => (await findOrderRow(order))?.status).toBe('disputed')
    expect(await findOrderRow(order)).toMatchObject({ dispute: 'open', refunded: 0 })
    const listMessages = () =>
      shop.backend.db.select().from(outbox).where(eq(outbox.orderId, order))
    await dispute('RESOLVED_SELLER_FAVOUR')
    await expect.poll(async () => (await findOrderRow(order))?.dispute).toBe('won')
    expect((await findOrderRow(order))?.status).toBe('paid')
    // Events that arrive again, late and out of order, do not change the result.
    await shop.provider.replayEvents()
    await expect
      .poll(async () =>
        (await shop.provider.deliveries()).every(({ state }) => state === 'delivered'),
      )
      .toBe(true)
    expect(await findOrderRow(order)).toMatchObject({ status: 'paid', dispute: 'won' })
    const disputeKeys = (await listMessages())
      .filter(({ kind }) => kind === 'order_disputed')
      .map(({ dedupeKey }) => dedupeKey)
    expect(disputeKeys).toEqual(['dispute-open', 'dispute-won'])
    expect((await listMessages()).filter(({ kind }) => kind === 'order_paid')).toHaveLength(1)
  })

  it('with a lost dispute stays disputed', async () => {
    const { id, order } = await createPaidPaypalOrder()
    for (const outcome of [undefined, 'RESOLVED_BUYER_FAVOUR'])
      await fetch(`${shop.provider.url}/_paypal/disputes`, {
        method: 'POST',
        body: JSON.stringify({ order: id, ...(outcome && { outcome }) }),
      })
    await expect.poll(async () => (await findOrderRow(order))?.dispute).toBe('lost')
    expect((await findOrderRow(order))?.status).toBe('disputed')
  })

  it('captured after its cancellation is found by reconcile and settled', async () => {
    await shop.provider.addFaults({ fault: 'hold_webhooks' })
    const { token, quote } = await createPayableCheckout()
    const { body } = await createPaypalOrder({ token, quote })
    const cancellation = await finishPayment(token, body.order.id, { call_off: true })
    expect(cancellation.body.outcome).toBe('not_charged')
    // Approved after the cancellation, and captured by an operator.
    await shop.provider.approve(body.id)
    await shop.provider.paypal('POST', `/v2/checkout/orders/${body.id}/capture`, {})
    const runReconcile = () => reconcile(shop.backend, new Date(Date.now() - 86_400_000))
    expect(await runReconcile()).toMatchObject([
      { kind: 'money_without_order', ref: body.id, order: body.order.id, isResolved: true },
    ])
    expect((await findOrderRow(body.order.id))?.status).toBe('paid')
    expect(await runReconcile()).toEqual([])
  })
})
