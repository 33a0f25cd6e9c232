import type { IncomingHttpHeaders } from 'node:http'
import { type CurrencyCode, isCurrency, unitMultiplierOf } from '@/domain/data/currencies'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Paypal } from '@/server/config/env'
import { type ChargeOutcome, RefundError } from '@/server/gateways/charge-outcome'
import {
  createPaypalClient,
  findCapture,
  type Order,
  type OrderInput,
  type PaypalClient,
  parseProblem,
} from '@/server/gateways/paypal-client'
import { createPaypalDisputes, type PaypalDisputes } from '@/server/gateways/paypal-disputes'
import { createPaypalEventReader, type PaypalEvent } from '@/server/gateways/paypal-events'

/** An order for the customer to approve; amount in minor units. */
export interface NewOrder extends Omit<OrderInput, 'value'> {
  amount: number
  currency: CurrencyCode
}

/** Approved but not captured; amount in minor units, as the order has it now. */
export interface ApprovedOrder {
  status: 'approved'
  ref: string
  amount: number
  currency: string
  attemptId: string | undefined
}

/** PayPal's id of the order, and its page where the customer can approve it. */
export interface CreatedOrder {
  ref: string
  approveUrl: string | null
}

export interface PaypalGateway {
  /** Creates an order for the customer to approve; no money moves. Undefined when it fails. */
  createOrder: (order: NewOrder) => Promise<CreatedOrder | undefined>
  retrieve: (ref: string) => Promise<ChargeOutcome | ApprovedOrder>
  /** Captures an approved order. The same key takes the money once. */
  capture: (ref: string, idempotencyKey: string) => Promise<ChargeOutcome | ApprovedOrder>
  /** Refunds all that is left. The same key refunds once. Throws a `RefundError`. */
  refund: (ref: string, idempotencyKey: string) => Promise<void>
  /**
   * The refunded amount of an order in minor units and its dispute; `dispute` is undefined when the
   * shop may not read disputes. Throws when PayPal does not answer.
   */
  retrieveRefundsAndDisputes: (
    ref: string,
  ) => Promise<
    Omit<RefundsAndDisputes, 'dispute'> & { dispute: RefundsAndDisputes['dispute'] | undefined }
  >
  /** The event of a webhook; undefined if not PayPal's. Throws if the certificate is not served. */
  constructEvent: (
    rawBody: Buffer,
    headers: IncomingHttpHeaders,
  ) => Promise<PaypalEvent | undefined>
}

/** PayPal through its SDK; `apiBase` points it at the sandbox or another local stand-in. */
export function createPaypalGateway(settings: Paypal, timeoutMs?: number): PaypalGateway {
  const client = createPaypalClient(settings, timeoutMs)
  const disputes = createPaypalDisputes(settings)
  return {
    createOrder: ({ amount, ...order }) =>
      client
        .createOrder({ ...order, value: formatAmount(amount, order.currency) })
        .then(toCreatedOrder, () => undefined),
    retrieve: ref => retrieveOutcome(client, ref),
    capture: (ref, idempotencyKey) => captureOrder(client, ref, idempotencyKey),
    refund: (ref, idempotencyKey) => refundOnce(client, ref, idempotencyKey),
    retrieveRefundsAndDisputes: async ref =>
      readRefundsAndDisputes(await client.retrieve(ref), disputes),
    constructEvent: createPaypalEventReader(settings),
  }
}

/** The amount as PayPal's decimal string, with as many decimals as the currency has. */
const formatAmount = (amount: number, currency: CurrencyCode): string =>
  toMajor(amount, currency).toFixed(unitMultiplierOf(currency) === 1 ? 0 : 2)

const toCreatedOrder = ({ id, links = [] }: Order): CreatedOrder | undefined => {
  const approve = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
  return id ? { ref: id, approveUrl: approve?.href ?? null } : undefined
}

async function retrieveOutcome(
  client: PaypalClient,
  ref: string,
): Promise<ChargeOutcome | ApprovedOrder> {
  try {
    return toOutcome(ref, await client.retrieve(ref))
  } catch (error) {
    const problem = parseProblem(error)
    if (problem?.status === 404) return { status: 'none' }
    return problem ? { status: 'refused', reason: problem.issue } : { status: 'unknown' }
  }
}

async function captureOrder(
  client: PaypalClient,
  ref: string,
  idempotencyKey: string,
): Promise<ChargeOutcome | ApprovedOrder> {
  try {
    return toOutcome(ref, await client.capture(ref, idempotencyKey))
  } catch (error) {
    const problem = parseProblem(error)
    if (!problem) return { status: 'unknown' }
    if (problem.status !== 422) return { status: 'refused', reason: problem.issue }
    // Refused for good, perhaps because an earlier call has captured it.
    const outcome = await retrieveOutcome(client, ref)
    const isUncaptured = outcome.status === 'approved' || outcome.status === 'requires_action'
    return isUncaptured ? { status: 'declined', ref, reason: problem.issue } : outcome
  }
}

function toOutcome(ref: string, order: Order): ChargeOutcome | ApprovedOrder {
  const orderCapture = findCapture(order)
  if (orderCapture?.status === 'PENDING') return { status: 'processing', ref }
  if (orderCapture?.status === 'DECLINED' || orderCapture?.status === 'FAILED')
    return { status: 'declined', ref, reason: 'payment_denied' }
  const money = parseMoney(orderCapture?.amount ?? order.purchaseUnits?.[0]?.amount)
  if (orderCapture) return { status: 'succeeded', ref, paidWith: null, ...money }
  if (order.status === 'APPROVED')
    return { status: 'approved', ref, attemptId: order.purchaseUnits?.[0]?.customId, ...money }
  if (order.status === 'VOIDED') return { status: 'cancelled', ref }
  return order.status === 'COMPLETED'
    ? { status: 'unknown' }
    : { status: 'requires_action', ref, clientSecret: '' }
}

/** -1 for a currency we do not sell in: it matches no attempt. */
function parseMoney(money: { currencyCode: string; value: string } | undefined) {
  const { currencyCode: currency = '', value = '' } = money ?? {}
  return { currency, amount: isCurrency(currency) ? toMinor(Number(value), currency) : -1 }
}

/** A capture that was already refunded, for example by an operator, counts as refunded. */
async function refundOnce(
  client: PaypalClient,
  ref: string,
  idempotencyKey: string,
): Promise<void> {
  try {
    const { id } = findCapture(await client.retrieve(ref)) ?? {}
    if (!id) throw new Error('an order without a capture has nothing to give back')
    await client.refund(id, idempotencyKey)
  } catch (error) {
    const problem = parseProblem(error)
    if (problem?.issue !== 'capture_fully_refunded')
      throw new RefundError(error, problem !== undefined)
  }
}

/** PayPal's orders do not contain disputes: they are read by the capture's id. */
async function readRefundsAndDisputes(order: Order, disputes: PaypalDisputes) {
  const refunds = order.purchaseUnits?.[0]?.payments?.refunds ?? []
  const refundedAmounts = refunds
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .map(({ amount }) => parseMoney(amount).amount)
  const { id } = findCapture(order) ?? {}
  return {
    refunded: refundedAmounts.reduce((sum, amount) => sum + amount, 0),
    dispute: id ? await disputes.retrieveState(id) : null,
  }
}
