import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type FaultInjector, rulesSchema } from '@/sandbox/fault-injection'
import { type Exchange, readBody, sendJson } from '@/sandbox/http-exchange'
import { findRow } from '@/sandbox/paypal/api-error'
import { decideCapture } from '@/sandbox/paypal/captures'
import { disputeCapture } from '@/sandbox/paypal/disputes'
import { approveOrder } from '@/sandbox/paypal/orders'
import type { PaypalTables } from '@/sandbox/paypal/tables'
import type { RequestLog } from '@/sandbox/request-log'
import type { Row, Store, Table } from '@/sandbox/store'
import { recordDispute } from '@/sandbox/stripe/disputes'
import { failRefund } from '@/sandbox/stripe/refunds'
import { billSubscription } from '@/sandbox/stripe/renewals'
import { forRequest, type RequestContext, type Tables } from '@/sandbox/stripe/tables'
import type { WebhookSender } from '@/sandbox/webhooks'

export interface ControlApi {
  faults: FaultInjector
  log: RequestLog
  store: Store
  webhooks: { stripe: WebhookSender; paypal: WebhookSender }
  tables: Tables
  paypal: PaypalTables
}

const disputeSchema = z.strictObject({
  intent: z.string(),
  status: z.enum(['needs_response', 'won', 'lost']),
})

const captureSchema = z.strictObject({
  order: z.string(),
  status: z.enum(['COMPLETED', 'DENIED']),
})

const paypalDisputeSchema = z.strictObject({
  order: z.string(),
  outcome: z.enum(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR']).optional(),
})

const approvalSchema = z.strictObject({
  order: z.string(),
  choice: z.enum(['approved', 'declined', 'denied', 'pending']).default('approved'),
})

const billSchema = z.strictObject({ subscription: z.string(), card: z.string().optional() })
const failSchema = z.strictObject({ refund: z.string() })

/** Loopback API for tests and operators: inspects calls and events, and injects faults. */
export async function handleControlRequest(control: ControlApi, exchange: Exchange): Promise<void> {
  const { method, url, response } = exchange
  const call = `${method} ${url.pathname.replace(/\/$/, '')}`
  const result = await dispatchControlCall(control, call, exchange)
  if (result === undefined) sendJson(response, 404, { error: `Unknown call: ${call}` })
  else sendJson(response, 200, result)
}

async function dispatchControlCall(control: ControlApi, call: string, exchange: Exchange) {
  const { faults, log, paypal, webhooks, tables } = control
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
          webhooks.paypal.replay(shuffleIds(paypal.events)),
      }
    case 'GET /_chaos':
      return { rules: faults.rules() }
    case 'POST /_chaos':
      faults.add(rulesSchema.parse(await readJsonBody(exchange)))
      return { rules: faults.rules() }
    case 'DELETE /_chaos':
      faults.clear()
      webhooks.stripe.sendDue()
      webhooks.paypal.sendDue()
      return { rules: [] }
    case 'POST /_disputes': {
      const { intent, status } = disputeSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, context => recordDispute(context, intent, status))
    }
    case 'POST /_renewals': {
      const { subscription, card } = billSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, context => billSubscription(context, subscription, card))
    }
    case 'GET /_subscriptions':
      return { subscriptions: tables.subscriptions.list() }
    case 'POST /_refunds/fail': {
      const { refund } = failSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, context => failRefund(context, refund))
    }
    case 'POST /_paypal/approvals': {
      const { order, choice } = approvalSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, () => approveOrder(paypal, order, choice))
    }
    case 'POST /_paypal/disputes': {
      const { order, outcome } = paypalDisputeSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, () =>
        disputeCapture(paypal, findRow(paypal.orders, order).capture ?? '', outcome),
      )
    }
    case 'POST /_paypal/captures': {
      const { order, status } = captureSchema.parse(await readJsonBody(exchange))
      return runInTransaction(control, () =>
        decideCapture(paypal, findRow(paypal.orders, order).capture ?? '', status),
      )
    }
    default:
      return undefined
  }
}

const readJsonBody = async (exchange: Exchange): Promise<unknown> =>
  JSON.parse((await readBody(exchange.request)) || '{}')

/** Triggers bank actions that the API has no call for. */
function runInTransaction(
  { store, webhooks, tables }: ControlApi,
  work: (context: RequestContext) => object,
): object {
  try {
    const result = work(forRequest(tables, { requestId: null, idempotencyKey: null }))
    store.commit()
    webhooks.stripe.sendDue()
    webhooks.paypal.sendDue()
    return result
  } catch (error) {
    store.rollback()
    throw error
  }
}

function listDeliveries({ paypal, tables }: ControlApi): object[] {
  return [
    ...tables.deliveries
      .list()
      .map(delivery => ({ ...delivery, type: tables.events.find(delivery.event)?.type })),
    ...paypal.deliveries
      .list()
      .map(delivery => ({ ...delivery, type: paypal.events.find(delivery.event)?.event_type })),
  ]
}

const shuffleIds = (table: Table<Row>): string[] =>
  table
    .list()
    .map(({ id }) => ({ id, rank: randomInt(2 ** 40) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id)
