import * as z from 'zod/mini'
import type { Campaign } from '@/domain/catalog/campaigns'

/** A product as the server offers it (SPEC 3); prices in major units of the checkout's currency. */
export const product = z.object({
  id: z.int(),
  name: z.string(),
  category: z.enum(['digital', 'physical', 'urgent', 'lifetime']),
  years: z.nullable(z.int()),
  price: z.number(),
  /** What the same years cost as one-year plans; null where there is nothing to compare. */
  oldPrice: z.nullable(z.number()),
  show_at_checkout: z.boolean(),
})
export type Product = z.infer<typeof product>

/** SPEC 9: default product id. */
export const defaultLicense = 42
/** SPEC 9: the ids a customer may choose on the plan step. */
export const planIds = [40, 41, 42, 43, 44, 45] as const
/** DESIGN: the extra for urgent processing; SPEC 9: lifetime and summer lifetime. */
export const urgentId = 60
export const lifetimeId = 62
export const summerLifetimeId = 96
/** Whether an id may be a plan at all; lifetime is one only where its offer stands. */
export const isPlanId = (id: number): boolean =>
  id === summerLifetimeId || planIds.some(plan => plan === id)

/** The two formats a plan comes in, under the names of their plans; the one for life is printed. */
export type PlanCategory = 'physical' | 'digital'

/** The categories that plans themselves have. */
export type NamedCategory = Exclude<Product['category'], 'urgent'>

/** Whether plans of a category are printed: they are delivered, and travel items come along. */
export const hasParcel = (category: Product['category']): boolean =>
  category === 'physical' || category === 'lifetime'

type Direction = 'ltr' | 'rtl'

/** The years in the reading order of their cards: from the left they stand 1, 3, 2, or 3, 2, 1 (SPEC 9). */
const cardOrder: Record<Direction, Product['years'][]> = { ltr: [1, 3, 2], rtl: [1, 2, 3] }

/** The plans of one format in the order of their cards, the one for life after those by the year. */
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

/** A card's place from the left, as analytics counts it (SPEC 9); 0 for life. */
export const findPlanPosition = (years: Product['years'], direction: Direction): number => {
  const index = cardOrder[direction].indexOf(years) + 1
  return index > 0 && direction === 'rtl' ? cardOrder.rtl.length + 1 - index : index
}

const isPlanCard = ({ id, show_at_checkout }: Product): boolean => show_at_checkout && isPlanId(id)

/** What of a checkout decides which plans it is offered: its campaigns, and the ids its link limits it to. */
interface PlanLimits {
  campaigns: Campaign[]
  products: number[]
}

/** Whether a checkout may choose this plan: lifetime in the summer campaign alone, and none that its link leaves out. */
export function isOffered(id: number, { campaigns, products }: PlanLimits): boolean {
  const isSold = (plan: number) =>
    plan === summerLifetimeId ? campaigns.includes('summer_lifetime') : isPlanId(plan)
  // A limit that leaves none is no limit.
  const limit = products.filter(isSold)
  return isSold(id) && (limit.length === 0 || limit.includes(id))
}

/** The products as a checkout is offered them: the plans it may choose, and what is none, such as the urgent extra. */
export function listOfferedProducts(products: Product[], limits: PlanLimits): Product[] {
  const candidates = products.map(plan =>
    plan.category === 'lifetime' ? { ...plan, show_at_checkout: isOffered(plan.id, limits) } : plan,
  )
  const offer = candidates.filter(({ id, years }) => years === null || isOffered(id, limits))
  return listFormats(offer).length > 0 ? offer : candidates
}

/** The formats there are plans in. */
export const listFormats = (products: Product[]): PlanCategory[] =>
  formats.filter(format => listPlans(products, format).length > 0)

const formats: PlanCategory[] = ['physical', 'digital']

/** The plan that stands in for one that is not on offer: the longest of its format, else of the other. */
export const findReplacementPlan = (
  plan: Product | undefined,
  offer: Product[],
): Product | undefined =>
  (plan && pickLongestPlan(listPlans(offer, toPlanFormat(plan)))) ??
  listFormats(offer).map(format => pickLongestPlan(listPlans(offer, format)))[0]

/** The format a plan comes in. */
export const toPlanFormat = ({ category }: Pick<Product, 'category'>): PlanCategory =>
  hasParcel(category) ? 'physical' : 'digital'

/** Of the plans by the year; the one for life only where there is no other. */
const pickLongestPlan = (plans: Product[]): Product | undefined =>
  plans.toSorted((a, b) => (b.years ?? 0) - (a.years ?? 0))[0]

/** The chosen plan; undefined when the list does not hold it. */
export const findPlan = (products: Product[], id: number): Product | undefined =>
  products.find(plan => plan.id === id)

/** The same number of years in a format, else its longest plan, which by itself is the default (SPEC 9). */
export const findEquivalentPlan = (
  products: Product[],
  format: PlanCategory,
  years: number | null,
): Product | undefined => {
  const plans = listPlans(products, format)
  return plans.find(plan => years !== null && plan.years === years) ?? pickLongestPlan(plans)
}

/** Half of something may come out a little below it in figures of the machine. */
const roundingSlack = 1e-9

/** How much a plan saves against one-year plans, in whole percent, never more than it does; 0 where there is nothing to compare. */
export const savingPercentOf = ({ price, oldPrice }: Product): number =>
  oldPrice && oldPrice > price
    ? Math.floor(((oldPrice - price) * 100) / oldPrice + roundingSlack)
    : 0
