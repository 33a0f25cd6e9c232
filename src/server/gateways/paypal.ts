import * as z from 'zod'
import { type CurrencyCode, isCurrency, unitMultiplierOf } from '@/domain/data/currencies'
import type { RefundsAndDisputes } from '@/domain/payments/payment-states'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Paypal } from '@/server/config/env'
import { paypalSandboxUrl } from '@/server/config/variables'
import { type ChargeOutcome, RefundError } from '@/server/gateways/charge-outcome'
import {
  createPaypalClient,
  findCapture,
  type Order,
  type OrderInput,
  type PaypalClient,
  parseProblem,
} from '@/server/gateways/paypal-client'
import { createPaypalEventReader } from '@/server/gateways/paypal-events'
import { measuredFetch } from '@/server/infra/measure-call'

/** An order for the customer to approve; amount in minor units. */
interface NewOrder extends Omit<OrderInput, 'value'> {
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

export type PaypalGateway = ReturnType<typeof createPaypalGateway>

/** PayPal through its SDK; `apiBase` points it at the sandbox or another local stand-in. */
export function createPaypalGateway(settings: Paypal, timeoutMs?: number) {
  const client = createPaypalClient(settings, timeoutMs)
  return {
    /** Creates an order for the customer to approve; no money moves. Undefined when it fails. */
    createOrder: ({ amount, ...order }: NewOrder): Promise<CreatedOrder | undefined> =>
      client
        .createOrder({ ...order, value: formatAmount(amount, order.currency) })
        .then(toCreatedOrder, () => undefined),
    retrieve: (ref: string) => retrieveOutcome(client, ref),
    /** Captures an approved order. The same key takes the money once. */
    capture: (ref: string, idempotencyKey: string) => captureOrder(client, ref, idempotencyKey),
    /**
     * Refunds an amount in minor units, or all that is left. The same key refunds once. Throws a
     * `RefundError`.
     */
    refund: (ref: string, idempotencyKey: string, money?: Money) =>
      refundCapture(client, ref, idempotencyKey, money),
    /**
     * The refunded amount of an order in minor units and its dispute; `dispute` is undefined when
     * the shop may not read disputes. Throws when PayPal does not answer.
     */
    retrieveRefundsAndDisputes: async (ref: string) =>
      readRefundsAndDisputes(await client.retrieve(ref), settings),
    /** The event of a webhook; undefined if not PayPal's. Throws if the certificate is not served. */
    constructEvent: createPaypalEventReader(settings),
  }
}

interface Money {
  amount: number
  currency: CurrencyCode
}

const toAmount = ({ amount, currency }: Money) => ({
  currencyCode: currency,
  value: formatAmount(amount, currency),
})

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

/**
 * A capture of which nothing is left, for example because an operator refunded it, counts as refunded
 * unless an amount was asked for.
 */
async function refundCapture(
  client: PaypalClient,
  ref: string,
  idempotencyKey: string,
  money: Money | undefined,
): Promise<void> {
  try {
    const { id } = findCapture(await client.retrieve(ref)) ?? {}
    if (!id) throw new Error('an order without a capture has nothing to give back')
    await client.refund(id, idempotencyKey, money && toAmount(money))
  } catch (error) {
    const problem = parseProblem(error)
    if (problem?.issue === 'capture_fully_refunded' && !money) return
    const isAnswered = problem !== undefined && problem.status !== 429
    throw new RefundError(error, { isAnswered, refusal: isAnswered ? problem.issue : undefined })
  }
}

/** PayPal's orders do not contain disputes: they are read by the capture's id. */
async function readRefundsAndDisputes(order: Order, settings: Paypal) {
  const refunds = order.purchaseUnits?.[0]?.payments?.refunds ?? []
  const refundedAmounts = refunds
    .filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
    .map(({ amount }) => parseMoney(amount).amount)
  const { id } = findCapture(order) ?? {}
  return {
    refunded: refundedAmounts.reduce((sum, amount) => sum + amount, 0),
    dispute: id ? await retrieveDispute(settings, id) : null,
  }
}

const disputeTimeoutMs = 10_000

const tokenSchema = z.object({ access_token: z.string() })
const disputeListSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string() })).default([]),
})
const disputeSchema = z.object({
  dispute_outcome: z.object({ outcome_code: z.string() }).partial().optional(),
})

/**
 * The dispute of a captured payment, which PayPal's SDK does not cover: null without one, undefined
 * when the shop's PayPal app may not read disputes. Throws when PayPal does not answer.
 */
async function retrieveDispute(
  { clientId, secret, apiBase }: Paypal,
  captureId: string,
): Promise<RefundsAndDisputes['dispute'] | undefined> {
  const baseUrl = apiBase ?? 'https://api-m.paypal.com'
  const origin = apiBase === paypalSandboxUrl ? paypalSandboxUrl : baseUrl
  const sendRequest = async (path: string, options: RequestInit): Promise<Response> =>
    measuredFetch('paypal', `${origin}${path}`, {
      ...options,
      redirect: 'error',
      signal: AbortSignal.timeout(disputeTimeoutMs),
    })
  const fetchAccessToken = async (): Promise<string> => {
    const response = await sendRequest('/v1/oauth2/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    if (!response.ok) throw new Error(`PayPal gave no token: ${response.status}`)
    return tokenSchema.parse(await response.json()).access_token
  }
  const headers = { authorization: `Bearer ${await fetchAccessToken()}` }
  const query = new URLSearchParams({ disputed_transaction_id: captureId })
  const listResponse = await sendRequest(`/v1/customer/disputes?${query}`, { headers })
  if (listResponse.status === 401 || listResponse.status === 403) return undefined
  if (listResponse.status === 404) return null
  if (!listResponse.ok) throw new Error(`PayPal listed no disputes: ${listResponse.status}`)
  const states: ('open' | 'won' | 'lost')[] = []
  for (const { dispute_id: id, status } of disputeListSchema.parse(await listResponse.json())
    .items) {
    if (status !== 'RESOLVED') {
      states.push('open')
      continue
    }
    const disputeResponse = await sendRequest(`/v1/customer/disputes/${encodeURIComponent(id)}`, {
      headers,
    })
    if (!disputeResponse.ok)
      throw new Error(`PayPal answered the dispute query with ${disputeResponse.status}`)
    const code =
      disputeSchema.parse(await disputeResponse.json()).dispute_outcome?.outcome_code ?? ''
    states.push(lostOutcomes.has(code) ? 'lost' : 'won')
  }
  // Of several disputes an open one counts before a lost one, and a lost one before a won one.
  return (['open', 'lost', 'won'] as const).find(dispute => states.includes(dispute)) ?? null
}

/** The shop loses the money; with every other outcome it keeps it. */
const lostOutcomes = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
