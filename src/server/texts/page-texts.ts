import type { WireCheckout } from '@/contract/checkout'
import type { Deal, PageNotice } from '@/contract/page'
import type { WirePermits } from '@/contract/permits'
import { residenceOf } from '@/domain/checkout/residence'
import { expressSteps, findStep, type Step, steps } from '@/domain/checkout/steps'
import { findPermitGroup } from '@/domain/destinations/pack-permits'
import type { FieldIssue } from '@/domain/input/field-issue'

/** What a page shows, as far as its texts depend on it. */
export interface PageContent {
  checkout: WireCheckout
  /** Undefined on pages that are no step. */
  step: Step['id'] | undefined
  issues: FieldIssue[]
  permitGroups: WirePermits['groups']
  notice: PageNotice | null
  deal: Deal | null
  hasPartnerFailed: boolean
  hasSeller: boolean
  hasNewCustomerCoupon: boolean
  hasPickup: boolean
  isFirstVisit: boolean
}

/** The namespaces whose texts the first HTML shows, besides `common` and the page's own. */
export function listShownNamespaces(content: PageContent): string[] {
  return [
    ...listRuleNamespaces(content),
    // Why the deal was refused.
    ...(content.deal ? ['coupon'] : []),
  ]
}

/** Texts that scripts load with the driver's rules: those that the first HTML shows. */
function listRuleNamespaces({
  step,
  issues,
  permitGroups,
  checkout: { state },
}: PageContent): string[] {
  const issueTexts = issues.length > 0 ? ['driver-issues'] : []
  if (step === 'review') return issueTexts
  if (step !== 'driver-details' && step !== 'info') return []
  const residence = residenceOf(state)
  const { from_ = 'yes' } = findPermitGroup(permitGroups, residence) ?? {}
  const hasVerdict = state.destinations.length > 0 || from_ !== 'yes'
  return [...issueTexts, ...(hasVerdict ? ['permits', 'permit-notes'] : [])]
}

/**
 * Texts of the page's namespaces that it cannot show, a third of what it would ship, and on a first
 * visit those that few customers see.
 */
export function listUnusedTexts(content: PageContent): string[] {
  const { checkout, step, deal, hasPartnerFailed } = content
  const { state } = checkout
  const hasRefusedCoupon = state.coupons_found.some(({ code }) => code !== null)
  return [
    ...listUnusedStepTexts(step),
    ...(step === 'info' ? [] : ['common:express', 'common:progress.shortDuration']),
    ...(step === 'driver-details' ? [] : ['common:progress.duration']),
    ...listUnusedNotices(content),
    ...(hasPartnerFailed ? [] : ['common:partner.failed', 'common:partner.kept']),
    ...(hasRefusedCoupon ? [] : ['common:coupon.fromLink']),
    ...(deal ? [] : ['common:deal']),
    ...(content.hasSeller ? [] : ['common:footer.seller']),
    ...(content.hasNewCustomerCoupon ? [] : ['common:banner']),
    ...(content.hasPickup ? [] : ['plan:pickup']),
    ...(step === 'driver-details' && !isPastPhotos(state) ? textsAfterPhotos : []),
    ...(step === 'driver-details' && content.isFirstVisit ? listRareTexts(checkout) : []),
  ]
}

/** A step shows its own texts and the short names of the steps in its list. */
function listUnusedStepTexts(step?: Step['id']): string[] {
  const list = [expressSteps, steps].find(list => list.some(({ id }) => id === step)) ?? []
  const shown = list.find(({ id }) => id === step)
  return [...steps, ...expressSteps].flatMap(({ id, title, heading, description }) => {
    if (id === step) return []
    const unused = [title, heading, description].filter(key => key !== shown?.description)
    const isNamed = list.some(other => other.id === id)
    return [...unused, ...(isNamed ? [] : [`steps.${id}.short`])].map(key => `common:${key}`)
  })
}

/** Notices that only the server chooses; the browser shows the others when something happens. */
const servedNotices = [
  'link_expired',
  'link_expired_own',
  'code_waits',
  'session_expired',
  'session_completed',
  'session_gone',
  'elsewhere',
  'renewed',
  'back',
]

function listUnusedNotices({ notice }: PageContent): string[] {
  const shownNotice = notice?.split('.')[0]
  return servedNotices.filter(name => name !== shownNotice).map(name => `common:notice.${name}`)
}

const isPastPhotos = ({ step, shipping }: WireCheckout['state']): boolean =>
  step >= findStep('shipping').number || shipping.id !== null

/** Texts that the first step needs only in a checkout that has passed the photos. */
const textsAfterPhotos = ['progress.skipped', 'delivery.ifPhotos', 'saveChange'].map(
  key => `common:${key}`,
)

/**
 * Texts that few customers see: a first visit's page, whose size counts most, comes without them,
 * and the browser loads them when it shows one. None is about a lost connection.
 */
function listRareTexts({ state, quote }: WireCheckout): string[] {
  return [
    ...rareTexts,
    ...(quote ? ['summary.unavailable'] : []),
    ...(state.coupon_refused ? [] : rareCouponTexts),
  ].map(key => `common:${key}`)
}

const rareTexts = [
  'currency',
  'notSaved.held',
  'notSaved.stuck',
  'notice.expired_here',
  'notice.other_order',
  'notice.start_over',
  'partner',
  'plan.name.digital',
  'plan.name.lifetime',
  'preferences.failed',
  'preferences.halfway',
  'save.closed',
  'save.currency',
  'save.elsewhere',
  'save.paid',
  'save.payment_in_progress',
  'save.unprocessable',
  'summary.changed',
  'summary.forLife',
  'summary.quantity',
]

const rareCouponTexts = ['instead', 'lost', 'misfit', 'noneLeft'].map(key => `coupon.${key}`)
