import type { Infer } from '@/contract/api-call'
import type { renewal } from '@/contract/subscriptions'
import { findPlan } from '@/domain/catalog/plans'
import { orderOf } from '@/domain/checkout/quote-of-state'
import type { CurrencyCode } from '@/domain/data/currencies'
import { computeFirstChargeAt, quoteRenewal } from '@/domain/payments/auto-renewal'
import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import { toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { Catalog } from '@/server/catalog/catalog'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'
import type { SubscriptionRow } from '@/server/db/tables/subscriptions'
import { canOfferRenewal } from '@/server/payments/order-repository'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'

export type Renewal = Infer<typeof renewal>

/** Auto-renewal of a token's order: its current status, or the offer. Prices in major units. */
export async function loadRenewal(
  backend: Backend,
  { params }: Pick<Input<undefined, undefined>, 'params'>,
): Promise<Renewal> {
  return resolveRenewal(backend, await loadCheckout(backend, params['token'] ?? ''))
}

/** Like `loadRenewal`, for a checkout that is already loaded. */
export async function resolveRenewal(
  backend: Backend,
  storedCheckout: StoredCheckout,
): Promise<Renewal> {
  const row = await findRenewalByCheckout(backend.db, storedCheckout.row.id)
  if (row && row.state !== 'failed' && row.state !== 'wanted') return toRenewal(row)
  const terms = buildRenewalTerms(backend, storedCheckout, await backend.catalog())
  return terms ? toOfferedRenewal(terms) : noRenewal
}

const noRenewal: Renewal = { status: 'none', price: null, charge_on: null, card: null }

const formatDay = (date: Date): string => date.toISOString().slice(0, 10)

function toOfferedRenewal({ price, fullPrice, years, chargeAt }: RenewalTerms): Renewal {
  const { currency } = price
  return {
    ...noRenewal,
    status: 'offered',
    price: {
      currency,
      total: toMajor(price.total, currency),
      full: toMajor(fullPrice.total, currency),
      years,
    },
    charge_on: formatDay(chargeAt),
  }
}

const wireStatuses = {
  creating: 'checking',
  active: 'active',
  past_due: 'past_due',
  stopped: 'stopped',
  failed: 'none',
  wanted: 'none',
} as const

function toRenewal({
  state,
  amount,
  currency: currencyCode,
  years,
  chargeAt,
  paidWith,
}: SubscriptionRow) {
  const currency = currencyCode as CurrencyCode
  const total = toMajor(amount, currency)
  return {
    status: wireStatuses[state],
    price: { currency, total, full: total, years },
    charge_on: formatDay(chargeAt),
    card: paidWith,
  }
}

/** The price of a paid plan's renewal, and its first charge shortly before the plan ends. */
export interface RenewalTerms {
  orderId: string
  price: Quote
  /** The price without the renewal coupon. */
  fullPrice: Quote
  years: number
  chargeAt: Date
}

/** Terms for a paid checkout; null when its renewal is not, or no longer, offered. */
export function buildRenewalTerms(
  { env, now }: Pick<Backend, 'env' | 'now'>,
  { row, order }: StoredCheckout,
  catalog: Catalog,
): RenewalTerms | null {
  if (!order?.paidAt || !isRenewable(row, order)) return null
  const planId = order.charged?.planId ?? 0
  if (!canOfferRenewal(env, row, { planId, partnerTokenId: order.partnerTokenId })) return null
  const state = deriveState(row.state, catalog, couponContextOf(row, now()))
  const pricedOrder = orderOf(state)
  const years = yearsOf(order, catalog)
  // If plan or currency has changed since, the customer knows no price for them.
  if (!pricedOrder || !years || pricedOrder.plan.id !== planId) return null
  if (pricedOrder.currency !== order.currency) return null
  const price = quoteRenewal(pricedOrder, catalog.renewalCoupon(pricedOrder.currency))
  if (price.total < findMinimumCharge(pricedOrder.currency)) return null
  return {
    orderId: order.id,
    price,
    fullPrice: quoteRenewal(pricedOrder, null),
    years,
    chargeAt: computeFirstChargeAt(order.paidAt, years),
  }
}

/** Paid, not refunded, not disputed and not for life. */
const isRenewable = ({ status, state }: CheckoutRow, order: OrderRow): boolean =>
  status !== 'processing' &&
  ['paid', 'fulfilled'].includes(order.status) &&
  order.refunded === 0 &&
  order.dispute === null &&
  !state.isLifetimePaid

const yearsOf = ({ charged, currency }: OrderRow, catalog: Catalog): number | null =>
  findPlan(catalog.products(currency as CurrencyCode), charged?.planId ?? 0)?.years ?? null
