import type { IncomingHttpHeaders } from 'node:http'
import { type CurrencyCode, isCurrency, unitMultiplierOf } from '@/domain/data/currencies'
import type { Aftermath } from '@/domain/payments/payment-states'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Paypal } from '@/server/config/env'
import type { Truth } from '@/server/gateways/charge-outcome'
import {
  captureIn,
  type Order,
  type OrderCall,
  type PaypalCalls,
  paypalCalls,
  problemOf,
} from '@/server/gateways/paypal-calls'
import { type PaypalDisputes, paypalDisputes } from '@/server/gateways/paypal-disputes'
import { type PaypalEvent, paypalEvents } from '@/server/gateways/paypal-events'

/** An order to be approved by the customer; amount in minor units. */
export interface OrderAsked extends Omit<OrderCall, 'value'> {
  amount: number
  currency: CurrencyCode
}

/** The customer has agreed: the money is there to be taken, at the amount the order names now. */
export interface Approved {
  status: 'approved'
  ref: string
  amount: number
  currency: string
  attemptId: string | undefined
}

/** An order, and PayPal's own page where the customer can approve it. */
export interface Made {
  ref: string
  approveUrl: string | null
}

export interface PaypalGateway {
  /** Makes an order for the customer to approve: no money moves. Undefined when there is none. */
  create: (asked: OrderAsked) => Promise<Made | undefined>
  look: (ref: string) => Promise<Truth | Approved>
  /** Takes the money of an approved order: once, however often it is asked for with the same key. */
  capture: (ref: string, idempotencyKey: string) => Promise<Truth | Approved>
  refund: (ref: string, attemptId: string) => Promise<void>
  /**
   * What was given back of an order's money, and whether it is disputed; undefined where the shop may not see that.
   * Throws where the provider does not say.
   */
  aftermath: (
    ref: string,
  ) => Promise<Omit<Aftermath, 'dispute'> & { dispute: Aftermath['dispute'] | undefined }>
  /** The event of a webhook; undefined when it is not PayPal's. Throws where that could not be found out. */
  event: (rawBody: Buffer, headers: IncomingHttpHeaders) => Promise<PaypalEvent | undefined>
}

/** PayPal through its own SDK; `apiBase` points it at the sandbox or at another stand-in on this machine. */
export function paypalGateway(settings: Paypal, timeoutMs?: number): PaypalGateway {
  const calls = paypalCalls(settings, timeoutMs)
  const disputes = paypalDisputes(settings)
  return {
    create: ({ amount, ...asked }) =>
      calls
        .create({ ...asked, value: written(amount, asked.currency) })
        .then(madeOf, () => undefined),
    look: ref => look(calls, ref),
    capture: (ref, idempotencyKey) => capture(calls, ref, idempotencyKey),
    refund: (ref, attemptId) => refundOnce(calls, ref, `refund-${attemptId}`),
    aftermath: async ref => aftermathIn(await calls.read(ref), disputes),
    event: paypalEvents(settings),
  }
}

/** PayPal's text of an amount: as many decimals as the currency has. */
const written = (amount: number, currency: CurrencyCode): string =>
  toMajor(amount, currency).toFixed(unitMultiplierOf(currency) === 1 ? 0 : 2)

const madeOf = ({ id, links = [] }: Order): Made | undefined => {
  const approve = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  return id ? { ref: id, approveUrl: approve?.href ?? null } : undefined
}

async function look(calls: PaypalCalls, ref: string): Promise<Truth | Approved> {
  try {
    return truthIn(ref, await calls.read(ref))
  } catch (error) {
    const problem = problemOf(error)
    if (problem?.status === 404) return { status: 'none' }
    return problem ? { status: 'refused', reason: problem.issue } : { status: 'unknown' }
  }
}

async function capture(
  calls: PaypalCalls,
  ref: string,
  idempotencyKey: string,
): Promise<Truth | Approved> {
  try {
    return truthIn(ref, await calls.capture(ref, idempotencyKey))
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) return { status: 'unknown' }
    if (problem.status !== 422) return { status: 'refused', reason: problem.issue }
    // Refused for good, and perhaps because an earlier call has done it.
    const truth = await look(calls, ref)
    const isUntaken = truth.status === 'approved' || truth.status === 'requires_action'
    return isUntaken ? { status: 'declined', ref, reason: problem.issue } : truth
  }
}

function truthIn(ref: string, order: Order): Truth | Approved {
  const found = captureIn(order)
  if (found?.status === 'PENDING') return { status: 'processing', ref }
  if (found?.status === 'DECLINED' || found?.status === 'FAILED')
    return { status: 'declined', ref, reason: 'payment_denied' }
  const money = moneyIn(found?.amount ?? order.purchaseUnits?.[0]?.amount)
  if (found) return { status: 'succeeded', ref, paidWith: null, ...money }
  if (order.status === 'APPROVED')
    return { status: 'approved', ref, attemptId: order.purchaseUnits?.[0]?.customId, ...money }
  if (order.status === 'VOIDED') return { status: 'cancelled', ref }
  return order.status === 'COMPLETED'
    ? { status: 'unknown' }
    : { status: 'requires_action', ref, clientSecret: '' }
}

/** Of a currency that is none of ours every amount is wrong. */
function moneyIn(money: { currencyCode: string; value: string } | undefined) {
  const { currencyCode: currency = '', value = '' } = money ?? {}
  return { currency, amount: isCurrency(currency) ? toMinor(Number(value), currency) : -1 }
}

/** Money that was given back already, by an operator for one, is as good as ours. */
async function refundOnce(calls: PaypalCalls, ref: string, idempotencyKey: string): Promise<void> {
  const { id } = captureIn(await calls.read(ref)) ?? {}
  if (!id) throw new Error('an order without a capture has nothing to give back')
  try {
    await calls.refund(id, idempotencyKey)
  } catch (error) {
    if (problemOf(error)?.issue !== 'capture_fully_refunded') throw error
  }
}

/** PayPal's disputes are not part of its orders: they are asked for by the capture. */
async function aftermathIn(order: Order, disputes: PaypalDisputes) {
  const refunds = order.purchaseUnits?.[0]?.payments?.refunds ?? []
  const given = refunds
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .map(({ amount }) => moneyIn(amount).amount)
  const { id } = captureIn(order) ?? {}
  return {
    refunded: given.reduce((sum, amount) => sum + amount, 0),
    dispute: id ? await disputes.of(id) : null,
  }
}
