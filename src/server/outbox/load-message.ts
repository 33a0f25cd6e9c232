import { and, eq, isNull } from 'drizzle-orm'
import type { Product } from '@/domain/catalog/product-schema'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage } from '@/domain/data/languages'
import type { Backend } from '@/server/backend'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts, type ChargedQuote, type OrderRow, orders } from '@/server/db/tables/orders'
import type { OutboxRow } from '@/server/db/tables/outbox'

/** The data of an outbox message, read when it is sent. */
export interface Message {
  /** The same on each retry: `7KQ2M-XW4TD.confirmation-mail`. */
  id: string
  order: OrderRow & { currency: CurrencyCode; charged: ChargedQuote; paidAt: Date }
  checkoutId: string
  state: CheckoutState
  /** The customer's, or the default language. */
  language: string
  /** The payment method for display: `visa 4242`. */
  paidWith: string | null
  /** For a lifetime order the number of its plan order; null for a plan order. */
  forOrder: string | null
  /** The product that was bought; undefined when the catalog no longer has it. */
  plan: Product | undefined
}

/**
 * The message of a row; undefined when the order is not, or no longer, paid. Throws when the order
 * does not exist.
 */
export async function buildMessage(backend: Backend, row: OutboxRow): Promise<Message | undefined> {
  const [orderRecord] = await backend.db
    .select({ order: orders, checkout: checkouts })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(orders.id, row.orderId))
  if (!orderRecord) throw new Error('a message is about an order that does not exist')
  const { order, checkout } = orderRecord
  const { charged, paidAt } = order
  if (!charged || !paidAt || !['paid', 'fulfilled'].includes(order.status)) return undefined
  const catalog = await backend.catalog()
  const state = deriveState(checkout.state, catalog, couponContextOf(checkout, backend.now()))
  const currency = order.currency as CurrencyCode
  return {
    ...(order.kind === 'plan'
      ? { paidWith: state.confirmation_payment_method, forOrder: null }
      : await readLifetimePayment(backend, order)),
    id: [row.orderId, row.kind.replaceAll('_', '-'), row.dedupeKey].filter(Boolean).join('.'),
    order: { ...order, charged, paidAt, currency },
    checkoutId: checkout.id,
    state,
    language: isLanguage(state.language) ? state.language : defaultLanguage,
    plan: catalog.products(currency).find(({ id }) => id === charged.planId),
  }
}

/** The checkout stores the payment method of its plan order only. */
async function readLifetimePayment({ db }: Backend, { id, checkoutId }: OrderRow) {
  const [payment] = await db
    .select({ paidWith: attempts.paidWith })
    .from(attempts)
    .where(and(eq(attempts.orderId, id), eq(attempts.state, 'captured'), isNull(attempts.reason)))
  const [planOrder] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), eq(orders.kind, 'plan')))
  return { paidWith: payment?.paidWith ?? null, forOrder: planOrder?.id ?? null }
}
