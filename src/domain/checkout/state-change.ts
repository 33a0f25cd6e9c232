import {
  findEquivalentPlan,
  findPlan,
  isPlanId,
  type PlanCategory,
  toPlanFormat,
} from '@/domain/catalog/plans'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import type { BaseState, CheckoutState, StoredState } from '@/domain/checkout/checkout-state'

/** Objects that change field by field; any other value is replaced as a whole. */
const groups = ['customer', 'shipping', 'urgent', 'terms', 'approval_documents'] as const
type Group = (typeof groups)[number]

/**
 * Any part of what is stored; groups may be partial too. The browser adds terms and price to a
 * coupon and a shipping method, so that its own state is complete before the server answers.
 */
export type StateChange = Partial<Omit<BaseState, Group | 'selectedShippingMethod'>> & {
  [K in Group]?: Partial<BaseState[K]>
} & {
  selectedShippingMethod?: ({ code: string } & Partial<ShippingMethod>) | null
} & Pick<StoredState, 'time_zone'>

/** Returns the state with a change applied: groups are merged, other values are replaced. */
export function applyChange<State extends BaseState | StateChange>(
  state: State,
  change: StateChange,
): State {
  const merged: Record<string, unknown> = { ...state }
  for (const [key, value] of Object.entries(change)) {
    const previous = merged[key]
    merged[key] = isGroup(key, previous) && isGroup(key, value) ? { ...previous, ...value } : value
  }
  return merged as State
}

/** The part of a change that differs from the state; unchanged values need no save. */
export function difference(state: BaseState, change: StateChange): StateChange {
  const previous: Record<string, unknown> = state
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(change)) {
    const current = previous[key]
    const isPart = isGroup(key, value) && isGroup(key, current)
    const changedValue = isPart ? diffGroup(current, value) : value
    if (!isSame(changedValue, isPart ? {} : current)) changes[key] = changedValue
  }
  return changes
}

/** All answers of the customer, as a change that another checkout can start with. */
export function pickAnswers(state: CheckoutState) {
  const { id: _driver, ...customer } = state.customer
  const { id: _address, shipping_method, total, tax, total_currency, ...shipping } = state.shipping
  const { selectedLicense, travelItemsInCart, destinations, acknowledgements, dialCode } = state
  const { coupon, coupon_is_own, currency, language, trip_start } = state
  const { selected, is_skip, is_chosen } = state.urgent
  const { add_later } = state.approval_documents
  return {
    customer,
    shipping,
    selectedLicense,
    travelItemsInCart,
    destinations,
    trip_start,
    acknowledgements,
    dialCode,
    currency,
    language,
    // A preselected extra the customer left alone is not an answer.
    ...((is_chosen || !selected) && { urgent: { selected, is_skip } }),
    approval_documents: { add_later },
    // Choosing no coupon is an answer too.
    ...((coupon || coupon_is_own) && { coupon }),
  } satisfies StateChange
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

const isGroup = (key: string, value: unknown): value is Record<string, unknown> =>
  groups.some(group => group === key) && typeof value === 'object' && value !== null

type PlanOffer = Pick<CheckoutState, 'productList' | 'selectedLicense'>

/**
 * The change for choosing a plan. Lifetime gets the category `physical`; the server sets its own
 * category.
 */
export const choosePlan = ({ productList }: PlanOffer, id: number): StateChange => {
  const plan = findPlan(productList, id)
  return plan && isPlanId(id)
    ? { selectedLicense: id, category: toPlanFormat(plan), planChanged: true }
    : {}
}

/** The change for choosing printed or digital: the plan with the same years in that category. */
export const chooseCategory = (offer: PlanOffer, category: PlanCategory): StateChange => {
  const years = findPlan(offer.productList, offer.selectedLicense)?.years ?? null
  const plan = findEquivalentPlan(offer.productList, category, years)
  return plan ? choosePlan(offer, plan.id) : {}
}

/** The change for choosing or removing urgent processing. */
export const selectUrgent = (selected: boolean): StateChange => ({
  urgent: { selected, is_skip: !selected },
})
