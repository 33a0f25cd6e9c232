import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { attempts, orders } from '@/server/db/tables/orders'
import { reconcile } from '@/server/payments/reconcile'
import { createPayableCheckout, finishPayment, pay, readCheckout } from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, perTest: true, holdEvents: true })

const hourMs = 3_600_000
const getLastWeek = () => new Date(Date.now() - 7 * 24 * hourMs)
const runReconcile = () => reconcile(shop.backend, getLastWeek())

describe('reconcile', () => {
  it('finds nothing after a paid order, a declined card and a free order', async () => {
    await pay(await createPayableCheckout())
    await pay(await createPayableCheckout(), 'pm_card_chargeDeclined')
    const freeOrder = {
      selectedLicense: 45,
      coupon: { name: everythingFree.name },
      urgent: { selected: false },
    }
    await pay(await createPayableCheckout(freeOrder), null)
    expect(await runReconcile()).toEqual([])
  })

  it('settles a payment that no call or webhook reported', async () => {
    const checkout = await createPayableCheckout()
    const intents = '/v1/payment_intents'
    await shop.provider.addFaults(
      { fault: 'drop_after', match: { method: 'POST', path: `${intents}$` } },
      { fault: 'error_500_before', match: { method: 'GET', path: intents } },
    )
    const { body } = await pay(checkout)
    expect(body.status).toBe('checking')
    await expect(runReconcile()).rejects.toThrow()
    await shop.provider.clearFaults()
    expect(await runReconcile()).toMatchObject([
      { kind: 'money_without_order', order: body.order.id, amount: 11_300, isResolved: true },
    ])
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await runReconcile()).toEqual([])
    await expectLedgerToBalance(shop.backend, shop.provider)
  })

  it('reports an order whose payment the provider does not know', async () => {
    const { body } = await pay(await createPayableCheckout())
    await shop.backend.db.update(attempts).set({ providerRef: 'pi_elsewhere' })
    expect(await runReconcile()).toMatchObject([
      { kind: 'money_without_order', order: body.order.id, isResolved: false },
      { kind: 'order_without_money', order: body.order.id, ref: 'pi_elsewhere', isResolved: false },
    ])
  })

  it('reports a payment without an order until it is refunded', async () => {
    const strayIntent = await shop.provider.charge(4_900, { attempt: 'nobody' })
    expect(await runReconcile()).toEqual([
      {
        kind: 'money_without_order',
        ref: strayIntent,
        order: null,
        amount: 4_900,
        currency: 'USD',
        isResolved: false,
      },
    ])
    await shop.provider.refund(strayIntent)
    expect(await runReconcile()).toEqual([])
  })

  it.each([
    ['reports', 'report', false],
    ['ignores, and says so,', 'ignore', true],
  ] as const)('%s a charge of another system', async (_, setting, isResolved) => {
    const ref = await shop.provider.charge(100, {})
    const env = { ...shop.backend.env, ignoresForeignCharges: setting === 'ignore' }
    expect(await reconcile({ ...shop.backend, env }, getLastWeek())).toEqual([
      { kind: 'foreign_charge', ref, order: null, amount: 100, currency: 'USD', isResolved },
    ])
    await shop.provider.refund(ref)
    expect(await runReconcile()).toEqual([])
  })

  it('stores a refund without a webhook', async () => {
    const { body } = await pay(await createPayableCheckout())
    const [attempt] = await shop.backend.db.select().from(attempts)
    await shop.provider.refund(attempt?.providerRef ?? '', 1_000)
    expect(await runReconcile()).toEqual([])
    const [order] = await shop.backend.db.select().from(orders).where(eq(orders.id, body.order.id))
    expect(order).toMatchObject({ status: 'paid', refunded: 1_000 })
  })
})

describe('an attempt open for more than an hour', () => {
  it('is reported during 3-D Secure and closed after the customer’s response', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await pay(checkout, 'pm_card_authenticationRequired')
    expect(await runReconcile()).toEqual([])
    shop.advanceClock(hourMs + 1)
    expect(await runReconcile()).toMatchObject([
      { kind: 'open_too_long', order: body.order.id, isResolved: false },
    ])
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    expect(await runReconcile()).toMatchObject([{ kind: 'open_too_long', isResolved: true }])
    expect(await runReconcile()).toEqual([])
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('not_charged')
  })
})
