import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { declineLifetime, payLifetime } from '@/contract/lifetime'
import { lifetimeId } from '@/domain/catalog/plans'
import { withLifetimeAnswer } from '@/domain/payments/lifetime-upsell'
import type { Quote } from '@/domain/pricing/quote'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { toWireCheckout } from '@/server/checkout/derive-state'
import { buildLifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import type { AttemptRow, ChargedQuote } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { createAttempt } from '@/server/payments/attempt-repository'
import { chargeOnce, readPaymentSource } from '@/server/payments/charge'
import { placeOrder } from '@/server/payments/order-repository'
import { startWhenFree } from '@/server/payments/payment-limits'
import { endActiveAttempt } from '@/server/payments/settle'
import { isExpectedPrice } from '@/server/payments/start-attempt'

type Body = Infer<typeof payLifetime.body>
type ChargeLifetimeInput = Pick<Input<undefined, Body>, 'params' | 'body' | 'address'>

/**
 * Charges the lifetime upsell of a paid plan once, as an order of its own, through the same
 * functions as the first payment. Returns the payment status. Throws `not_found`, `not_offered`,
 * `payment_in_progress`, `quote_changed` or an error of `chargeOnce` when nothing was charged.
 */
export async function chargeLifetimeOffer(
  backend: Backend,
  { params, body, address }: ChargeLifetimeInput,
): Promise<Infer<typeof payLifetime.response>> {
  const { row, lifetime } = await loadCheckoutOfOrder(backend, body.token, params['id'])
  if (row.status === 'processing') throw new ApiError('not_offered')
  if (lifetime && lifetime.status !== 'pending') return toPaidAnswer(lifetime)
  if ((await endActiveAttempt(backend, row)) && lifetime) return toPaidAnswer(lifetime)
  const catalog = await backend.catalog()
  const outcome = await startWhenFree(() =>
    backend.db.transaction(tx => startLifetimeAttempt(backend, tx, { body, address, catalog })),
  )
  if ('attempt' in outcome)
    return chargeOnce(backend, outcome.attempt, row, readPaymentSource(body))
  const checkout = toWireCheckout(outcome.storedCheckout, body.token, catalog, backend.now())
  const total = checkout.lifetime?.offer?.total
  throw new ApiError('quote_changed', { checkout, quote: { expected: body.expected_total, total } })
}

/** The checkout of a token. Throws `not_found` when the order is not its plan order. */
async function loadCheckoutOfOrder(
  backend: Backend,
  token: string,
  orderId: string | undefined,
): Promise<StoredCheckout> {
  const storedCheckout = await loadCheckout(backend, token)
  if (!storedCheckout.order || storedCheckout.order.id !== orderId) throw new ApiError('not_found')
  return storedCheckout
}

const toPaidAnswer = ({ id }: { id: string }) =>
  ({ status: 'success', order: { id }, client_secret: null }) as const

interface LifetimeStart {
  body: Body
  address: string
  catalog: Awaited<ReturnType<Backend['catalog']>>
}

/** The committed attempt, or the checkout when the offer's price differs from the shown one. */
async function startLifetimeAttempt(
  backend: Backend,
  tx: Tx,
  { body, address, catalog }: LifetimeStart,
): Promise<{ attempt: AttemptRow } | { storedCheckout: StoredCheckout }> {
  const storedCheckout = await loadCheckout(backend, body.token, tx)
  const offer = buildLifetimeOffer(storedCheckout, catalog)
  if (!offer) throw new ApiError('not_offered')
  if (storedCheckout.row.activeAttemptId) throw new ApiError('payment_in_progress')
  const expectedPrice = { total: body.expected_total, currency: body.expected_currency }
  if (!isExpectedPrice(offer, expectedPrice)) return { storedCheckout }
  const order = await placeOrder(backend, tx, storedCheckout.row, lifetimeOrder, offer)
  const charged = buildChargedQuote(offer)
  const newAttempt = { charged, provider: 'stripe', address } as const
  return { attempt: await createAttempt(backend, tx, order, newAttempt) }
}

const lifetimeOrder = { kind: 'lifetime', emailHash: null, partnerTokenId: null } as const

const buildChargedQuote = (offer: Quote): ChargedQuote => ({
  ...offer,
  planId: lifetimeId,
  coupon: null,
})

type DeclineLifetimeInput = Pick<
  Input<undefined, Infer<typeof declineLifetime.body>>,
  'params' | 'body'
>

/**
 * Stores that the customer declines the upsell: it is not offered again, and a late payment for it
 * is refunded. Throws `paid` when it is bought already, and `payment_in_progress` or `needs_check`
 * while a payment for it may still succeed.
 */
export async function declineLifetimeOffer(
  backend: Backend,
  { params, body }: DeclineLifetimeInput,
): Promise<Infer<typeof declineLifetime.response>> {
  const { row } = await loadCheckoutOfOrder(backend, body.token, params['id'])
  if (row.status === 'processing') throw new ApiError('not_offered')
  if (await endActiveAttempt(backend, row)) throw new ApiError('paid')
  return backend.db.transaction(async tx => {
    const { row, lifetime } = await loadCheckout(backend, body.token, tx)
    if (lifetime && lifetime.status !== 'pending') throw new ApiError('paid')
    if (row.activeAttemptId) throw new ApiError('payment_in_progress')
    const [saved] = await tx
      .update(checkouts)
      .set({ state: withLifetimeAnswer(row.state, false), version: row.version + 1 })
      .where(eq(checkouts.id, row.id))
      .returning()
    return { version: saved?.version ?? row.version }
  })
}
