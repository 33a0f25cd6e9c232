import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'
import type { TagEvent } from '@/domain/analytics/analytics-events'

declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
    /** Set by the tag manager once it is loaded. */
    google_tag_manager?: unknown
  }
}

/** How often to look for the tag manager, in milliseconds, and how many times. */
const retryIntervalMs = 2_000
const maxRetries = 5

interface TagManagerPresence {
  /** A tag manager is configured for this page. */
  isExpected: boolean
  /** Whether one may load at all: never on a payment page, and the page after it is a full load. */
  isAllowed: boolean
}

interface DataLayer {
  /** Pushes an event. `isDue` is called right before that: false drops the event. */
  push: (event: TagEvent, isDue?: () => boolean) => void
  end: () => void
}

/**
 * Pushes events to `window.dataLayer`. If a tag manager is expected, events wait for it; after the
 * last retry they are pushed anyway, because a late one still finds them there. Events that no tag
 * manager could read, and events that still wait when the page unloads, are pushed again by the
 * next page that allows one.
 */
export function openDataLayer({ isExpected, isAllowed }: TagManagerPresence): DataLayer {
  let queue: QueuedEvent[] = isAllowed ? readUndelivered().map(event => ({ event })) : []
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    const dueEvents = queue.filter(({ isDue }) => isDue?.() !== false)
    queue = []
    window.dataLayer ??= []
    window.dataLayer.push(...dueEvents.map(({ event }) => event))
    if (isAllowed) writeStorage(undeliveredKey, null, getSessionStorage)
    else for (const { event, isDue } of dueEvents) if (isDue) storeUndelivered(event)
  }
  const pollTagManager = () => {
    timer = undefined
    if (!isExpected || window.google_tag_manager || retries >= maxRetries) return flush()
    retries += 1
    timer = setTimeout(pollTagManager, retryIntervalMs)
  }
  const push: DataLayer['push'] = (event, isDue) => {
    queue.push({ event, isDue })
    // An event with `isDue` is created again by the next page.
    if (!isDue) storeUndelivered(event)
    if (timer === undefined) pollTagManager()
  }
  if (queue.length > 0) pollTagManager()
  return { push, end: () => clearTimeout(timer) }
}

interface QueuedEvent {
  event: TagEvent
  isDue?: (() => boolean) | undefined
}

/** Events of this tab that were not delivered to a tag manager. */
const undeliveredKey = 'ida-checkout-events'
const maxUndelivered = 50

function readUndelivered(): TagEvent[] {
  const events = parseJson(readStorage(undeliveredKey, getSessionStorage))
  return Array.isArray(events) ? events : []
}

const storeUndelivered = (event: TagEvent): void =>
  writeStorage(
    undeliveredKey,
    JSON.stringify([...readUndelivered(), event].slice(-maxUndelivered)),
    getSessionStorage,
  )
