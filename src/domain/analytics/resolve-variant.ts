import {
  type ExperimentName,
  experiments,
  findVariant,
  type VariantChoice,
  type Variants,
} from '@/domain/analytics/experiments'
import type { Step } from '@/domain/checkout/steps'

// Apart from the table: every page asks which variant a checkout is in, and few where it comes from.

/** Everything that may say which variant a customer is in, in the order in which it counts (SPEC 9). */
export interface VariantSources {
  /** The testing service's data by experiment code, as it is found there: anything. */
  experiments: unknown
  experiences: unknown
  /** What the checkout has already: a link's override, or an earlier assignment. */
  assigned: Variants
  /** The texts of the service's cookies. */
  cookie: string | undefined
  splitTest: string | undefined
}

/** The variant of each experiment that some source names; the first one counts. */
export function resolveVariants(sources: VariantSources): Variants {
  const entries = experimentNames.map(name => {
    const variant =
      readFromData(sources.experiments, name) ??
      readFromData(sources.experiences, name) ??
      sources.assigned[name] ??
      readFromCookie(sources.cookie, name) ??
      readFromCookie(sources.splitTest, name)
    return [name, variant] as const
  })
  return Object.fromEntries(entries.filter(([, variant]) => variant !== undefined)) as Variants
}

const experimentNames = Object.keys(experiments) as ExperimentName[]

/** What differs from what is kept; undefined when nothing does. */
export function diffVariants(current: Variants, resolved: Variants): Variants | undefined {
  const changedEntries = Object.entries(resolved).filter(
    ([name, variant]) => current[name] !== variant,
  )
  return changedEntries.length > 0 ? Object.fromEntries(changedEntries) : undefined
}

/** Those of the shop's own experiments and variants; whatever else was sent is dropped. */
export const pickKnownVariants = (variants: Variants): Variants =>
  Object.fromEntries(
    Object.entries(variants).filter(
      ([name, variant]) => findVariantCodes(name, variant) !== undefined,
    ),
  )

/** The codes by which the testing service knows a variant; undefined for what is none. */
export function findVariantCodes(
  name: string,
  variant: string,
): { code: string; variantCode: string } | undefined {
  if (!Object.hasOwn(experiments, name)) return undefined
  const { CODE: code, ...codes } = experiments[name as ExperimentName]
  const variantCode = (codes as Record<string, string>)[variant]
  return Object.hasOwn(codes, variant) && variantCode ? { code, variantCode } : undefined
}

/** The service's data has an entry for an experiment, with the variant's code in it or in its `variation`. */
function readFromData(data: unknown, name: ExperimentName): string | undefined {
  const { CODE } = experiments[name]
  const entry = readProperty(data, CODE)
  const code =
    readProperty(readProperty(entry, 'variation'), 'id') ??
    readProperty(entry, 'variation_id') ??
    readProperty(entry, 'variationId')
  return findVariantName(CODE, code)
}

const readProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

const findVariantName = (
  code: string,
  variantCode: unknown,
): VariantChoice['variant'] | undefined =>
  typeof variantCode === 'string' || typeof variantCode === 'number'
    ? findVariant(code, String(variantCode))?.variant
    : undefined

/** Both cookies name the experiment and the variant among other numbers; no two variants share a code. */
function readFromCookie(text: string | undefined, name: ExperimentName): string | undefined {
  const numbers = new Set(text?.match(/\d+/g))
  const { CODE, ...variants } = experiments[name]
  if (!numbers.has(CODE)) return undefined
  return Object.entries(variants).find(([, code]) => numbers.has(code))?.[0]
}

/** The steps on which the customer meets an experiment: there the variant is told. */
const stepsByExperiment: Record<ExperimentName, Step['id'][]> = {
  HOW_IT_WORKS: ['shipping'],
  RETURNING_COUNTRIES: ['driver-details', 'info'],
  AUTO_RENEWAL: ['thank-you'],
  GEO_PERSONALIZATION_RERUN: ['shipping'],
  AB_30_SUBSCRIPTION: ['thank-you'],
  AB_17_TRAVEL_WALLET: ['shipping'],
  STRIPE_PAYMENT_ELEMENT: ['payment', 'express-payment'],
}

/** The variants that a customer meets on a step. */
export const pickVariantsOnStep = (variants: Variants, step: Step['id'] | undefined): Variants =>
  Object.fromEntries(
    Object.entries(pickKnownVariants(variants)).filter(
      ([name]) => step !== undefined && stepsByExperiment[name as ExperimentName].includes(step),
    ),
  )

/** Where nothing is assigned any more: while somebody pays, and after. */
export const isAssignmentClosed = (step: Step['id'] | undefined): boolean =>
  step === 'payment' || step === 'express-payment' || step === 'thank-you'
