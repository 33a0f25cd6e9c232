import type { Product } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { StateChange } from '@/domain/checkout/state-change'
import type { DestinationId } from '@/domain/data/destinations'
import type { FieldIssue } from '@/domain/input/field-issue'

type Acceptance = 'yes' | 'no' | 'yes_with_conditions'

/** What is known of a destination, by SPEC 3's names; many share the same. */
export interface PermitRules {
  /** Whether people who live there can get a permit. */
  from_: Acceptance
  /** Whether it can be used there. */
  in_: Acceptance
  /** Years a permit counts for there; 0 is not at all. */
  validity: 0 | 1 | 3
  /** Whether the digital permit counts without the printed one. */
  digital_copy: boolean
  not_recommended: boolean
  recommended_license: RecommendedLicense
  /** The day the rules were last checked, `yyyy-mm-dd`. */
  reviewed_at: string | null
}

/** SPEC 9: the printed plan of three years, or of one where a longer one counts for no longer. */
export type RecommendedLicense = 42 | 40

/** One destination's rules. */
export interface Permit extends PermitRules {
  id: DestinationId
  /** The last part of its page's path; null when it has no page. */
  slug: string | null
  /** The built-in table's own words about it are the `permits` text `notes.<id>`. */
  has_note: boolean
  /** The content management has more to say about it: conditions or a description. */
  has_details: boolean
}

/** Rules by destination. What is not in it is unknown, and never "accepted". */
export type PermitTable = ReadonlyMap<string, Permit>

/** The plan somebody has chosen; `years` is null for life. */
export type ChosenPlan = Pick<Product, 'category' | 'years'>

export type VerdictKind =
  | 'accepted'
  | 'printed_only'
  | 'one_year_printed'
  | 'conditions'
  | 'not_recommended'
  | 'not_accepted'

/** What about the chosen plan does not fit a destination. */
export type Conflict = 'not_accepted' | 'digital_refused' | 'longer_than_accepted'

/** What one destination makes of a permit. Texts are keys of `permits`, with `country` and `count` (the years). */
export type Verdict = { kind: 'unknown' } | KnownVerdict

export interface KnownVerdict {
  kind: VerdictKind
  destination: DestinationId
  /** The verdict in one line. */
  sentence: string
  /** What else to know, a line each. */
  lines: string[]
  /** Years a permit counts for there; 0 when it is not accepted. */
  years: 0 | 1 | 3
  digitalAccepted: boolean
  recommendedLicense: RecommendedLicense
  /** Its page, a path on the shop's main site. */
  link: string | null
  /** Conditions or a description wait to be shown, as HTML. */
  hasDetails: boolean
  /** `yyyy-mm-dd` */
  rulesDate: string | null
  /** What about the plan does not fit; empty without a plan, except where nothing fits. */
  conflicts: { reason: Conflict; sentence: string }[]
}

/** What a destination makes of a permit, and of the plan when one is chosen. */
export function verdictOf(permit: Permit | undefined, plan?: ChosenPlan): Verdict {
  if (!permit) return { kind: 'unknown' }
  const kind = resolveVerdictKind(permit)
  return {
    kind,
    destination: permit.id,
    sentence: `verdict.${kind}`,
    lines: permit.has_note ? [`notes.${permit.id}`] : listNoteLines(permit),
    years: countAcceptedYears(permit),
    digitalAccepted: isAccepted(permit) && permit.digital_copy,
    recommendedLicense: permit.recommended_license,
    link: permit.slug && `/international-drivers-license-${permit.slug}/`,
    hasDetails: permit.has_details,
    rulesDate: permit.reviewed_at,
    conflicts: findConflicts(permit, plan).map(reason => ({
      reason,
      sentence: `conflicts.${reason}`,
    })),
  }
}

function resolveVerdictKind(permit: Permit): VerdictKind {
  if (!isAccepted(permit)) return 'not_accepted'
  if (permit.not_recommended) return 'not_recommended'
  if (permit.in_ === 'yes_with_conditions') return 'conditions'
  if (permit.digital_copy) return 'accepted'
  return permit.validity === 1 ? 'one_year_printed' : 'printed_only'
}

const isAccepted = ({ in_, validity }: Permit): boolean => validity > 0 && in_ !== 'no'

const countAcceptedYears = (permit: Permit) => (isAccepted(permit) ? permit.validity : 0)

function listNoteLines(permit: Permit): string[] {
  if (!isAccepted(permit)) return ['lines.not_accepted']
  return [
    ...(permit.validity === 1 ? ['lines.one_year'] : []),
    ...(permit.digital_copy ? [] : ['lines.printed_only']),
  ]
}

function findConflicts(permit: Permit, plan: ChosenPlan | undefined): Conflict[] {
  if (!isAccepted(permit)) return ['not_accepted']
  if (!plan) return []
  return [
    ...(plan.category === 'digital' && !permit.digital_copy ? (['digital_refused'] as const) : []),
    ...(yearsOf(plan) > permit.validity ? (['longer_than_accepted'] as const) : []),
  ]
}

/** No single permit lasts longer (SPEC 9); a plan for life is a permit of these years, again and again. */
const maxYears = 3
const yearsOf = ({ years }: Pick<ChosenPlan, 'years'>): number => years ?? maxYears

/** The rules of the destinations that are known, in their order. */
export const findPermits = (table: PermitTable, destinations: readonly string[]): Permit[] =>
  destinations.flatMap(id => findPermit(table, id) ?? [])

/** The plan to recommend for a journey: the one-year plan when any destination asks for it. */
export const recommendLicense = (permits: readonly Permit[]): RecommendedLicense =>
  permits.some(({ recommended_license }) => recommended_license === 40) ? 40 : 42

/** A journey's best plan: its years, and the destinations that are the reason. */
export interface Recommendation {
  years: 1 | 3
  destinations: DestinationId[]
}

/**
 * The years to recommend for a journey, in a format; null while nothing is known of it, where a longer plan would
 * be recommended although it does not count as long, and where that format is not accepted.
 */
export function buildRecommendation(
  permits: readonly Permit[],
  category: Product['category'],
): Recommendation | null {
  if (category === 'digital' && permits.some(({ digital_copy }) => !digital_copy)) return null
  const oneYearPermits = permits.filter(permit => permit.recommended_license === 40)
  if (oneYearPermits.length > 0)
    return { years: 1, destinations: oneYearPermits.map(({ id }) => id) }
  const isThreeYears =
    permits.length > 0 && permits.every(permit => countAcceptedYears(permit) === maxYears)
  return isThreeYears ? { years: maxYears, destinations: permits.map(({ id }) => id) } : null
}

/**
 * What comes along with new destinations: the plan to recommend, unless a partner, a link or the customer has
 * chosen one, and what was understood about those that are left. An unknown table recommends nothing.
 */
export function toDestinationsChange(
  { planChanged, partnerToken, selectedLicense, acknowledgements }: CheckoutState,
  destinations: readonly string[],
  table: PermitTable,
): StateChange {
  const isRecommended =
    !planChanged && partnerToken === null && recommendedIds.includes(selectedLicense)
  return {
    acknowledgements: acknowledgements.filter(id => destinations.includes(id.replace(/.*:/, ''))),
    ...(isRecommended &&
      table.size > 0 && { selectedLicense: recommendLicense(findPermits(table, destinations)) }),
  }
}

/** Any other plan is somebody's choice. */
const recommendedIds: readonly number[] = [42, 40]

/** Something to understand before paying. */
export interface Acknowledgement {
  /** What is stored once it is given. */
  id: string
  destination: DestinationId
  reason: 'not_accepted' | 'digital_refused'
  /** The `permits` text beside the box to tick, with `country`. */
  sentence: string
}

/** What a customer must have understood to buy this plan for these destinations: the permit would be no use there. */
export const listAcknowledgements = (
  permits: readonly Permit[],
  plan?: ChosenPlan,
): Acknowledgement[] =>
  permits.flatMap(permit =>
    findConflicts(permit, plan).flatMap(reason =>
      reason === 'longer_than_accepted'
        ? []
        : [
            {
              id: `${reason}:${permit.id}`,
              destination: permit.id,
              reason,
              sentence: `acknowledge.${reason}`,
            },
          ],
    ),
  )

/**
 * What about the journey keeps a driver from going on: a residence that no permit is issued to, or a
 * destination that accepts none, until that is understood. Unknown rules keep nobody.
 */
export const listJourneyIssues = (
  {
    customer,
    destinations,
    acknowledgements,
  }: Pick<CheckoutState, 'customer' | 'destinations' | 'acknowledgements'>,
  table: PermitTable,
): FieldIssue[] => [
  ...(issuingVerdictOf(findPermit(table, customer.country_of_residence)).kind === 'no'
    ? [{ field: 'country_of_residence', message: 'country_of_residence.refused' }]
    : []),
  ...listAcknowledgementIssues({ destinations, acknowledgements }, table),
]

/** What is still to be understood before this plan is bought for these destinations; without a plan, before any is. */
export const listAcknowledgementIssues = (
  { destinations, acknowledgements }: Pick<CheckoutState, 'destinations' | 'acknowledgements'>,
  table: PermitTable,
  plan?: ChosenPlan,
): FieldIssue[] =>
  listAcknowledgements(findPermits(table, destinations), plan)
    .filter(({ id }) => !acknowledgements.includes(id))
    .map(({ id }) => ({ field: id, message: 'acknowledgements.missing' }))

/** The rules of a country or place; codes in any case. */
export const findPermit = (table: PermitTable, code: string): Permit | undefined =>
  table.get(code.toLowerCase())

/** Whether a permit can be issued to people who live there. Texts are keys of `permits`, with `country`. */
export interface IssuingVerdict {
  kind: Acceptance | 'unknown'
  sentence: string | null
  /** What to do about it. */
  line: string | null
}

/** Whether a permit can be issued to people who live in a country; unknown stops nobody. */
export function issuingVerdictOf(permit: Permit | undefined): IssuingVerdict {
  const kind = permit?.from_ ?? 'unknown'
  const isLimited = kind === 'no' || kind === 'yes_with_conditions'
  return {
    kind,
    sentence: isLimited ? `issuing.${kind}` : null,
    line: isLimited ? `issuing.${kind}_line` : null,
  }
}
