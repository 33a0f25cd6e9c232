import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Chaos, rulesSchema } from '@/sandbox/fault-injection'
import { bodyText, type Exchange, sendJson } from '@/sandbox/http-exchange'
import { decide } from '@/sandbox/paypal/captures'
import { disputeCapture } from '@/sandbox/paypal/disputes'
import { approve, findOrder } from '@/sandbox/paypal/orders'
import type { PaypalWorld } from '@/sandbox/paypal/tables'
import type { RequestLog } from '@/sandbox/request-log'
import type { Store } from '@/sandbox/store'
import { dispute } from '@/sandbox/stripe/disputes'
import { failRefund } from '@/sandbox/stripe/refunds'
import { bill } from '@/sandbox/stripe/renewals'
import { type Scene, sceneOf, type World } from '@/sandbox/stripe/tables'
import type { Webhooks } from '@/sandbox/webhooks'

export interface Control {
  chaos: Chaos
  log: RequestLog
  store: Store
  webhooks: { stripe: Webhooks; paypal: Webhooks }
  world: World
  paypal: PaypalWorld
}

const replaySchema = z.strictObject({
  event: z.string().optional(),
  events: z.array(z.string()).optional(),
  type: z.string().optional(),
  shuffle: z.boolean().default(false),
})

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

/** The side that tests and operators use on loopback: what happened, and what shall go wrong. */
export async function answerControl(control: Control, exchange: Exchange): Promise<void> {
  const { method, url, response } = exchange
  const call = `${method} ${url.pathname.replace(/\/$/, '')}`
  const answer = await controlAnswer(control, call, exchange)
  if (answer === undefined) sendJson(response, 404, { error: `Unknown call: ${call}` })
  else sendJson(response, 200, answer)
}

async function controlAnswer(control: Control, call: string, exchange: Exchange) {
  const { chaos, log, paypal, webhooks, world } = control
  switch (call) {
    case 'GET /_health':
      return { ok: true }
    case 'GET /_ledger':
      return { movements: world.movements.all() }
    case 'GET /_log':
      return { requests: log.entries() }
    case 'GET /_webhooks':
      return { deliveries: deliveriesTold(control) }
    case 'POST /_webhooks/replay': {
      const wanted = replaySchema.parse(await asked(exchange))
      const ids = eventsToReplay(control, wanted)
      const [own, others] = [ids.filter(id => world.events.find(id)), ids.filter(isPaypal)]
      return { replayed: webhooks.stripe.replay(own) + webhooks.paypal.replay(others) }
    }
    case 'GET /_chaos':
      return { rules: chaos.rules() }
    case 'POST /_chaos':
      chaos.add(rulesSchema.parse(await asked(exchange)))
      return { rules: chaos.rules() }
    case 'DELETE /_chaos':
      chaos.clear()
      webhooks.stripe.pump()
      webhooks.paypal.pump()
      return { rules: [] }
    case 'POST /_disputes': {
      const { intent, status } = disputeSchema.parse(await asked(exchange))
      return staged(control, scene => dispute(scene, intent, status))
    }
    case 'POST /_renewals': {
      const { subscription, card } = billSchema.parse(await asked(exchange))
      return staged(control, scene => bill(scene, subscription, card))
    }
    case 'GET /_subscriptions':
      return { subscriptions: world.subscriptions.all() }
    case 'POST /_refunds/fail': {
      const { refund } = failSchema.parse(await asked(exchange))
      return staged(control, scene => failRefund(scene, refund))
    }
    case 'POST /_paypal/approvals': {
      const { order, choice } = approvalSchema.parse(await asked(exchange))
      return staged(control, () => approve(paypal, order, choice))
    }
    case 'POST /_paypal/disputes': {
      const { order, outcome } = paypalDisputeSchema.parse(await asked(exchange))
      return staged(control, () =>
        disputeCapture(paypal, findOrder(paypal, order).capture ?? '', outcome),
      )
    }
    case 'POST /_paypal/captures': {
      const { order, status } = captureSchema.parse(await asked(exchange))
      return staged(control, () => decide(paypal, findOrder(paypal, order).capture ?? '', status))
    }
    default:
      return undefined
  }
}

const asked = async (exchange: Exchange): Promise<unknown> =>
  JSON.parse((await bodyText(exchange.request)) || '{}')

/** Makes happen what no call of the API can: a bank's doing. */
function staged({ store, webhooks, world }: Control, happen: (scene: Scene) => object): object {
  try {
    const told = happen(sceneOf(world, { requestId: null, idempotencyKey: null }))
    store.commit()
    webhooks.stripe.pump()
    webhooks.paypal.pump()
    return told
  } catch (error) {
    store.rollback()
    throw error
  }
}

function deliveriesTold({ paypal, world }: Control): object[] {
  return [
    ...world.deliveries
      .all()
      .map(delivery => ({ ...delivery, type: world.events.find(delivery.event)?.type })),
    ...paypal.deliveries
      .all()
      .map(delivery => ({ ...delivery, type: paypal.events.find(delivery.event)?.event_type })),
  ]
}

const isPaypal = (event: string): boolean => event.startsWith('WH-')

function eventsToReplay({ paypal, world }: Control, asked: z.infer<typeof replaySchema>): string[] {
  const named = asked.event ? [asked.event] : asked.events
  const all = [
    ...world.events.all(),
    ...paypal.events.all().map(({ id, event_type: type }) => ({ id, type })),
  ]
  const known = all.filter(({ type }) => !asked.type || type === asked.type)
  const ids = known.map(event => event.id)
  const chosen = named ? named.filter(id => ids.includes(id)) : ids
  return asked.shuffle ? shuffled(chosen) : chosen
}

function shuffled(ids: string[]): string[] {
  return ids
    .map(id => ({ id, place: randomInt(2 ** 40) }))
    .sort((one, other) => one.place - other.place)
    .map(({ id }) => id)
}
