import {
  findEquivalentPlan,
  findPlan,
  isPlanId,
  type PlanCategory,
  toPlanFormat,
} from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'

/** Any part of the state; groups may be partial too. */
export type StateChange = {
  [K in keyof CheckoutState]?: CheckoutState[K] extends object | null
    ? CheckoutState[K] extends unknown[] | null
      ? CheckoutState[K]
      : Partial<CheckoutState[K]> | Extract<CheckoutState[K], null>
    : CheckoutState[K]
}

/** Returns the state with a change applied: groups are merged, other values are replaced. */
export const applyChange = (state: CheckoutState, change: StateChange): CheckoutState =>
  mergeChange(state, change) as CheckoutState

/** Combines two changes; `patch` wins. */
export function mergeChange<T extends StateChange>(base: T, patch: StateChange): T {
  const merged: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(patch)) {
    const previous = merged[key]
    merged[key] = isGroup(key, previous) && isGroup(key, value) ? { ...previous, ...value } : value
  }
  return merged as T
}

/** The part of a change that differs from the state; unchanged values need no save. */
export function difference(state: CheckoutState, change: StateChange): StateChange {
  const previous = state as unknown as Record<string, unknown>
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(change)) {
    const current = previous[key]
    const isPart = isGroup(key, value) && isGroup(key, current)
    const changedValue = isPart ? diffGroup(current, value) : value
    if (!isSame(changedValue, isPart ? {} : current)) changes[key] = changedValue
  }
  return changes as StateChange
}

/** All answers of the customer, as a change that another checkout can start with. */
export function pickAnswers(state: CheckoutState): StateChange {
  const { id: _driver, ...customer } = state.customer
  const { id: _address, shipping_method, total, tax, total_currency, ...shipping } = state.shipping
  const { selectedLicense, travelItemsInCart, destinations, acknowledgements, dialCode } = state
  const { coupon, coupon_is_own, currency, language } = state
  const { selected, is_skip, is_chosen } = state.urgent
  const { add_later } = state.approval_documents
  return {
    customer,
    shipping,
    selectedLicense,
    travelItemsInCart,
    destinations,
    acknowledgements,
    dialCode,
    currency,
    language,
    // A preselected extra the customer left alone is not an answer.
    ...((is_chosen || !selected) && { urgent: { selected, is_skip } }),
    approval_documents: { add_later },
    // Choosing no coupon is an answer too.
    ...((coupon || coupon_is_own) && { coupon }),
  }
}

/** A change without the part that was saved; values that changed again in the meantime stay. */
export function subtractChange(change: StateChange, applied: StateChange): StateChange {
  const remaining = { ...change } as Record<string, unknown>
  for (const [key, value] of Object.entries(change)) {
    const appliedValue = (applied as Record<string, unknown>)[key]
    if (isSame(value, appliedValue)) delete remaining[key]
    else if (isGroup(key, value) && isGroup(key, appliedValue))
      remaining[key] = diffGroup(appliedValue, value)
  }
  return remaining as StateChange
}

/** A change without the refused fields, which have their names on the wire: `customer.email`. */
export function withoutFields(change: StateChange, fields: string[]): StateChange {
  const remaining = { ...change } as Record<string, unknown>
  for (const [key, name] of fields.map(field => field.split('.'))) {
    const value = remaining[key as string]
    if (!name || !isGroup(key as string, value)) delete remaining[key as string]
    else {
      const { [name]: _refused, ...otherFields } = value
      remaining[key as string] = otherFields
    }
  }
  return remaining as StateChange
}

const diffGroup = (previous: Record<string, unknown>, group: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(group).filter(([name, value]) => !isSame(value, previous[name])),
  )

/** Whether two values have the same JSON, which is how they are sent. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Objects that change field by field; any other value is replaced as a whole. */
const groups = ['customer', 'shipping', 'urgent', 'terms', 'approval_documents']

const isGroup = (key: string, value: unknown): value is Record<string, unknown> =>
  groups.includes(key) && typeof value === 'object' && value !== null

/**
 * The change for choosing a plan. Lifetime gets the category `physical`; the server sets its own
 * category.
 */
export const choosePlan = (state: CheckoutState, id: number): StateChange => {
  const plan = findPlan(state.productList, id)
  return plan && isPlanId(id)
    ? { selectedLicense: id, category: toPlanFormat(plan), planChanged: true }
    : {}
}

/** The change for choosing printed or digital: the plan with the same years in that category. */
export const chooseCategory = (state: CheckoutState, category: PlanCategory): StateChange => {
  const years = findPlan(state.productList, state.selectedLicense)?.years ?? null
  const plan = findEquivalentPlan(state.productList, category, years)
  return plan ? choosePlan(state, plan.id) : {}
}

/** The change for choosing or removing urgent processing. */
export const selectUrgent = (selected: boolean): StateChange => ({
  urgent: { selected, is_skip: !selected },
})
