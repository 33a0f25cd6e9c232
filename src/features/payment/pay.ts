import { CallFailure } from '@/client/call'
import { adopt, type CheckoutStore, visibleState } from '@/client/store'
import type { Sync } from '@/client/sync'
import { type MoneyIs, whereMoneyIs } from '@/client/where-money-is'
import { wireCheckout } from '@/contract/checkout'
import { createPaymentIntent } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, Collected } from '@/features/payment/card'

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
  | 'unknown'

/** Where paying has led: to another page, to a field, or to a message. */
export type Result =
  | { go: '/thank-you/' | '/finish-payment/' }
  | { wrong: Exclude<Collected, { id: string } | { refused: string } | 'unreachable'> | 'terms' }
  | { told: Told }

export interface Payer {
  store: CheckoutStore
  sync: Sync
  /** Null when there is nothing to pay. */
  card: Card | null
  holder: string
  /** The price the customer sees. */
  shown: Quote
}

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
    return await charge(payer, collected?.id ?? null)
  } catch (error) {
    return error instanceof CallFailure ? afterFailure(payer, error) : ask(payer)
  }
}

const told = (kind: PlainTold): Result => ({ told: { kind } })
const declined = (reason: string | null): Result => ({ told: { kind: 'declined', reason } })

async function charge(payer: Payer, paymentMethod: string | null): Promise<Result> {
  const { store, sync, card, shown } = payer
  const answer = await sync.run(createPaymentIntent, {
    body: {
      token: store.getState().checkout.token,
      payment_method: paymentMethod,
      expected_total: toMajor(shown.total, shown.currency),
      expected_currency: shown.currency,
    },
  })
  if (answer.status === 'success') return { go: '/thank-you/' }
  if (answer.status === 'checking' || !answer.client_secret || !card)
    return { go: '/finish-payment/' }
  return (await card.confirm(answer.client_secret)) ? { go: '/finish-payment/' } : ask(payer)
}

/** A refusal says what happened; without an answer the server may have charged, so it is asked. */
async function afterFailure(payer: Payer, { kind, code, refusal }: CallFailure): Promise<Result> {
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
    case 'closed':
      await payer.sync.refresh()
      return told('expired')
    default:
      return told('unavailable')
  }
}

function quoteChanged({ store, shown }: Payer, fresh: unknown): Result {
  const checkout = wireCheckout.safeParse(fresh)
  if (!checkout.success) return told('unavailable')
  adopt(store, checkout.data)
  const before = { amount: shown.total, currency: shown.currency }
  return { told: { kind: 'quote_changed', before } }
}

/** After an answer that never came, what is still open is watched on the page made for it. */
export async function ask(
  { store, sync }: Pick<Payer, 'store' | 'sync'>,
  after: 'answer' | 'unanswered' = 'answer',
): Promise<Result> {
  try {
    return resultOf(await whereMoneyIs(store, sync), after)
  } catch {
    return told('unknown')
  }
}

function resultOf({ outcome, reason }: MoneyIs, after: 'answer' | 'unanswered'): Result {
  switch (outcome) {
    case 'done':
      return { go: '/thank-you/' }
    case 'none':
      return told('not_sent')
    case 'not_charged':
      // The reason may be that of an earlier payment when this one never arrived.
      return declined(after === 'answer' ? reason : null)
    case 'checking':
      return after === 'answer' ? told('unconfirmed') : { go: '/finish-payment/' }
  }
}
