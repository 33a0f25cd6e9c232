import { createHmac } from 'node:crypto'
import type { FaultInjector } from '@/sandbox/fault-injection'
import { newId } from '@/sandbox/ids'
import type { Row, Store, Table } from '@/sandbox/store'

/**
 * One delivery of an event. It stays `pending`, across restarts too, until the app responds 2xx.
 */
export interface Delivery {
  id: string
  event: string
  state: 'delivered' | 'given_up' | 'pending'
  attempts: number
  /** Earliest time of the next attempt, in ms. */
  dueAt: number
  lastStatus: number | null
}

export interface WebhookSender {
  /** Sends due deliveries; called after every commit. */
  sendDue(): void
  /** Sends events again, as new deliveries, in the order given. */
  replay(events: string[]): number
  stop(): Promise<void>
}

/** One provider's events and their signing. */
export interface WebhookSettings<E extends Row> {
  url: string
  deliveries: Table<Delivery>
  events: Table<E>
  eventType(event: E): string
  /** Signature headers of a body sent now. */
  headersFor(body: string): Record<string, string>
}

const INITIAL_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 30_000
const MAX_ATTEMPTS = 25
const TIMEOUT_MS = 10_000
const CONCURRENCY = 8

export function newDelivery(event: string): Delivery {
  const id = newId('whd')
  return { id, event, state: 'pending', attempts: 0, dueAt: 0, lastStatus: null }
}

/** The `Stripe-Signature` header for a body sent at `seconds`. */
export function signBody(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

/** Delivers events to the app until it accepts them: at least once, in no guaranteed order. */
export function openWebhooks<E extends Row>(
  store: Store,
  settings: WebhookSettings<E>,
  faults: FaultInjector,
): WebhookSender {
  const { deliveries, events } = settings
  const eventType = (id: string): string => {
    const event = events.find(id)
    return event ? settings.eventType(event) : ''
  }
  // Delivered ones accumulate forever, so the pending ones have their own map.
  const pendingDeliveries = new Map<string, Delivery>()
  const inFlight = new Map<string, Promise<void>>()
  const stopController = new AbortController()
  let seenCount = 0
  let timer: NodeJS.Timeout | undefined

  const enqueueNewDeliveries = (): void => {
    const rows = deliveries.list()
    for (const delivery of rows.slice(seenCount)) {
      if (delivery.state !== 'pending') continue
      pendingDeliveries.set(delivery.id, delivery)
      const type = eventType(delivery.event)
      if (delivery.attempts === 0 && faults.matchEvent('duplicate_webhooks', type)) {
        const duplicate = deliveries.put(newDelivery(delivery.event))
        pendingDeliveries.set(duplicate.id, duplicate)
      }
    }
    store.commit()
    seenCount = deliveries.list().length
  }

  const send = async (delivery: Delivery): Promise<void> => {
    const status = await postEvent(events.find(delivery.event), settings, stopController.signal)
    if (stopController.signal.aborted) return
    const updated = deliveries.put(recordAttempt(delivery, status))
    store.commit()
    if (updated.state === 'pending') pendingDeliveries.set(updated.id, updated)
    else pendingDeliveries.delete(updated.id)
  }

  const startSending = (delivery: Delivery): void => {
    const task = send(delivery).finally(() => {
      inFlight.delete(delivery.id)
      sendDue()
    })
    inFlight.set(delivery.id, task)
  }

  const sendDue = (): void => {
    if (stopController.signal.aborted) return
    enqueueNewDeliveries()
    clearTimeout(timer)
    const now = Date.now()
    const queued = [...pendingDeliveries.values()].filter(candidate => !inFlight.has(candidate.id))
    const ready = queued.filter(
      candidate => !faults.shouldHold(candidate.id, eventType(candidate.event)),
    )
    for (const delivery of ready.filter(candidate => candidate.dueAt <= now)) {
      if (inFlight.size < CONCURRENCY) startSending(delivery)
    }
    const laterDueTimes = ready.map(candidate => candidate.dueAt).filter(due => due > now)
    if (laterDueTimes.length > 0) timer = setTimeout(sendDue, Math.min(...laterDueTimes) - now)
  }

  return {
    sendDue,
    replay(ids) {
      for (const id of ids) deliveries.put(newDelivery(id))
      store.commit()
      sendDue()
      return ids.length
    },
    async stop() {
      stopController.abort()
      clearTimeout(timer)
      await Promise.allSettled(inFlight.values())
    },
  }
}

function recordAttempt(delivery: Delivery, status: number | null): Delivery {
  const attempts = delivery.attempts + 1
  const updated = { ...delivery, attempts, lastStatus: status }
  if (status !== null && status >= 200 && status < 300) return { ...updated, state: 'delivered' }
  if (attempts >= MAX_ATTEMPTS) return { ...updated, state: 'given_up' }
  const backoffMs = Math.min(INITIAL_BACKOFF_MS * 2 ** delivery.attempts, MAX_BACKOFF_MS)
  return { ...updated, dueAt: Date.now() + backoffMs }
}

/** The app's status, or null when it was unreachable. */
async function postEvent<E extends Row>(
  event: E | undefined,
  { url, headersFor }: WebhookSettings<E>,
  stopSignal: AbortSignal,
): Promise<number | null> {
  const body = JSON.stringify(event)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...headersFor(body),
  }
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
