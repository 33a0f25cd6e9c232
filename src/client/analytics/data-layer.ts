import { keep, kept, untilClosed } from '@/client/browser/web-storage'
import { jsonIn } from '@/client/store/draft-storage'
import type { TagEvent } from '@/domain/analytics/analytics-events'

declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
    /** Set by the tag manager once it is there. */
    google_tag_manager?: unknown
  }
}

/** SPEC 9: how often the tag manager is looked for, in milliseconds, and how many times. */
const retryMs = 2_000
const mostRetries = 5

interface Listeners {
  /** A tag manager is to come. */
  isAwaited: boolean
  /** Whether one may come at all: none does where money is paid, and the page after that is loaded whole. */
  isHeard: boolean
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
export function openDataLayer({ isAwaited, isHeard }: Listeners): DataLayer {
  let waiting: Waiting[] = isHeard ? unheard().map(event => ({ event })) : []
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const layDown = () => {
    const due = waiting.filter(({ isDue }) => isDue?.() !== false)
    waiting = []
    window.dataLayer ??= []
    window.dataLayer.push(...due.map(({ event }) => event))
    if (isHeard) keep(unheardKey, null, untilClosed)
    else for (const { event, isDue } of due) if (isDue) keepUnheard(event)
  }
  const look = () => {
    timer = undefined
    if (!isAwaited || window.google_tag_manager || retries >= mostRetries) return layDown()
    retries += 1
    timer = setTimeout(look, retryMs)
  }
  const push: DataLayer['push'] = (event, isDue) => {
    waiting.push({ event, isDue })
    // Who asks at the last moment asks again on the next page.
    if (!isDue) keepUnheard(event)
    if (timer === undefined) look()
  }
  if (waiting.length > 0) look()
  return { push, end: () => clearTimeout(timer) }
}

interface Waiting {
  event: TagEvent
  isDue?: (() => boolean) | undefined
}

/** Events of this tab that nobody has heard yet. */
const unheardKey = 'ida-checkout-events'
const mostUnheard = 50

function unheard(): TagEvent[] {
  const events = jsonIn(kept(unheardKey, untilClosed))
  return Array.isArray(events) ? events : []
}

const keepUnheard = (event: TagEvent): void =>
  keep(unheardKey, JSON.stringify([...unheard(), event].slice(-mostUnheard)), untilClosed)
