import { eq } from 'drizzle-orm'
import type { Infer } from '@/contract/call'
import type { declineLifetime, payLifetime } from '@/contract/lifetime'
import { lifetimeId } from '@/domain/catalog/plans'
import { withAnswer } from '@/domain/payments/lifetime-upsell'
import { toMinor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { stored } from '@/server/checkout/checkout-repository'
import { present } from '@/server/checkout/derive-state'
import { lifetimeOffer } from '@/server/checkout/lifetime-offer'
import type { StoredCheckout } from '@/server/checkout/stored-checkout'
import type { Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import type { AttemptRow, ChargedQuote } from '@/server/db/tables/orders'
import { Failure } from '@/server/infra/api-error'
import { chargeOnce, isPaidAlready, isPaidByNow, meansIn } from '@/server/payments/charge'
import { addAttempt } from '@/server/payments/start-attempt'

type Body = Infer<typeof payLifetime.body>
type Asked = Pick<Input<undefined, Body>, 'params' | 'body' | 'address'>

/**
 * Charges the offer to make a paid plan one for life, once, as the first payment is charged: for an order of its
 * own. Answers where the money is; refuses when nothing was charged.
 */
export async function payForLife(
  backend: Backend,
  { params, body, address }: Asked,
): Promise<Infer<typeof payLifetime.answer>> {
  const { row, lifetime } = await ofOrder(backend, body.token, params.id)
  if (row.status === 'processing') throw new Failure('not_offered')
  if (lifetime && lifetime.status !== 'pending') return paid(lifetime)
  if ((await isPaidAlready(backend, { row, address })) && lifetime) return paid(lifetime)
  const catalog = await backend.catalog()
  const outcome = await backend.db.transaction(tx => start(backend, tx, { body, catalog }))
  if ('attempt' in outcome)
    return chargeOnce(backend, outcome.attempt, {
      row,
      address,
      means: meansIn(body),
    })
  const checkout = present(outcome.found, body.token, catalog, backend.now())
  const total = checkout.lifetime?.offer?.total
  throw new Failure('quote_changed', { checkout, quote: { expected: body.expected_total, total } })
}

/** The checkout of a token, when this is its order. */
async function ofOrder(
  backend: Backend,
  token: string,
  orderId: string | undefined,
): Promise<StoredCheckout> {
  const found = await stored(backend, token)
  if (!found.order || found.order.id !== orderId) throw new Failure('not_found')
  return found
}

const paid = ({ id }: { id: string }) =>
  ({ status: 'success', order: { id }, client_secret: null }) as const

interface Start {
  body: Body
  catalog: Awaited<ReturnType<Backend['catalog']>>
}

/** The committed attempt; or the checkout, where the offer is not what the customer saw. */
async function start(
  backend: Backend,
  tx: Tx,
  { body, catalog }: Start,
): Promise<{ attempt: AttemptRow } | { found: StoredCheckout }> {
  const found = await stored(backend, body.token, tx)
  const offer = lifetimeOffer(found, catalog)
  if (!offer) throw new Failure('not_offered')
  if (found.row.paying) throw new Failure('payment_in_progress')
  if (!isSeen(offer, body)) return { found }
  const byCard = {
    kind: 'lifetime',
    emailHash: null,
    partnerTokenId: null,
    provider: 'stripe',
  } as const
  return { attempt: await addAttempt(backend, tx, found.row, chargedFor(offer), byCard) }
}

/** The same number in two currencies is two prices. */
const isSeen = ({ currency, total }: Quote, seen: Body): boolean =>
  seen.expected_currency === currency && toMinor(seen.expected_total, currency) === total

const chargedFor = (offer: Quote): ChargedQuote => ({
  ...offer,
  planId: lifetimeId,
  coupon: null,
})

type Declined = Pick<Input<undefined, Infer<typeof declineLifetime.body>>, 'params' | 'body'>

/**
 * Keeps that the customer does not want the offer: it is never made again, and money that still arrives for it is
 * given back. Refuses with `paid` what is bought already, and while a payment for it may still go through.
 */
export async function decline(
  backend: Backend,
  { params, body }: Declined,
): Promise<Infer<typeof declineLifetime.answer>> {
  const { row } = await ofOrder(backend, body.token, params.id)
  if (row.status === 'processing') throw new Failure('not_offered')
  if (row.paying && (await isPaidByNow(backend, row.paying))) throw new Failure('paid')
  return backend.db.transaction(async tx => {
    const { row, lifetime } = await stored(backend, body.token, tx)
    if (lifetime && lifetime.status !== 'pending') throw new Failure('paid')
    if (row.paying) throw new Failure('payment_in_progress')
    const [saved] = await tx
      .update(checkouts)
      .set({ state: withAnswer(row.state, false), version: row.version + 1 })
      .where(eq(checkouts.id, row.id))
      .returning()
    return { version: saved?.version ?? row.version }
  })
}
