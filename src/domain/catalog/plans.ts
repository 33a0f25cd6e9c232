import type { Campaign } from '@/domain/catalog/campaigns'
import type { Product } from '@/domain/catalog/product-schema'

/** The printed plan of three years is preselected. */
export const defaultLicense = 42
/** The printed plan of one year, for destinations that accept no longer one. */
export const oneYearLicense = 40
/** The plans of the plan step, printed then digital. */
export const planIds = [40, 41, 42, 43, 44, 45] as const
/**
 * Urgent processing is an extra, not a plan; lifetime is sold after the payment, or in the summer
 * campaign.
 */
export const urgentId = 60
export const lifetimeId = 62
export const summerLifetimeId = 96
/** Whether an id can be a plan; `isOffered` decides whether a checkout may choose it. */
export const isPlanId = (id: number): boolean =>
  id === summerLifetimeId || planIds.some(plan => plan === id)

/** The two formats of a plan, named like their categories; lifetime is printed. */
export const planCategories = ['physical', 'digital'] as const
export type PlanCategory = (typeof planCategories)[number]

/** The categories of plans. */
export type NamedCategory = Exclude<Product['category'], 'urgent'>

/** Whether plans of a category are printed: they are delivered and can have travel items. */
export const hasParcel = (category: Product['category']): boolean =>
  category === 'physical' || category === 'lifetime'

type Direction = 'ltr' | 'rtl'

/** The cards' years in reading order: from the left 1, 3, 2 in LTR and 3, 2, 1 in RTL. */
const cardOrder: Record<Direction, Product['years'][]> = { ltr: [1, 3, 2], rtl: [1, 2, 3] }

/** The plans of one format in the order of their cards, lifetime last. */
export function listPlans(
  products: Product[],
  format: PlanCategory,
  direction: Direction = 'ltr',
): Product[] {
  const order = [...cardOrder[direction], null]
  return products
    .filter(plan => isPlanCard(plan) && toPlanFormat(plan) === format)
    .sort((a, b) => order.indexOf(a.years) - order.indexOf(b.years))
}

/** A card's position from the left, counted from 1, for analytics; 0 for lifetime. */
export const findPlanPosition = (years: Product['years'], direction: Direction): number => {
  const index = cardOrder[direction].indexOf(years) + 1
  return index > 0 && direction === 'rtl' ? cardOrder.rtl.length + 1 - index : index
}

const isPlanCard = ({ id, show_at_checkout }: Product): boolean => show_at_checkout && isPlanId(id)

/**
 * The parts of a checkout that limit its plans: its campaigns, and the plan ids its link limits it
 * to.
 */
interface PlanLimits {
  campaigns: Campaign[]
  products: number[]
}

/**
 * Whether a checkout may choose this plan: lifetime only in the summer campaign, and no plan that
 * its link excludes.
 */
export function isOffered(id: number, { campaigns, products }: PlanLimits): boolean {
  const isSold = (plan: number) =>
    plan === summerLifetimeId ? campaigns.includes('summer_lifetime') : isPlanId(plan)
  // A limit that leaves no plan has no effect.
  const limit = products.filter(isSold)
  return isSold(id) && (limit.length === 0 || limit.includes(id))
}

/**
 * The products offered to a checkout: the plans it may choose, and products that are not plans,
 * such as urgent processing.
 */
export function listOfferedProducts(products: Product[], limits: PlanLimits): Product[] {
  const candidates = products.map(plan =>
    plan.category === 'lifetime' ? { ...plan, show_at_checkout: isOffered(plan.id, limits) } : plan,
  )
  const offer = candidates.filter(({ id, years }) => years === null || isOffered(id, limits))
  return listFormats(offer).length > 0 ? offer : candidates
}

/** The formats that have plans. */
export const listFormats = (products: Product[]): PlanCategory[] =>
  formats.filter(format => listPlans(products, format).length > 0)

const formats: PlanCategory[] = ['physical', 'digital']

/**
 * The plan that replaces one that is not on offer: the longest of its format, else of the other
 * format.
 */
export const findReplacementPlan = (
  plan: Product | undefined,
  offer: Product[],
): Product | undefined =>
  (plan && pickLongestPlan(listPlans(offer, toPlanFormat(plan)))) ??
  listFormats(offer).map(format => pickLongestPlan(listPlans(offer, format)))[0]

/** The format of a plan. */
export const toPlanFormat = ({ category }: Pick<Product, 'category'>): PlanCategory =>
  hasParcel(category) ? 'physical' : 'digital'

/** The plan with the most years; lifetime only if there is no other. */
const pickLongestPlan = (plans: Product[]): Product | undefined =>
  plans.toSorted((a, b) => (b.years ?? 0) - (a.years ?? 0))[0]

/** The plan with this id; undefined if it is not in the list. */
export const findPlan = <P extends Pick<Product, 'id'>>(products: P[], id: number): P | undefined =>
  products.find(plan => plan.id === id)

/** The plan of a format with the same years, else the longest of the format. */
export const findEquivalentPlan = (
  products: Product[],
  format: PlanCategory,
  years: number | null,
): Product | undefined => {
  const plans = listPlans(products, format)
  return plans.find(plan => years !== null && plan.years === years) ?? pickLongestPlan(plans)
}

/** Floating point may put a whole percentage slightly below its value. */
const roundingSlack = 1e-9

/**
 * What a plan saves compared to one-year plans, in percent, rounded down; 0 if there is nothing to
 * compare.
 */
export const savingPercentOf = ({ price, oldPrice }: Product): number =>
  oldPrice && oldPrice > price
    ? Math.floor(((oldPrice - price) * 100) / oldPrice + roundingSlack)
    : 0
