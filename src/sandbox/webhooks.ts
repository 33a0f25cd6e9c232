import { createHmac } from 'node:crypto'
import type { Chaos } from '@/sandbox/fault-injection'
import { newId } from '@/sandbox/ids'
import type { Row, Store, Table } from '@/sandbox/store'

/** One sending of one event. It stays `pending`, over restarts too, until the app answers 2xx. */
export interface Delivery {
  id: string
  event: string
  state: 'delivered' | 'given_up' | 'pending'
  attempts: number
  /** Milliseconds: not before. */
  dueAt: number
  lastStatus: number | null
}

export interface Webhooks {
  /** Sends what is due; called after every commit. */
  pump(): void
  /** Sends events again, as new deliveries, in the order given. */
  replay(events: string[]): number
  stop(): Promise<void>
}

/** One provider's events, and how they are sent. */
export interface WebhookSettings<E extends Row> {
  url: string
  deliveries: Table<Delivery>
  events: Table<E>
  typeOf(event: E): string
  /** The signature of a body sent now. */
  headersFor(body: string): Record<string, string>
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
const MOST_ATTEMPTS = 25
const PATIENCE_MS = 10_000
const AT_ONCE = 8

export function newDelivery(event: string): Delivery {
  const id = newId('whd')
  return { id, event, state: 'pending', attempts: 0, dueAt: 0, lastStatus: null }
}

/** The `Stripe-Signature` header for a body sent at `seconds`. */
export function signature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

/** Sends events to the app until it takes them: at least once, in no promised order. */
export function openWebhooks<E extends Row>(
  store: Store,
  settings: WebhookSettings<E>,
  chaos: Chaos,
): Webhooks {
  const { deliveries, events } = settings
  const typeOf = (id: string): string => {
    const event = events.find(id)
    return event ? settings.typeOf(event) : ''
  }
  // Delivered ones pile up for ever, so what still has to be sent is kept apart.
  const waiting = new Map<string, Delivery>()
  const sending = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let seen = 0
  let timer: NodeJS.Timeout | undefined

  const learn = (): void => {
    const all = deliveries.all()
    for (const delivery of all.slice(seen)) {
      if (delivery.state !== 'pending') continue
      waiting.set(delivery.id, delivery)
      const type = typeOf(delivery.event)
      if (delivery.attempts === 0 && chaos.takeEvent('duplicate_webhooks', type)) {
        const twin = deliveries.put(newDelivery(delivery.event))
        waiting.set(twin.id, twin)
      }
    }
    store.commit()
    seen = deliveries.all().length
  }

  const send = async (delivery: Delivery): Promise<void> => {
    const status = await posted(events.find(delivery.event), settings, stopping.signal)
    if (stopping.signal.aborted) return
    const after = deliveries.put(attempted(delivery, status))
    store.commit()
    if (after.state === 'pending') waiting.set(after.id, after)
    else waiting.delete(after.id)
  }

  const start = (delivery: Delivery): void => {
    const done = send(delivery).finally(() => {
      sending.delete(delivery.id)
      pump()
    })
    sending.set(delivery.id, done)
  }

  const pump = (): void => {
    if (stopping.signal.aborted) return
    learn()
    clearTimeout(timer)
    const now = Date.now()
    const rest = [...waiting.values()].filter(one => !sending.has(one.id))
    const ready = rest.filter(one => !chaos.holds(one.id, typeOf(one.event)))
    for (const delivery of ready.filter(one => one.dueAt <= now)) {
      if (sending.size < AT_ONCE) start(delivery)
    }
    const later = ready.map(one => one.dueAt).filter(due => due > now)
    if (later.length > 0) timer = setTimeout(pump, Math.min(...later) - now)
  }

  return {
    pump,
    replay(ids) {
      for (const id of ids) deliveries.put(newDelivery(id))
      store.commit()
      pump()
      return ids.length
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.allSettled(sending.values())
    },
  }
}

function attempted(delivery: Delivery, status: number | null): Delivery {
  const attempts = delivery.attempts + 1
  const after = { ...delivery, attempts, lastStatus: status }
  if (status !== null && status >= 200 && status < 300) return { ...after, state: 'delivered' }
  if (attempts >= MOST_ATTEMPTS) return { ...after, state: 'given_up' }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** delivery.attempts, LONGEST_PAUSE_MS)
  return { ...after, dueAt: Date.now() + pause }
}

/** The app's status, or null when it could not be reached. */
async function posted<E extends Row>(
  event: E | undefined,
  { url, headersFor }: WebhookSettings<E>,
  stopping: AbortSignal,
): Promise<number | null> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...headersFor(body),
  }
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return null
  }
}
