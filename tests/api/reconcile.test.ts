import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { attempts, orders } from '@/server/db/tables/orders'
import { reconcile } from '@/server/payments/reconcile'
import { finish, pay, payableCheckout, readCheckout } from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { expectBooksToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, perTest: true, holdEvents: true })

const hour = 3_600_000
const lastWeek = () => new Date(Date.now() - 7 * 24 * hour)
const findings = () => reconcile(shop.backend, lastWeek())

describe('the books of the shop and of the payment provider', () => {
  it('agree after an order is paid, a card declined and an order without a price', async () => {
    await pay(await payableCheckout())
    await pay(await payableCheckout(), 'pm_card_chargeDeclined')
    const free = {
      selectedLicense: 45,
      coupon: { name: everythingFree.name },
      urgent: { selected: false },
    }
    await pay(await payableCheckout(free), null)
    expect(await findings()).toEqual([])
  })

  it('agree again where the money came and nobody heard of it', async () => {
    const checkout = await payableCheckout()
    const intents = '/v1/payment_intents'
    await shop.provider.breakOn(
      { fault: 'drop_after', match: { method: 'POST', path: `${intents}$` } },
      { fault: 'error_500_before', match: { method: 'GET', path: intents } },
    )
    const { body } = await pay(checkout)
    expect(body.status).toBe('checking')
    await expect(findings()).rejects.toThrow()
    await shop.provider.heal()
    expect(await findings()).toMatchObject([
      { what: 'money_without_order', order: body.order.id, amount: 11_300, isMended: true },
    ])
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
    expect(await findings()).toEqual([])
    await expectBooksToBalance(shop.backend, shop.provider)
  })

  it('differ in an order whose payment the provider does not know, until somebody looks', async () => {
    const { body } = await pay(await payableCheckout())
    await shop.backend.db.update(attempts).set({ providerRef: 'pi_elsewhere' })
    expect(await findings()).toMatchObject([
      { what: 'money_without_order', order: body.order.id, isMended: false },
      { what: 'order_without_money', order: body.order.id, ref: 'pi_elsewhere', isMended: false },
    ])
  })

  it('differ in money that is nobody’s, until it is given back', async () => {
    const stray = await shop.provider.charge(4_900, { attempt: 'nobody' })
    await shop.provider.charge(100, {})
    expect(await findings()).toEqual([
      {
        what: 'money_without_order',
        ref: stray,
        order: null,
        amount: 4_900,
        currency: 'USD',
        isMended: false,
      },
    ])
    await shop.provider.refund(stray)
    expect(await findings()).toEqual([])
  })

  it('take in what was given back without an event', async () => {
    const { body } = await pay(await payableCheckout())
    const [attempt] = await shop.backend.db.select().from(attempts)
    await shop.provider.refund(attempt?.providerRef ?? '', 1_000)
    expect(await findings()).toEqual([])
    const [order] = await shop.backend.db.select().from(orders).where(eq(orders.id, body.order.id))
    expect(order).toMatchObject({ status: 'paid', refunded: 1_000 })
  })
})

describe('an attempt that is open for more than an hour', () => {
  it('is told while the bank waits, and ends when it was answered', async () => {
    const checkout = await payableCheckout()
    const { body } = await pay(checkout, 'pm_card_authenticationRequired')
    expect(await findings()).toEqual([])
    shop.pass(hour + 1)
    expect(await findings()).toMatchObject([
      { what: 'open_too_long', order: body.order.id, isMended: false },
    ])
    await shop.provider.answerChallenge(body.client_secret, 'failed')
    expect(await findings()).toMatchObject([{ what: 'open_too_long', isMended: true }])
    expect(await findings()).toEqual([])
    expect((await finish(checkout.token, body.order.id)).body.outcome).toBe('not_charged')
  })
})
