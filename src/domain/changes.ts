import type { CheckoutState } from '@/domain/checkout'
import { type PlanCategory, planById, samePlanIn } from '@/domain/plans'

/** Any part of the state; grouped answers may be given in part too. */
export type StateChange = {
  [K in keyof CheckoutState]?: CheckoutState[K] extends object | null
    ? CheckoutState[K] extends unknown[] | null
      ? CheckoutState[K]
      : Partial<CheckoutState[K]> | Extract<CheckoutState[K], null>
    : CheckoutState[K]
}

/** The state with a change applied: grouped answers are merged, everything else is replaced. */
export const applyChange = (state: CheckoutState, change: StateChange): CheckoutState =>
  mergeChange(state, change) as CheckoutState

/** Two changes as one; the later wins. */
export function mergeChange<T extends StateChange>(earlier: T, later: StateChange): T {
  const merged: Record<string, unknown> = { ...earlier }
  for (const [key, value] of Object.entries(later)) {
    const before = merged[key]
    merged[key] = isGroup(before) && isGroup(value) ? { ...before, ...value } : value
  }
  return merged as T
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What choosing a plan changes. */
export const choosePlan = (state: CheckoutState, id: number): StateChange => {
  const category = planById(state.productList, id)?.category
  return category === 'physical' || category === 'digital'
    ? { selectedLicense: id, category, planChanged: true }
    : {}
}

/** What choosing printed or digital changes: the same years in that category. */
export const chooseCategory = (state: CheckoutState, category: PlanCategory): StateChange => {
  const years = planById(state.productList, state.selectedLicense)?.years ?? null
  const plan = samePlanIn(state.productList, category, years)
  return plan ? choosePlan(state, plan.id) : {}
}

export const selectUrgent = (selected: boolean): StateChange => ({
  urgent: { selected, is_skip: !selected },
})
