/** One experiment: its code at the testing service (SPEC 9: a numeric string) and its variants' codes. */
interface Experiment {
  CODE: string
  ORIGINAL: string
  VARIANT_1?: string
  VARIANT_2?: string
  VARIANT_3?: string
  VARIANT_4?: string
  VARIANT_5?: string
}

/** The experiments of the shop (SPEC 9). */
export const experiments = {
  TRAVEL_WALLET: { CODE: '100417', ORIGINAL: '1004170', VARIANT_1: '1004171' },
} satisfies Record<string, Experiment>

export type ExperimentName = keyof typeof experiments
export interface VariantChoice {
  experiment: ExperimentName
  variant: string
}

/** The variant that two codes name; null when the shop has no such experiment or variant. */
export function variantIn(code: string | null, variantCode: string | null): VariantChoice | null {
  for (const [experiment, { CODE, ...variants }] of Object.entries(experiments)) {
    if (CODE !== code) continue
    const named = Object.entries(variants).find(([, known]) => known === variantCode)
    return named ? { experiment: experiment as ExperimentName, variant: named[0] } : null
  }
  return null
}

/** Whether a checkout is in another variant than the original. */
export const isInVariant = (variants: Record<string, string>, name: ExperimentName): boolean =>
  (variants[name] ?? 'ORIGINAL') !== 'ORIGINAL'
