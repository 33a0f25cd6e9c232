import { ApiClientError } from '@/client/api/api-client'
import {
  fetchPaymentStatus,
  type OrderKind,
  type PaymentStatus,
} from '@/client/payments/payment-status'
import {
  acceptServerState,
  type CheckoutStore,
  optimisticState,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { Infer } from '@/contract/api-call'
import { wireCheckout } from '@/contract/checkout'
import { createPaymentIntent } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, CollectResult, PaymentSource } from '@/features/payment/card'

/** What the customer is told after a payment that did not go through, each with a sentence of its own. */
export type PaymentMessage =
  | { kind: 'declined'; reason: string | null }
  | { kind: 'quote_changed'; before: { amount: Minor; currency: CurrencyCode } }
  | { kind: PlainMessageKind }

type PlainMessageKind =
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
export type PaymentResult =
  | { redirectTo: '/thank-you/' | '/finish-payment/' }
  | { invalid: Extract<CollectResult, { field: unknown }> | 'terms' }
  | { message: PaymentMessage }

export interface PaymentContext {
  store: CheckoutStore
  sync: Sync
  /** Null when there is nothing to pay. */
  card: Card | null
  holder: string
  /** The price the customer sees. */
  shownQuote: Quote
  /** The second order instead of the first one. */
  secondOrder?: SecondOrder | undefined
}

export interface SecondOrder {
  orderKind: Exclude<OrderKind, 'plan'>
  /** Charges it; `expected` is what the customer sees, in major units. */
  charge: (source: PaymentSource, expectedPrice: ExpectedPrice) => Promise<ChargeResponse>
}

type ChargeResponse = Infer<typeof createPaymentIntent.response>
type ExpectedPrice = { expected_total: number; expected_currency: CurrencyCode }

/** Charges the shown price once, and says where the money is. Throws nothing. */
export async function pay(context: PaymentContext): Promise<PaymentResult> {
  const { store, sync, card, holder } = context
  if (!(await sync.flush())) return toMessage('unsaved')
  const { email } = optimisticState(store.getState()).customer
  const collected = card && (await card.collect({ name: holder, email }))
  if (collected === 'unreachable') return toMessage('unreachable')
  if (collected && 'field' in collected) return { invalid: collected }
  if (collected && 'declineCode' in collected) return toDecline(collected.declineCode)
  try {
    return await charge(context, collected?.source ?? null)
  } catch (error) {
    return error instanceof ApiClientError ? handleApiError(context, error) : checkStatus(context)
  }
}

/** Whether asking, and nothing else, is what comes next: money may have been taken, or has been. */
export const shouldCheckStatus = (message: PaymentMessage | null): boolean =>
  message?.kind === 'unknown' || message?.kind === 'paid_offline'

export const toMessage = (kind: PlainMessageKind): PaymentResult => ({ message: { kind } })
const toDecline = (reason: string | null): PaymentResult => ({
  message: { kind: 'declined', reason },
})

async function charge(
  context: PaymentContext,
  source: PaymentSource | null,
): Promise<PaymentResult> {
  const { card, shownQuote, secondOrder } = context
  const expectedPrice = {
    expected_total: toMajor(shownQuote.total, shownQuote.currency),
    expected_currency: shownQuote.currency,
  }
  const response =
    secondOrder && source
      ? await secondOrder.charge(source, expectedPrice)
      : await chargePlan(context, source, expectedPrice)
  if (response.status === 'success') return { redirectTo: '/thank-you/' }
  if (response.status === 'checking' || !response.client_secret || !card)
    return { redirectTo: '/finish-payment/' }
  if (await card.confirm(response.client_secret)) return { redirectTo: '/finish-payment/' }
  // A question that was put away here can still be answered elsewhere: the payment is not left open.
  return cancelPayment(context, parsePaymentId(response.client_secret))
}

/** The id of a payment, which its client secret begins with: `pi_1_secret_2`. */
const parsePaymentId = (secret: string): string => secret.replace(/_secret_.*/, '')

const chargePlan = (
  { store, sync }: PaymentContext,
  source: PaymentSource | null,
  expectedPrice: ExpectedPrice,
): Promise<ChargeResponse> =>
  sync.run(createPaymentIntent, {
    body: {
      token: store.getState().checkout.token,
      payment_method: null,
      ...source,
      ...expectedPrice,
    },
  })

/** A refusal says what happened; without an answer the server may have charged, so it is asked. */
export async function handleApiError(
  context: Pick<PaymentContext, 'store' | 'sync' | 'shownQuote'>,
  { kind, code, refusal }: ApiClientError,
): Promise<PaymentResult> {
  if (kind !== 'refused') return checkStatus(context, 'unanswered')
  switch (code) {
    case 'declined':
      return checkStatus(context)
    case 'quote_changed':
      return applyChangedQuote(context, refusal.checkout)
    case 'paid':
      return { redirectTo: '/thank-you/' }
    case 'payment_in_progress':
    case 'needs_check':
      return { redirectTo: '/finish-payment/' }
    case 'terms':
      context.sync.change({ terms: { selected: false } })
      return { invalid: 'terms' }
    case 'incomplete':
      await context.sync.refresh()
      return toMessage('incomplete')
    case 'rate_limited':
      return toMessage('rate_limited')
    case 'not_found':
    case 'not_offered':
    case 'closed':
      await context.sync.refresh()
      return toMessage('expired')
    default:
      return toMessage('unavailable')
  }
}

function applyChangedQuote(
  { store, shownQuote }: Pick<PaymentContext, 'store' | 'shownQuote'>,
  payload: unknown,
): PaymentResult {
  const checkout = wireCheckout.safeParse(payload)
  if (!checkout.success) return toMessage('unavailable')
  acceptServerState(store, checkout.data)
  const before = { amount: shownQuote.total, currency: shownQuote.currency }
  return { message: { kind: 'quote_changed', before } }
}

type StatusContext = Pick<PaymentContext, 'store' | 'sync' | 'secondOrder'>

/** After an answer that never came, what is still open is watched on the page made for it. */
export async function checkStatus(
  { store, sync, secondOrder }: StatusContext,
  lastRequest: 'answered' | 'unanswered' = 'answered',
): Promise<PaymentResult> {
  try {
    return toResult(
      await fetchPaymentStatus(store, sync, { orderKind: secondOrder?.orderKind }),
      lastRequest,
    )
  } catch {
    return toMessage('unknown')
  }
}

/** Gives up a payment that waits for the customer, the named one or whichever it is, and says what became of it. */
export async function cancelPayment(
  { store, sync, secondOrder }: StatusContext,
  paymentId?: string,
): Promise<PaymentResult> {
  try {
    const cancelTarget = paymentId ?? true
    const status = await fetchPaymentStatus(store, sync, {
      cancelAttempt: cancelTarget,
      orderKind: secondOrder?.orderKind,
    })
    const isCancelled = status.outcome === 'not_charged' && status.reason === null
    return isCancelled ? toMessage('called_off') : toResult(status, 'answered')
  } catch {
    return toMessage('unknown')
  }
}

export function toResult(
  { outcome, reason }: PaymentStatus,
  lastRequest: 'answered' | 'unanswered',
): PaymentResult {
  switch (outcome) {
    case 'done':
      return { redirectTo: '/thank-you/' }
    case 'none':
      return toMessage('not_sent')
    case 'not_charged':
      // The reason may be that of an earlier payment when this one never arrived.
      return toDecline(lastRequest === 'answered' ? reason : null)
    case 'waiting':
      return toMessage('waiting')
    case 'checking':
      return lastRequest === 'answered'
        ? toMessage('unconfirmed')
        : { redirectTo: '/finish-payment/' }
  }
}
