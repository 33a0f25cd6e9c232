import type { Page } from '@playwright/test'
import type { TagEvent } from '@/domain/analytics/analytics-events'

/** What a tag manager is told on a page since it was loaded, of one kind of event. */
export const eventsOn = (page: Page, name: string): Promise<TagEvent[]> =>
  page.evaluate(
    wanted => (window.dataLayer ?? []).filter(({ event }) => event === wanted) as TagEvent[],
    name,
  )
