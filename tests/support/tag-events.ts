import type { Page } from '@playwright/test'
import type { TagEvent } from '@/domain/analytics/analytics-events'

/** What a tag manager is told on a page since it was loaded, of one kind of event. */
export const readTagEvents = (page: Page, name: string): Promise<TagEvent[]> =>
  page.evaluate(
    eventName => (window.dataLayer ?? []).filter(({ event }) => event === eventName) as TagEvent[],
    name,
  )
