import { CallFailure } from '@/client/api/api-client'
import { type MoneyIs, type PaidFor, whereMoneyIs } from '@/client/payments/payment-status'
import { adopt, type CheckoutStore, visibleState } from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { Infer } from '@/contract/call'
import { wireCheckout } from '@/contract/checkout'
import { createPaymentIntent } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, Collected, Means } from '@/features/payment/card'

/** What the customer is told after a payment that did not go through, each with a sentence of its own. */
export type Told =
  | { kind: 'declined'; reason: string | null }
  | { kind: 'quote_changed'; before: { amount: Minor; currency: CurrencyCode } }
  | { kind: PlainTold }

type PlainTold =
  | 'unsaved'
  | 'unreachable'
  | 'not_sent'
  | 'unavailable'
  | 'rate_limited'
  | 'incomplete'
  | 'expired'
  | 'unconfirmed'
  | 'waiting'
  | 'called_off'
  | 'paypal_cancelled'
  | 'paid_offline'
  | 'unknown'

/** Where paying has led: to another page, to a field, or to a message. */
export type Result =
  | { go: '/thank-you/' | '/finish-payment/' }
  | { wrong: Extract<Collected, { field: unknown }> | 'terms' }
  | { told: Told }

export interface Payer {
  store: CheckoutStore
  sync: Sync
  /** Null when there is nothing to pay. */
  card: Card | null
  holder: string
  /** The price the customer sees. */
  shown: Quote
  /** The second order instead of the first one. */
  second?: SecondOrder | undefined
}

export interface SecondOrder {
  of: Exclude<PaidFor, 'plan'>
  /** Charges it; `expected` is what the customer sees, in major units. */
  charge: (means: Means, expected: Expected) => Promise<Charged>
}

type Charged = Infer<typeof createPaymentIntent.answer>
type Expected = { expected_total: number; expected_currency: CurrencyCode }

/** Charges the shown price once, and says where the money is. Throws nothing. */
export async function pay(payer: Payer): Promise<Result> {
  const { store, sync, card, holder } = payer
  if (!(await sync.flush())) return told('unsaved')
  const { email } = visibleState(store.getState()).customer
  const collected = card && (await card.collect({ name: holder, email }))
  if (collected === 'unreachable') return told('unreachable')
  if (collected && 'field' in collected) return { wrong: collected }
  if (collected && 'refused' in collected) return declined(collected.refused)
  try {
    return await charge(payer, collected?.means ?? null)
  } catch (error) {
    return error instanceof CallFailure ? afterFailure(payer, error) : ask(payer)
  }
}

/** Whether asking, and nothing else, is what comes next: money may have been taken, or has been. */
export const isToBeAsked = (told: Told | null): boolean =>
  told?.kind === 'unknown' || told?.kind === 'paid_offline'

export const told = (kind: PlainTold): Result => ({ told: { kind } })
const declined = (reason: string | null): Result => ({ told: { kind: 'declined', reason } })

async function charge(payer: Payer, means: Means | null): Promise<Result> {
  const { card, shown, second } = payer
  const expected = {
    expected_total: toMajor(shown.total, shown.currency),
    expected_currency: shown.currency,
  }
  const answer =
    second && means
      ? await second.charge(means, expected)
      : await chargePlan(payer, means, expected)
  if (answer.status === 'success') return { go: '/thank-you/' }
  if (answer.status === 'checking' || !answer.client_secret || !card)
    return { go: '/finish-payment/' }
  if (await card.confirm(answer.client_secret)) return { go: '/finish-payment/' }
  // A question that was put away here can still be answered elsewhere: the payment is not left open.
  return callOff(payer, paymentOf(answer.client_secret))
}

/** The id of a payment, which its client secret begins with: `pi_1_secret_2`. */
const paymentOf = (secret: string): string => secret.replace(/_secret_.*/, '')

const chargePlan = (
  { store, sync }: Payer,
  means: Means | null,
  expected: Expected,
): Promise<Charged> =>
  sync.run(createPaymentIntent, {
    body: {
      token: store.getState().checkout.token,
      payment_method: null,
      ...means,
      ...expected,
    },
  })

/** A refusal says what happened; without an answer the server may have charged, so it is asked. */
export async function afterFailure(
  payer: Pick<Payer, 'store' | 'sync' | 'shown'>,
  { kind, code, refusal }: CallFailure,
): Promise<Result> {
  if (kind !== 'refused') return ask(payer, 'unanswered')
  switch (code) {
    case 'declined':
      return ask(payer)
    case 'quote_changed':
      return quoteChanged(payer, refusal.checkout)
    case 'paid':
      return { go: '/thank-you/' }
    case 'payment_in_progress':
    case 'needs_check':
      return { go: '/finish-payment/' }
    case 'terms':
      payer.sync.change({ terms: { selected: false } })
      return { wrong: 'terms' }
    case 'incomplete':
      await payer.sync.refresh()
      return told('incomplete')
    case 'rate_limited':
      return told('rate_limited')
    case 'not_found':
    case 'not_offered':
    case 'closed':
      await payer.sync.refresh()
      return told('expired')
    default:
      return told('unavailable')
  }
}

function quoteChanged({ store, shown }: Pick<Payer, 'store' | 'shown'>, fresh: unknown): Result {
  const checkout = wireCheckout.safeParse(fresh)
  if (!checkout.success) return told('unavailable')
  adopt(store, checkout.data)
  const before = { amount: shown.total, currency: shown.currency }
  return { told: { kind: 'quote_changed', before } }
}

type Asker = Pick<Payer, 'store' | 'sync' | 'second'>

/** After an answer that never came, what is still open is watched on the page made for it. */
export async function ask(
  { store, sync, second }: Asker,
  after: 'answer' | 'unanswered' = 'answer',
): Promise<Result> {
  try {
    return resultOf(await whereMoneyIs(store, sync, { of: second?.of }), after)
  } catch {
    return told('unknown')
  }
}

/** Gives up a payment that waits for the customer, the named one or whichever it is, and says what became of it. */
export async function callOff({ store, sync, second }: Asker, payment?: string): Promise<Result> {
  try {
    const callOff = payment ?? true
    const is = await whereMoneyIs(store, sync, { callOff, of: second?.of })
    const isOff = is.outcome === 'not_charged' && is.reason === null
    return isOff ? told('called_off') : resultOf(is, 'answer')
  } catch {
    return told('unknown')
  }
}

export function resultOf({ outcome, reason }: MoneyIs, after: 'answer' | 'unanswered'): Result {
  switch (outcome) {
    case 'done':
      return { go: '/thank-you/' }
    case 'none':
      return told('not_sent')
    case 'not_charged':
      // The reason may be that of an earlier payment when this one never arrived.
      return declined(after === 'answer' ? reason : null)
    case 'waiting':
      return told('waiting')
    case 'checking':
      return after === 'answer' ? told('unconfirmed') : { go: '/finish-payment/' }
  }
}
