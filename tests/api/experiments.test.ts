import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { WireCheckout } from '@/contract/checkout'
import { isPurchase, toPurchaseEvent } from '@/domain/analytics/analytics-events'
import { experiments } from '@/domain/analytics/experiments'
import { outbox } from '@/server/db/tables/outbox'
import { buildMessage } from '@/server/outbox/load-message'
import { buildPurchaseEvent } from '@/server/outbox/order-event'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { everythingFree } from '../support/prepared-database'
import { withShop } from '../support/with-shop'

const variantsRoute = '/backend/api/checkout/[token]/variants/'

const shop = withShop()

const assign = (token: string, variants: unknown) =>
  callRoute(variantsRoute, { method: 'POST', params: { token }, body: { variants } })

const allVariants = Object.entries(experiments).flatMap(([name, { CODE: _, ...variants }]) =>
  Object.keys(variants).map(variant => [name, variant] as const),
)

describe('the variants assigned by the testing service', () => {
  it('are stored on the checkout, one per experiment', async () => {
    const { token, version } = await startCheckout()
    await assign(token, { AB_17_TRAVEL_WALLET: 'VARIANT_1' })
    const { status, body } = await assign(token, { HOW_IT_WORKS: 'ORIGINAL' })
    expect(status).toBe(200)
    const variants = { AB_17_TRAVEL_WALLET: 'VARIANT_1', HOW_IT_WORKS: 'ORIGINAL' }
    expect(body).toMatchObject({ token, version: version + 2, state: { variants } })
    expect((await readCheckout(token)).body.state.variants).toEqual(variants)
  })

  it('change with a new assignment only; a repeated one changes nothing', async () => {
    const { token } = await startCheckout()
    const { body: first } = await assign(token, { AUTO_RENEWAL: 'VARIANT_1' })
    const { body: second } = await assign(token, { AUTO_RENEWAL: 'VARIANT_1' })
    expect(second.version).toBe(first.version)
    const { body: third } = await assign(token, { AUTO_RENEWAL: 'VARIANT_2' })
    expect(third.state.variants).toEqual({ AUTO_RENEWAL: 'VARIANT_2' })
  })

  it.each<[string, unknown]>([
    ['of an unknown experiment', { NOBODYS: 'VARIANT_1' }],
    ['that is unknown in its experiment', { HOW_IT_WORKS: 'VARIANT_5' }],
    ['by its numeric code', { HOW_IT_WORKS: '100402' }],
    ['of an inherited property', { constructor: 'name', toString: 'length' }],
    ['of no experiment', {}],
  ])('are dropped if they name a variant %s', async (_, variants) => {
    const { token, version } = await startCheckout()
    const { status, body } = await assign(token, variants)
    expect([status, body.version, body.state.variants]).toEqual([200, version, {}])
  })

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['a list', ['VARIANT_1']],
    ['a number', { HOW_IT_WORKS: 1 }],
    ['a long string', { HOW_IT_WORKS: 'x'.repeat(10_000) }],
  ])('are refused if they are %s', async (_, variants) => {
    const { token } = await startCheckout()
    expect((await assign(token, variants)).status).toBe(422)
  })

  it('are refused with 404 for an unknown token', async () => {
    expect((await assign('A'.repeat(43), { HOW_IT_WORKS: 'VARIANT_1' })).status).toBe(404)
  })

  it.each(allVariants)('never change a price: %s %s', async (name, variant) => {
    const { token, quote, version } = await createPayableCheckout()
    const { body } = await assign(token, { [name]: variant })
    expect(body.state.variants).toEqual({ [name]: variant })
    expect(body.quote).toEqual(quote)
    expect(body.version).toBe(version + 1)
  })

  it('increment the version, so that an older change by the customer returns 409', async () => {
    const { token, version } = await startCheckout()
    await assign(token, { HOW_IT_WORKS: 'VARIANT_1' })
    const { status, body } = await saveCheckout(token, version, { gclid: 'x' })
    expect(status).toBe(409)
    expect(body.checkout.state.variants).toEqual({ HOW_IT_WORKS: 'VARIANT_1' })
  })
})

describe('a paid order', () => {
  const freeOrder = {
    selectedLicense: 45,
    coupon: { name: everythingFree.name },
    urgent: { selected: false },
  }

  async function createPaidFreeCheckout(): Promise<WireCheckout> {
    const checkout = await createPayableCheckout(freeOrder)
    const { status, text } = await pay(checkout, null)
    expect(status, text).toBe(200)
    return (await readCheckout(checkout.token)).body
  }

  it('keeps the variants it was bought with', async () => {
    const { token } = await createPaidFreeCheckout()
    const { status, body } = await assign(token, { AUTO_RENEWAL: 'VARIANT_1' })
    expect([status, body.status, body.state.variants]).toEqual([200, 'paid', {}])
  })

  it('is reported by the browser and by the server with the same id, value and coupon', async () => {
    const { order } = await createPaidFreeCheckout()
    if (!isPurchase(order)) throw new Error('the order is not paid')
    const purchaseEvent = toPurchaseEvent(order, 'plan')
    const rows = await shop.backend.db.select().from(outbox).where(eq(outbox.orderId, order.id))
    const row = rows.find(({ kind }) => kind === 'purchase_event')
    const message = row && (await buildMessage(shop.backend, row))
    if (!message) throw new Error('the server has nothing to tell')
    expect(buildPurchaseEvent(message).data).toMatchObject({
      event_id: purchaseEvent.event_id,
      order: {
        id: purchaseEvent.order_id,
        total: purchaseEvent.value,
        currency: purchaseEvent.currency,
        coupon: purchaseEvent.coupon,
      },
    })
  })
})
