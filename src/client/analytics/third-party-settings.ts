import type { StaticPageData } from '@/contract/page'

/** What of the shop's settings decides whom events and experiments belong to. */
export const pickThirdPartySettings = ({ settings }: Pick<StaticPageData, 'settings'>) => ({
  /** On a mirror nothing is measured or tried. */
  isMirror: settings.isMirror,
  /** Whether a tag manager is to come to this page, and whether one may. */
  tagManager: { isExpected: Boolean(settings.scripts?.gtm), isAllowed: settings.scripts !== null },
  /** Whether a testing service is to come. */
  testing: Boolean(settings.scripts?.testing),
  purchaseGoalId: settings.purchaseGoalId,
})
