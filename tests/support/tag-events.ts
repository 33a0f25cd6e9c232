import type { Page } from '@playwright/test'
import type { TagEvent } from '@/domain/analytics/analytics-events'

/** The page's data layer events with this name since it was loaded. */
export const readTagEvents = (page: Page, name: string): Promise<TagEvent[]> =>
  page.evaluate(
    eventName => (window.dataLayer ?? []).filter(({ event }) => event === eventName) as TagEvent[],
    name,
  )
