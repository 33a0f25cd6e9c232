import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Chaos, rulesSchema } from '@/sandbox/chaos'
import { bodyText, type Exchange, sendJson } from '@/sandbox/exchange'
import type { RequestLog } from '@/sandbox/request-log'
import type { World } from '@/sandbox/stripe/world'
import type { Webhooks } from '@/sandbox/webhooks'

export interface Control {
  chaos: Chaos
  log: RequestLog
  webhooks: Webhooks
  world: World
}

const replaySchema = z.strictObject({
  event: z.string().optional(),
  events: z.array(z.string()).optional(),
  type: z.string().optional(),
  shuffle: z.boolean().default(false),
})

/** The side that tests and operators use on loopback: what happened, and what shall go wrong. */
export async function answerControl(control: Control, exchange: Exchange): Promise<void> {
  const { method, url, response } = exchange
  const call = `${method} ${url.pathname.replace(/\/$/, '')}`
  const answer = await controlAnswer(control, call, exchange)
  if (answer === undefined) sendJson(response, 404, { error: `Unknown call: ${call}` })
  else sendJson(response, 200, answer)
}

async function controlAnswer(control: Control, call: string, exchange: Exchange) {
  const { chaos, log, webhooks, world } = control
  switch (call) {
    case 'GET /_health':
      return { ok: true }
    case 'GET /_ledger':
      return { movements: world.movements.all() }
    case 'GET /_log':
      return { requests: log.entries() }
    case 'GET /_webhooks':
      return { deliveries: deliveriesTold(world) }
    case 'POST /_webhooks/replay': {
      const asked = replaySchema.parse(JSON.parse((await bodyText(exchange.request)) || '{}'))
      return { replayed: webhooks.replay(eventsToReplay(world, asked)) }
    }
    case 'GET /_chaos':
      return { rules: chaos.rules() }
    case 'POST /_chaos':
      chaos.add(rulesSchema.parse(JSON.parse(await bodyText(exchange.request))))
      return { rules: chaos.rules() }
    case 'DELETE /_chaos':
      chaos.clear()
      webhooks.pump()
      return { rules: [] }
    default:
      return undefined
  }
}

function deliveriesTold(world: World): object[] {
  return world.deliveries
    .all()
    .map(delivery => ({ ...delivery, type: world.events.find(delivery.event)?.type }))
}

function eventsToReplay(world: World, asked: z.infer<typeof replaySchema>): string[] {
  const named = asked.event ? [asked.event] : asked.events
  const known = world.events.all().filter(({ type }) => !asked.type || type === asked.type)
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
