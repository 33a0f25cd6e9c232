import type { PageFacts } from '@/contract/page'

/** What of the shop's settings decides whom events and experiments belong to. */
export const outsideOf = ({ settings }: Pick<PageFacts, 'settings'>) => ({
  /** On a mirror nothing is measured or tried. */
  isMirror: settings.isMirror,
  /** Whether a tag manager is to come to this page, and whether one may. */
  listeners: { isAwaited: Boolean(settings.scripts?.gtm), isHeard: settings.scripts !== null },
  /** Whether a testing service is to come. */
  testing: Boolean(settings.scripts?.testing),
  purchaseGoalId: settings.purchaseGoalId,
})
