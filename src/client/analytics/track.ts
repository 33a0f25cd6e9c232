import type { TagEvent } from '@/domain/analytics/analytics-events'

/** Where events go. Until `analytics-session.ts` takes its place they wait here. */
export const analyticsSink: { events: { push: (event: TagEvent) => unknown } } = {
  events: [] as TagEvent[],
}

/** Tells the tag manager, which may come later or never. Tokens and emails never go in. */
export function track(event: string, details: Omit<TagEvent, 'event'>): void {
  analyticsSink.events.push({ event, ...details })
}
