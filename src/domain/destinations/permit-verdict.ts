import { maxPermitYears } from '@/domain/catalog/permit-period'
import { defaultLicense, oneYearLicense } from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import type { BaseState } from '@/domain/checkout/checkout-state'
import { isLicenceEnough, licenceCountryOf } from '@/domain/checkout/residence'
import type { StateChange } from '@/domain/checkout/state-change'
import { type DestinationId, resolveDestinationCountry } from '@/domain/data/destinations'
import { toCountryPath } from '@/domain/destinations/country-page'
import type { FieldIssue } from '@/domain/input/field-issue'

type Acceptance = 'yes' | 'no' | 'yes_with_conditions'

/**
 * The rules of a destination, with the CMS's field names; many destinations share the same rules.
 */
export interface PermitRules {
  /** Whether residents can get a permit. */
  from_: Acceptance
  /** Whether a permit can be used there. */
  in_: Acceptance
  /** Years a permit is valid there; 0 if it is not accepted. */
  validity: 0 | 1 | 3
  /** Whether the digital permit is valid without the printed one. */
  digital_copy: boolean
  not_recommended: boolean
  recommended_license: RecommendedLicense
  /** The day the rules were last checked, `yyyy-mm-dd`. */
  reviewed_at: string | null
}

/** The printed plan of three years, or of one year if a longer permit is valid for only one. */
export type RecommendedLicense = typeof defaultLicense | typeof oneYearLicense

/** One destination's rules. */
export interface Permit extends PermitRules {
  id: DestinationId
  /** The last part of its page's path; null if it has no page. */
  slug: string | null
  /** The built-in table has a text of its own about it: the text `permit-notes:<id>`. */
  has_note: boolean
  /** The CMS has conditions or a description of it. */
  has_details: boolean
}

/** Rules by destination. A destination that is missing is unknown, never accepted. */
export type PermitTable = ReadonlyMap<string, Permit>

/** The chosen plan; `years` is null for lifetime. */
export type ChosenPlan = Pick<Product, 'category' | 'years'>

export type VerdictKind =
  | 'accepted'
  | 'printed_only'
  | 'one_year_printed'
  | 'conditions'
  | 'not_recommended'
  | 'not_accepted'

/** Why the chosen plan does not suit a destination. */
export type Conflict = 'not_accepted' | 'digital_refused' | 'longer_than_accepted'

/**
 * The verdict on a permit for one destination. Texts are keys of `permits`, with `country` and
 * `count` (the years).
 */
export type Verdict = { kind: 'unknown' } | KnownVerdict

export interface KnownVerdict {
  kind: VerdictKind
  destination: DestinationId
  /** The verdict in one line. */
  sentence: string
  /** Further notes, one per line. */
  lines: string[]
  /** Years a permit is valid there; 0 if it is not accepted. */
  years: 0 | 1 | 3
  digitalAccepted: boolean
  recommendedLicense: RecommendedLicense
  /** The path of its page on the main site. */
  link: string | null
  /** Whether the CMS has conditions or a description, as HTML. */
  hasDetails: boolean
  /** `yyyy-mm-dd` */
  rulesDate: string | null
  /** Conflicts with the plan; without a plan, only `not_accepted`. */
  conflicts: { reason: Conflict; sentence: string }[]
}

/** The verdict on a permit for a destination, with conflicts if a plan is chosen. */
export function verdictOf(permit: Permit | undefined, plan?: ChosenPlan): Verdict {
  if (!permit) return { kind: 'unknown' }
  const kind = resolveVerdictKind(permit)
  return {
    kind,
    destination: permit.id,
    sentence: `verdict.${kind}`,
    lines: permit.has_note ? [`permit-notes:${permit.id}`] : listNoteLines(permit),
    years: countAcceptedYears(permit),
    digitalAccepted: isAccepted(permit) && permit.digital_copy,
    recommendedLicense: permit.recommended_license,
    link: permit.slug && toCountryPath(permit.slug),
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
    permit.digital_copy ? 'lines.any_format' : 'lines.printed_only',
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

const yearsOf = ({ years }: Pick<ChosenPlan, 'years'>): number => years ?? maxPermitYears

/** The rules of the known destinations, in their order. */
export const findPermits = (table: PermitTable, destinations: readonly string[]): Permit[] =>
  destinations.flatMap(id => findPermit(table, id) ?? [])

/** The answers that decide where a permit is needed. */
type Journey = Pick<BaseState, 'destinations' | 'customer' | 'userCountry'>

/**
 * The rules of the known destinations where a permit is needed: the licence itself can be enough.
 */
export const findForeignPermits = (table: PermitTable, journey: Journey): Permit[] =>
  findPermits(table, journey.destinations).filter(
    ({ id }) => !isLicenceEnough(licenceCountryOf(journey), resolveDestinationCountry(id)),
  )

/** The destinations that accept a permit, but for one year only, and so ask for that plan. */
export const listOneYearDestinations = (permits: readonly Permit[]): DestinationId[] =>
  permits
    .filter(permit => isAccepted(permit) && permit.recommended_license === oneYearLicense)
    .map(({ id }) => id)

/** The plan to recommend for a journey: the one-year plan if any destination asks for it. */
export const recommendLicense = (permits: readonly Permit[]): RecommendedLicense =>
  listOneYearDestinations(permits).length > 0 ? oneYearLicense : defaultLicense

/**
 * The years to recommend for a journey in a format, for the destinations where the permit is of
 * use; null if there are none, if a longer plan would not be valid for its whole term, or if the
 * format is not accepted.
 */
export function recommendYears(
  permits: readonly Permit[],
  category: Product['category'],
): 1 | 3 | null {
  const usefulPermits = permits.filter(permit => isAccepted(permit) && !permit.not_recommended)
  if (category === 'digital' && usefulPermits.some(({ digital_copy }) => !digital_copy)) return null
  if (recommendLicense(permits) === oneYearLicense)
    return listOneYearDestinations(usefulPermits).length > 0 ? 1 : null
  const isThreeYears =
    usefulPermits.length > 0 &&
    permits.filter(isAccepted).every(({ validity }) => validity === maxPermitYears)
  return isThreeYears ? maxPermitYears : null
}

/**
 * The change for a new journey: the recommended plan, unless a partner, a link or the customer has
 * chosen one, and the acknowledgements of the remaining destinations. An unknown table recommends
 * nothing.
 */
export function toDestinationsChange(state: BaseState, table: PermitTable): StateChange {
  const { destinations, acknowledgements } = state
  return {
    acknowledgements: acknowledgements.filter(id => destinations.includes(id.replace(/.*:/, ''))),
    ...(isPlanRecommended(state) &&
      table.size > 0 && { selectedLicense: recommendLicense(findForeignPermits(table, state)) }),
  }
}

/** Whether the plan follows the destinations: no customer, link or partner has chosen it. */
export const isPlanRecommended = ({
  planChanged,
  partnerToken,
  selectedLicense,
}: Pick<BaseState, 'planChanged' | 'partnerToken' | 'selectedLicense'>): boolean =>
  !planChanged && partnerToken === null && recommendedIds.includes(selectedLicense)

/** Any other plan was chosen by the customer, a link or a partner. */
const recommendedIds: readonly number[] = [defaultLicense, oneYearLicense]

/** What the customer must acknowledge before paying. */
export interface Acknowledgement {
  /** Stored in the state once it is given. */
  id: string
  destination: DestinationId
  reason: 'not_accepted' | 'digital_refused'
  /** The `permits` text of the checkbox, with `country`. */
  sentence: string
}

/**
 * What the customer must acknowledge to buy this plan for these destinations, because the permit is
 * useless there.
 */
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
 * The issues that block the driver step: a residence without permits, or an unacknowledged
 * destination that does not accept them. Unknown rules never block.
 */
export const listJourneyIssues = (
  journey: Journey & Pick<BaseState, 'acknowledgements'>,
  table: PermitTable,
): FieldIssue[] => [
  ...(issuingVerdictOf(findPermit(table, journey.customer.country_of_residence)).kind === 'no'
    ? [{ field: 'country_of_residence', message: 'country_of_residence.refused' }]
    : []),
  ...listAcknowledgementIssues(journey, table),
]

/**
 * The acknowledgements that are still missing for this plan and these destinations; without a plan,
 * those that every plan needs.
 */
export const listAcknowledgementIssues = (
  journey: Journey & Pick<BaseState, 'acknowledgements'>,
  table: PermitTable,
  plan?: ChosenPlan,
): FieldIssue[] =>
  listAcknowledgements(findForeignPermits(table, journey), plan)
    .filter(({ id }) => !journey.acknowledgements.includes(id))
    .map(({ id }) => ({ field: id, message: 'acknowledgements.missing' }))

/** The rules of a country or place; codes in any case. */
const findPermit = (table: PermitTable, code: string): Permit | undefined =>
  table.get(code.toLowerCase())

/** Whether residents can get a permit. Texts are keys of `permits`, with `country`. */
export interface IssuingVerdict {
  kind: Acceptance | 'unknown'
  sentence: string | null
  /** What the customer can do about it. */
  line: string | null
}

/** Whether residents of a country can get a permit; `unknown` blocks nothing. */
export function issuingVerdictOf(permit: Permit | undefined): IssuingVerdict {
  const kind = permit?.from_ ?? 'unknown'
  const isLimited = kind === 'no' || kind === 'yes_with_conditions'
  return {
    kind,
    sentence: isLimited ? `issuing.${kind}` : null,
    line: isLimited ? `issuing.${kind}_line` : null,
  }
}
