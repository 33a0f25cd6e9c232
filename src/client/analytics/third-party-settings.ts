import type { StaticPageData } from '@/contract/page'

/** The settings that analytics and experiments depend on. */
export const pickThirdPartySettings = ({ settings }: Pick<StaticPageData, 'settings'>) => ({
  /** A mirror host runs no analytics and no experiments. */
  isMirror: settings.isMirror,
  /** Whether a tag manager is configured for this page, and whether one is allowed. */
  tagManager: { isExpected: Boolean(settings.scripts?.gtm), isAllowed: settings.scripts !== null },
  /** Whether a testing service is configured. */
  testing: Boolean(settings.scripts?.testing),
  purchaseGoalId: settings.purchaseGoalId,
})
