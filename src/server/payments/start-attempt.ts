import { eq } from 'drizzle-orm'
import { isPaypalCurrency } from '@/domain/catalog/paypal-currencies'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { findStep } from '@/domain/checkout/steps'
import type { CurrencyCode } from '@/domain/data/currencies'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import { computePlanPaid } from '@/domain/payments/lifetime-upsell'
import type { CouponRefusal } from '@/domain/pricing/coupon'
import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import { toMinor } from '@/domain/pricing/money'
import { type Order, type Quote, quote, toTravelLine } from '@/domain/pricing/quote'
import { canOpen } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { type Catalog, readCatalog } from '@/server/catalog/catalog'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { chooseCoupon, couponContextOf } from '@/server/checkout/coupons'
import { derivePrices, deriveState, toWireCheckout } from '@/server/checkout/derive-state'
import { emailHashOf, hasBoughtOrIsBuying } from '@/server/checkout/returning-buyers'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import type { AttemptRow, ChargedQuote, Provider } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { toIsoDate } from '@/server/infra/clock'
import { crashAt } from '@/server/infra/crash-point'
import { createAttempt } from '@/server/payments/attempt-repository'
import { attachCouponUse, reserveCouponUse } from '@/server/payments/coupon-reservation'
import { type OrderIdentity, placeOrder } from '@/server/payments/order-repository'

/** The price shown to the customer, in major units. */
interface ExpectedPrice {
  total: number
  currency?: CurrencyCode | undefined
}

/** The checkout's token and the payer's network address. */
interface Payer {
  token: string
  address: string
}

/**
 * Commits an attempt for the checkout's current price; from then on the price is locked and a
 * limited coupon's use is reserved. Throws `paid`, `payment_in_progress`, `incomplete`, `terms`,
 * `amount_too_small`, `paypal_currency` or `rate_limited`, and `quote_changed` when the price differs
 * from the shown one; a coupon that no longer applies is removed before.
 */
export async function startAttempt(
  backend: Backend,
  payer: Payer,
  expectedPrice: ExpectedPrice,
  provider: Provider = 'stripe',
): Promise<AttemptRow> {
  const catalog = await backend.catalog()
  const { table: permits } = await backend.permits()
  const input = { ...payer, expectedPrice, provider, catalog, permits }
  const result = await backend.db.transaction(tx => commitAttempt(backend, tx, input))
  crashAt('attempt_committed')
  if ('attempt' in result) return result.attempt
  backend.invalidateCatalog()
  const freshCatalog = await backend.catalog()
  const checkout = toWireCheckout(result.storedCheckout, payer.token, freshCatalog, backend.now())
  const shownAndCurrent = { expected: expectedPrice.total, total: checkout.state.total }
  throw new ApiError('quote_changed', { checkout, quote: shownAndCurrent })
}

interface AttemptInput extends Payer {
  expectedPrice: ExpectedPrice
  provider: Provider
  catalog: Catalog
  permits: PermitTable
}

/** The attempt, or the checkout at its new price. */
type AttemptResult = { attempt: AttemptRow } | { storedCheckout: StoredCheckout }

async function commitAttempt(
  backend: Backend,
  tx: Tx,
  input: AttemptInput,
): Promise<AttemptResult> {
  const { token, address, expectedPrice, provider, catalog, permits } = input
  const storedCheckout = await loadCheckout(backend, token, tx)
  const { row } = storedCheckout
  if (row.status !== 'processing') throw new ApiError('paid')
  if (row.activeAttemptId) throw new ApiError('payment_in_progress')
  const state = await deriveCurrentState(backend, tx, row, catalog)
  const order = requirePayableOrder(state, toIsoDate(backend.now()), permits)
  const price = quote(order)
  if (isTooSmall(price, provider)) throw new ApiError('amount_too_small')
  if (provider === 'paypal' && !isPaypalCurrency(price.currency))
    throw new ApiError('paypal_currency')
  if (!isExpectedPrice(price, expectedPrice))
    return { storedCheckout: await dropLostCoupon(backend, tx, storedCheckout, state) }
  const reservation = state.coupon ? await reserveCouponUse(tx, state.coupon.id) : 'unlimited'
  if (state.coupon && reservation === 'none')
    return {
      storedCheckout: await dropCoupon(backend, tx, storedCheckout, {
        name: state.coupon.name,
        code: 'used_up',
      }),
    }
  const orderRow = await placeOrder(backend, tx, row, toPlanOrder(row), price)
  const charged = buildChargedQuote(state, order, price)
  const attempt = await createAttempt(backend, tx, orderRow, { charged, provider, address })
  if (state.coupon && reservation === 'reserved')
    await attachCouponUse(tx, attempt.id, state.coupon.id)
  return { attempt }
}

/** Whether a price is the shown one. The same number in two currencies is two prices. */
export const isExpectedPrice = (
  { currency, total }: Quote,
  expectedPrice: ExpectedPrice,
): boolean =>
  (expectedPrice.currency ?? currency) === currency &&
  toMinor(expectedPrice.total, currency) === total

/**
 * The state of a locked checkout. The cached catalog may still show a coupon as used up whose use
 * was returned seconds ago: then it is read again.
 */
async function deriveCurrentState(
  backend: Backend,
  tx: Tx,
  row: CheckoutRow,
  catalog: Catalog,
): Promise<CheckoutState> {
  const names = row.state.coupon ? [row.state.coupon.name] : []
  const { email } = row.state.customer
  const derive = async (catalog: Catalog) =>
    deriveState(row.state, catalog, {
      ...couponContextOf(row, backend.now()),
      hasBoughtBefore: await hasBoughtOrIsBuying(tx, { catalog, names, email }),
    })
  const state = await derive(catalog)
  if (state.coupon || !row.state.coupon) return state
  backend.invalidateCatalog()
  return derive(await readCatalog(tx))
}

/** The order of a complete checkout. Throws `incomplete` or `terms`. */
function requirePayableOrder(state: CheckoutState, today: string, permits: PermitTable): Order {
  const order = orderOf(state)
  if (!order || !canOpen(findStep('payment'), state, today, permits))
    throw new ApiError('incomplete')
  if (!state.terms.selected) throw new ApiError('terms')
  return order
}

/** PayPal has no minimum amount. */
const isTooSmall = ({ total, currency }: Quote, provider: Provider): boolean =>
  provider === 'stripe' && total > 0 && total < findMinimumCharge(currency)

const buildChargedQuote = (state: CheckoutState, order: Order, price: Quote): ChargedQuote => ({
  ...price,
  travelItems: price.travel > 0 ? order.travel.map(toTravelLine) : [],
  planId: state.selectedLicense,
  coupon: state.coupon?.name ?? null,
  partner: state.partner || null,
  planPaid: computePlanPaid(order),
})

const toPlanOrder = ({ state }: CheckoutRow): OrderIdentity => ({
  kind: 'plan',
  emailHash: emailHashOf(state.customer.email),
  partnerTokenId: state.partnerToken ?? null,
})

/** Removes a coupon that no longer applies. */
async function dropLostCoupon(
  backend: Backend,
  tx: Tx,
  storedCheckout: StoredCheckout,
  { coupon, coupon_refused: refusal }: CheckoutState,
): Promise<StoredCheckout> {
  return storedCheckout.row.state.coupon && !coupon && refusal
    ? dropCoupon(backend, tx, storedCheckout, refusal)
    : storedCheckout
}

/** Removes the coupon from a locked checkout, stores why and applies the next best found one. */
async function dropCoupon(
  { now }: Backend,
  tx: Tx,
  { row, order }: StoredCheckout,
  refusal: { name: string; code: CouponRefusal },
): Promise<StoredCheckout> {
  // Read in this transaction: the cached catalog may miss uses that were taken just now.
  const catalog = await readCatalog(tx)
  const names = row.state.coupons_found.map(({ name }) => name)
  const hasBoughtBefore = await hasBoughtOrIsBuying(tx, {
    catalog,
    names,
    email: row.state.customer.email,
  })
  const couponContext = { ...couponContextOf(row, now()), hasBoughtBefore }
  const choice = chooseCoupon(derivePrices(row.state, catalog), { catalog, couponContext }, refusal)
  const [saved] = await tx
    .update(checkouts)
    .set({ state: { ...row.state, ...choice }, version: row.version + 1, updatedAt: now() })
    .where(eq(checkouts.id, row.id))
    .returning()
  return { row: saved ?? row, order }
}
