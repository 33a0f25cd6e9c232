import { addYears } from '@/domain/dates/add-years'

/** No permit is valid for longer; a lifetime plan is one of these years, issued again and again. */
export const maxPermitYears = 3

const dayMs = 86_400_000

/**
 * The first and last day of a permit paid on `paidOn`, all `yyyy-mm-dd`. `years` is null for a
 * lifetime plan.
 */
export function computePermitPeriod(
  paidOn: string,
  years: number | null,
): { from: string; until: string } {
  const end = addYears(new Date(`${paidOn}T00:00:00Z`), years ?? maxPermitYears)
  return { from: paidOn, until: new Date(end.getTime() - dayMs).toISOString().slice(0, 10) }
}
