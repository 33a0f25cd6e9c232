import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'
import type { TagEvent } from '@/domain/analytics/analytics-events'

declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
    /** Set by the tag manager once it is there. */
    google_tag_manager?: unknown
  }
}

/** SPEC 9: how often the tag manager is looked for, in milliseconds, and how many times. */
const retryIntervalMs = 2_000
const maxRetries = 5

interface TagManagerPresence {
  /** A tag manager is to come. */
  isExpected: boolean
  /** Whether one may come at all: none does where money is paid, and the page after that is loaded whole. */
  isAllowed: boolean
}

interface DataLayer {
  /** Lays an event down. `isDue` is asked at the last moment: false drops it. */
  push: (event: TagEvent, isDue?: () => boolean) => void
  end: () => void
}

/**
 * The way to the tag manager. Where one is to come, events wait for it; once it was looked for in vain they are
 * laid down all the same, where a late one still finds them, and so is everything after them. What nobody could
 * hear, and what still waits when the page goes, is told by the next page that has listeners.
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
    // Who asks at the last moment asks again on the next page.
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

/** Events of this tab that nobody has heard yet. */
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
