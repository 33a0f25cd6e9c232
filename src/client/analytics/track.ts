import type { TagEvent } from '@/domain/analytics/analytics-events'

/** Where events go. Until `signals.ts` takes its place they wait here. */
export const outlet: { events: { push: (event: TagEvent) => unknown } } = {
  events: [] as TagEvent[],
}

/** Tells the tag manager, which may come later or never. Tokens and emails never go in. */
export function track(event: string, details: Omit<TagEvent, 'event'>): void {
  outlet.events.push({ event, ...details })
}
