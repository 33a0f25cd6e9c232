import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { rulesSchema } from '@/sandbox/fault-injection'
import { type Exchange, readBody, sendJson } from '@/sandbox/http-exchange'
import type { PaypalApi } from '@/sandbox/paypal/api'
import { findRow } from '@/sandbox/paypal/api-error'
import { decideCapture } from '@/sandbox/paypal/captures'
import { disputeCapture } from '@/sandbox/paypal/disputes'
import { approveOrder } from '@/sandbox/paypal/orders'
import type { PaypalTables } from '@/sandbox/paypal/tables'
import type { Row, Table } from '@/sandbox/store'
import type { StripeApi } from '@/sandbox/stripe/api'
import { recordDispute } from '@/sandbox/stripe/disputes'
import { failRefund } from '@/sandbox/stripe/refunds'
import { billSubscription } from '@/sandbox/stripe/renewals'
import { forRequest, type RequestContext } from '@/sandbox/stripe/tables'
import type { WebhookSender } from '@/sandbox/webhooks'

export interface ControlApi {
  stripe: StripeApi
  paypal: PaypalApi
  webhooks: { stripe: WebhookSender; paypal: WebhookSender }
}

/** Loopback API for tests and operators: inspects calls and events, and injects faults. */
export async function handleControlRequest(control: ControlApi, exchange: Exchange): Promise<void> {
  const { method, url, response } = exchange
  const call = `${method} ${url.pathname.replace(/\/$/, '')}`
  const result = await dispatchControlCall(control, call, exchange)
  if (result === undefined) sendJson(response, 404, { error: `Unknown call: ${call}` })
  else sendJson(response, 200, result)
}

async function dispatchControlCall(control: ControlApi, call: string, exchange: Exchange) {
  const { stripe, paypal, webhooks } = control
  const { faults, log, store, tables } = stripe
  const sendDueEvents = () => {
    stripe.onCommit()
    paypal.onCommit()
  }
  const bankAction = bankActions[call]
  if (bankAction) {
    const body: unknown = await readJsonBody(exchange)
    const result = store.transact(() => bankAction(body, forRequest(tables), paypal.tables))
    sendDueEvents()
    return result
  }
  switch (call) {
    case 'GET /_health':
      return { ok: true }
    case 'GET /_ledger':
      return { movements: tables.movements.list() }
    case 'GET /_log':
      return { requests: log.entries() }
    case 'GET /_webhooks':
      return { deliveries: listDeliveries(control) }
    case 'POST /_webhooks/replay':
      return {
        replayed:
          webhooks.stripe.replay(shuffleIds(tables.events)) +
          webhooks.paypal.replay(shuffleIds(paypal.tables.events)),
      }
    case 'GET /_chaos':
      return { rules: faults.rules() }
    case 'POST /_chaos':
      faults.add(rulesSchema.parse(await readJsonBody(exchange)))
      return { rules: faults.rules() }
    case 'DELETE /_chaos':
      faults.clear()
      sendDueEvents()
      return { rules: [] }
    case 'GET /_subscriptions':
      return { subscriptions: tables.subscriptions.list() }
    default:
      return undefined
  }
}

const readJsonBody = async (exchange: Exchange): Promise<unknown> =>
  JSON.parse((await readBody(exchange.request)) || '{}')

type BankAction = (body: unknown, context: RequestContext, paypal: PaypalTables) => object

const bankAction =
  <T>(
    schema: z.ZodType<T>,
    act: (input: T, context: RequestContext, paypal: PaypalTables) => object,
  ): BankAction =>
  (body, context, paypal) =>
    act(schema.parse(body), context, paypal)

const findCaptureId = (paypal: PaypalTables, order: string): string =>
  findRow(paypal.orders, order).capture ?? ''

/** What banks, payers and time do, for which the APIs have no call. */
const bankActions: Record<string, BankAction> = {
  'POST /_disputes': bankAction(
    z.strictObject({ intent: z.string(), status: z.enum(['needs_response', 'won', 'lost']) }),
    ({ intent, status }, context) => recordDispute(context, intent, status),
  ),
  'POST /_renewals': bankAction(
    z.strictObject({ subscription: z.string(), card: z.string().optional() }),
    ({ subscription, card }, context) => billSubscription(context, subscription, card),
  ),
  'POST /_refunds/fail': bankAction(z.strictObject({ refund: z.string() }), ({ refund }, context) =>
    failRefund(context, refund),
  ),
  'POST /_paypal/approvals': bankAction(
    z.strictObject({
      order: z.string(),
      choice: z.enum(['approved', 'declined', 'denied', 'pending']).default('approved'),
    }),
    ({ order, choice }, _, paypal) => approveOrder(paypal, order, choice),
  ),
  'POST /_paypal/disputes': bankAction(
    z.strictObject({
      order: z.string(),
      outcome: z.enum(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR']).optional(),
    }),
    ({ order, outcome }, _, paypal) =>
      disputeCapture(paypal, findCaptureId(paypal, order), outcome),
  ),
  'POST /_paypal/captures': bankAction(
    z.strictObject({ order: z.string(), status: z.enum(['COMPLETED', 'DENIED']) }),
    ({ order, status }, _, paypal) => decideCapture(paypal, findCaptureId(paypal, order), status),
  ),
}

const listDeliveries = ({ stripe: { tables }, paypal }: ControlApi): object[] => [
  ...tables.deliveries
    .list()
    .map(delivery => ({ ...delivery, type: tables.events.find(delivery.event)?.type })),
  ...paypal.tables.deliveries.list().map(delivery => ({
    ...delivery,
    type: paypal.tables.events.find(delivery.event)?.event_type,
  })),
]

const shuffleIds = (table: Table<Row>): string[] =>
  table
    .list()
    .map(({ id }) => ({ id, rank: randomInt(2 ** 40) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id)
