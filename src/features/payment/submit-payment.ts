import { ApiClientError } from '@/client/api/api-client-error'
import { finishPayment, type OrderKind, type PaymentStatus } from '@/client/payments/finish-payment'
import {
  acceptServerState,
  type CheckoutStore,
  optimisticState,
} from '@/client/store/checkout-store'
import type { Sync } from '@/client/store/checkout-sync'
import type { Infer } from '@/contract/api-call'
import type { WireCheckout } from '@/contract/checkout'
import { createPaymentIntent, createPaypalOrder } from '@/contract/merchant'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Card, CollectResult, PaymentSource } from '@/features/payment/card'

/** Messages after a payment that did not succeed, each with its own text. */
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

/** Result of a payment: a redirect, an invalid field or a message. */
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
  /** Set to pay the second order instead of the first. */
  secondOrder?: SecondOrder | undefined
}

export interface SecondOrder {
  orderKind: Exclude<OrderKind, 'plan'>
  /** Charges the order; `expectedPrice` is the shown price in major units. */
  charge: (source: PaymentSource, expectedPrice: ExpectedPrice) => Promise<ChargeResponse>
}

type ChargeResponse = Infer<typeof createPaymentIntent.response>
type ExpectedPrice = { expected_total: number; expected_currency: CurrencyCode }

/** Charges the shown price once and returns the result. Never throws. */
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
    return error instanceof ApiClientError
      ? handleApiError(context, error)
      : finishLastPayment(context)
  }
}

/** Whether the last payment must be finished before another one: money may have been taken. */
export const isUnfinished = (message: PaymentMessage | null): boolean =>
  message !== null && ['unknown', 'unconfirmed', 'paid_offline'].includes(message.kind)

const toMessage = (kind: PlainMessageKind): PaymentResult => ({ message: { kind } })
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
  // A challenge closed here can still be answered elsewhere, so the payment is cancelled.
  return cancelPayment(context, parsePaymentId(response.client_secret))
}

/** Payment id at the start of a client secret: `pi_1` of `pi_1_secret_2`. */
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

/**
 * A refusal states the result; without a response the server may have charged, so the status is
 * checked.
 */
async function handleApiError(
  context: Pick<PaymentContext, 'store' | 'sync' | 'shownQuote'>,
  { kind, code, refusal }: ApiClientError,
): Promise<PaymentResult> {
  if (kind !== 'refused') return finishLastPayment(context, 'unanswered')
  switch (code) {
    case 'declined':
      return finishLastPayment(context)
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
  checkout: WireCheckout | undefined,
): PaymentResult {
  if (!checkout) return toMessage('unavailable')
  acceptServerState(store, checkout)
  const before = { amount: shownQuote.total, currency: shownQuote.currency }
  return { message: { kind: 'quote_changed', before } }
}

type FinishContext = Pick<PaymentContext, 'store' | 'sync' | 'secondOrder'>

/** What became of the request that the result is for; `none` if the page has sent none. */
type LastRequest = 'answered' | 'unanswered' | 'none'

/**
 * Finishes the last payment and returns the result. After a request without a response, an open payment continues on the
 * finish page. Without a request, a wait for the next payment counts more than an earlier decline.
 */
export async function finishLastPayment(
  { store, sync, secondOrder }: FinishContext,
  lastRequest: LastRequest = 'answered',
): Promise<PaymentResult> {
  try {
    return toResult(
      await finishPayment(store, sync, { orderKind: secondOrder?.orderKind }),
      lastRequest,
    )
  } catch {
    return toMessage('unknown')
  }
}

/** Cancels the named payment, or whichever waits for the customer, and returns the result. */
export async function cancelPayment(
  { store, sync, secondOrder }: FinishContext,
  paymentId?: string,
): Promise<PaymentResult> {
  try {
    const cancelTarget = paymentId ?? true
    const status = await finishPayment(store, sync, {
      cancelAttempt: cancelTarget,
      orderKind: secondOrder?.orderKind,
    })
    const isCancelled = status.outcome === 'not_charged' && status.reason === null
    return isCancelled ? toMessage('called_off') : toResult(status, 'answered')
  } catch {
    return toMessage('unknown')
  }
}

function toResult(
  { outcome, reason, retryAfterSeconds }: PaymentStatus,
  lastRequest: LastRequest,
): PaymentResult {
  switch (outcome) {
    case 'done':
      return { redirectTo: '/thank-you/' }
    case 'none':
      return toMessage('not_sent')
    case 'not_charged':
      if (lastRequest === 'none' && retryAfterSeconds) return toMessage('rate_limited')
      // If this payment never reached the server, the reason may belong to an earlier one.
      return toDecline(lastRequest === 'unanswered' ? null : reason)
    case 'waiting':
      return toMessage('waiting')
    case 'checking':
      return lastRequest === 'unanswered'
        ? { redirectTo: '/finish-payment/' }
        : toMessage('unconfirmed')
  }
}

/** A PayPal order to approve; `approveUrl` is PayPal's page for browsers without popups. */
export interface PaypalOrder {
  id: string
  approveUrl: string | null
}

/** Creates a PayPal order for the shown price. No money moves. Never throws. */
export async function startPaypal(
  context: Pick<PaymentContext, 'store' | 'sync' | 'shownQuote'>,
): Promise<PaypalOrder | PaymentResult> {
  const { store, sync, shownQuote } = context
  if (!(await sync.flush())) return toMessage('unsaved')
  try {
    const { id, approve_url: approveUrl } = await sync.run(createPaypalOrder, {
      body: {
        token: store.getState().checkout.token,
        expected_total: toMajor(shownQuote.total, shownQuote.currency),
        expected_currency: shownQuote.currency,
      },
    })
    return id ? { id, approveUrl } : { redirectTo: '/thank-you/' }
  } catch (error) {
    return error instanceof ApiClientError
      ? handleApiError(context, error)
      : finishLastPayment(context)
  }
}

/** The customer has approved: finishing the payment captures the order. */
export async function completePaypalOrder({ store, sync }: FinishContext): Promise<PaymentResult> {
  try {
    const status = await finishPayment(store, sync)
    return status.outcome === 'checking'
      ? { redirectTo: '/finish-payment/' }
      : toResult(status, 'answered')
  } catch {
    return { redirectTo: '/finish-payment/' }
  }
}

/** The customer has closed PayPal's window: cancels the order, which is then never captured. */
export async function cancelPaypal(
  context: FinishContext,
  orderId: string | undefined,
): Promise<PaymentResult> {
  const result = await cancelPayment(context, orderId)
  const isCancelled = 'message' in result && result.message.kind === 'called_off'
  return isCancelled ? toMessage('paypal_cancelled') : result
}
