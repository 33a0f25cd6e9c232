import type { TagEvent } from '@/domain/analytics/analytics-events'

/** Event sink. Events wait in this array until `analytics-session.ts` replaces it. */
export const analyticsSink: { events: { push: (event: TagEvent) => unknown } } = {
  events: [] as TagEvent[],
}

/**
 * Sends an event to the tag manager, which may load later or never. Never pass tokens or emails.
 */
export function track(event: string, details: Omit<TagEvent, 'event'>): void {
  analyticsSink.events.push({ event, ...details })
}
