/** The testing service's codes of one experiment and its variants, as numeric strings. */
interface Experiment {
  CODE: string
  ORIGINAL: string
  VARIANT_1?: string
  VARIANT_2?: string
  VARIANT_3?: string
  VARIANT_4?: string
  VARIANT_5?: string
}

/** The shop's experiments (docs/product.md, Experiments). No variant changes a price. */
export const experiments = {
  HOW_IT_WORKS: { CODE: '100402', ORIGINAL: '1004020', VARIANT_1: '1004021' },
  RETURNING_COUNTRIES: { CODE: '100409', ORIGINAL: '1004090', VARIANT_1: '1004091' },
  AUTO_RENEWAL: {
    CODE: '100430',
    ORIGINAL: '1004300',
    VARIANT_1: '1004301',
    VARIANT_2: '1004302',
    VARIANT_3: '1004303',
    VARIANT_4: '1004304',
  },
  GEO_PERSONALIZATION_RERUN: { CODE: '100412', ORIGINAL: '1004120', VARIANT_1: '1004121' },
  AB_30_SUBSCRIPTION: { CODE: '100431', ORIGINAL: '1004310', VARIANT_1: '1004311' },
  AB_17_TRAVEL_WALLET: { CODE: '100417', ORIGINAL: '1004170', VARIANT_1: '1004171' },
  STRIPE_PAYMENT_ELEMENT: { CODE: '100418', ORIGINAL: '1004180', VARIANT_1: '1004181' },
} satisfies Record<string, Experiment>

export type ExperimentName = keyof typeof experiments
export interface VariantChoice {
  experiment: ExperimentName
  variant: string
}

/** The variant a checkout is in, by experiment name. */
export type Variants = Record<string, string>

/** The variant of two codes; null if the shop has no such experiment or variant. */
export function findVariant(code: string | null, variantCode: string | null): VariantChoice | null {
  for (const [experiment, { CODE, ...variants }] of Object.entries(experiments)) {
    if (CODE !== code) continue
    const match = Object.entries(variants).find(([, knownCode]) => knownCode === variantCode)
    return match ? { experiment: experiment as ExperimentName, variant: match[0] } : null
  }
  return null
}

/** Whether a checkout is in a variant other than the original. */
export const isInVariant = (variants: Variants, name: ExperimentName): boolean =>
  (variants[name] ?? 'ORIGINAL') !== 'ORIGINAL'
