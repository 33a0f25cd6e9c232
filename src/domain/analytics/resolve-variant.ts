import {
  type ExperimentName,
  experiments,
  findVariant,
  type VariantChoice,
  type Variants,
} from '@/domain/analytics/experiments'
import type { Step } from '@/domain/checkout/steps'

// Separate from experiments.ts: every page checks the checkout's variant, few pages resolve it.

/** The sources of a customer's variant, in order of precedence. */
export interface VariantSources {
  /** The testing service's data by experiment code; not validated. */
  experiments: unknown
  experiences: unknown
  /** The checkout's variants: a link's override, or an earlier assignment. */
  assigned: Variants
  /** Values of the testing service's cookies. */
  cookie: string | undefined
  splitTest: string | undefined
}

/** The variant of each experiment that a source names; the first source wins. */
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

/** The resolved variants that differ from the stored ones; undefined if none does. */
export function diffVariants(current: Variants, resolved: Variants): Variants | undefined {
  const changedEntries = Object.entries(resolved).filter(
    ([name, variant]) => current[name] !== variant,
  )
  return changedEntries.length > 0 ? Object.fromEntries(changedEntries) : undefined
}

/** Only the shop's own experiments and variants; all others are dropped. */
export const pickKnownVariants = (variants: Variants): Variants =>
  Object.fromEntries(
    Object.entries(variants).filter(
      ([name, variant]) => findVariantCodes(name, variant) !== undefined,
    ),
  )

/** The testing service's codes of a variant; undefined for an unknown one. */
export function findVariantCodes(
  name: string,
  variant: string,
): { code: string; variantCode: string } | undefined {
  if (!Object.hasOwn(experiments, name)) return undefined
  const { CODE: code, ...codes } = experiments[name as ExperimentName]
  const variantCode = (codes as Record<string, string>)[variant]
  return Object.hasOwn(codes, variant) && variantCode ? { code, variantCode } : undefined
}

/**
 * The service's data has an entry per experiment, with the variant's code in it or in its
 * `variation`.
 */
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

/**
 * Both cookies contain the codes of experiment and variant among other numbers; no two variants
 * share a code.
 */
function readFromCookie(text: string | undefined, name: ExperimentName): string | undefined {
  const numbers = new Set(text?.match(/\d+/g))
  const { CODE, ...variants } = experiments[name]
  if (!numbers.has(CODE)) return undefined
  return Object.entries(variants).find(([, code]) => numbers.has(code))?.[0]
}

/** The steps that show an experiment, where its variant is sent to analytics. */
const stepsByExperiment: Record<ExperimentName, Step['id'][]> = {
  HOW_IT_WORKS: ['shipping'],
  RETURNING_COUNTRIES: ['driver-details', 'info'],
  AUTO_RENEWAL: ['thank-you'],
  GEO_PERSONALIZATION_RERUN: ['shipping'],
  AB_30_SUBSCRIPTION: ['thank-you'],
  AB_17_TRAVEL_WALLET: ['shipping'],
  STRIPE_PAYMENT_ELEMENT: ['payment', 'express-payment'],
}

/** The variants shown on a step. */
export const pickVariantsOnStep = (variants: Variants, step: Step['id'] | undefined): Variants =>
  Object.fromEntries(
    Object.entries(pickKnownVariants(variants)).filter(
      ([name]) => step !== undefined && stepsByExperiment[name as ExperimentName].includes(step),
    ),
  )

/** Whether nothing is assigned on this step: payment and thank you. */
export const isAssignmentClosed = (step: Step['id'] | undefined): boolean =>
  step === 'payment' || step === 'express-payment' || step === 'thank-you'
