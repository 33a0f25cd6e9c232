import { and, eq } from 'drizzle-orm'
import type { Product } from '@/domain/catalog/product-schema'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage } from '@/domain/data/languages'
import type { Backend } from '@/server/backend'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts, isPayingAttempt, type OrderRow, orders } from '@/server/db/tables/orders'

/** An order with what belongs to it. */
export interface OrderRecord {
  order: OrderRow & { currency: CurrencyCode }
  state: CheckoutState
  /** The customer's, or the default language. */
  language: string
  /** The customer's (IANA), or UTC. */
  timeZone: string
  /** The payment method for display: `visa 4242`. */
  paidWith: string | null
  /** For a lifetime order the number of its plan order; null for a plan order. */
  forOrder: string | null
  /** The product that was bought; undefined when the catalog no longer has it. */
  plan: Product | undefined
}

/** An order by its number; undefined if there is none. */
export async function loadOrder(backend: Backend, id: string): Promise<OrderRecord | undefined> {
  const [row] = await backend.db
    .select({ order: orders, checkout: checkouts })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(eq(orders.id, id))
  if (!row) return undefined
  const { order, checkout } = row
  const catalog = await backend.catalog()
  const state = deriveState(checkout.state, catalog, couponContextOf(checkout, backend.now()))
  const currency = order.currency as CurrencyCode
  return {
    ...(order.kind === 'plan'
      ? { paidWith: state.confirmation_payment_method, forOrder: null }
      : await readLifetimePayment(backend, order)),
    order: { ...order, currency },
    state,
    language: isLanguage(state.language) ? state.language : defaultLanguage,
    timeZone: resolveTimeZone(checkout.state.time_zone),
    plan: catalog.products(currency).find(({ id }) => id === order.charged?.planId),
  }
}

/** UTC for a zone that is not known here: browsers may have newer names. */
function resolveTimeZone(timeZone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timeZone || 'UTC' }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/** The checkout stores the payment method of its plan order only. */
async function readLifetimePayment({ db }: Backend, { id, checkoutId }: OrderRow) {
  const [payment] = await db
    .select({ paidWith: attempts.paidWith })
    .from(attempts)
    .where(and(eq(attempts.orderId, id), isPayingAttempt))
  const [planOrder] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, checkoutId), eq(orders.kind, 'plan')))
  return { paidWith: payment?.paidWith ?? null, forOrder: planOrder?.id ?? null }
}
