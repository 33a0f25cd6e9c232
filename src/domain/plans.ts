import * as z from 'zod/mini'
import type { Campaign } from '@/domain/launch'

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

export type PlanCategory = 'physical' | 'digital'

/** Cards stand in the order 1, 3, 2 years, so that the default plan is in the middle. */
const cardOrder = [1, 3, 2]

/** The plans of one category in the order of their cards. */
export const plansOf = (products: Product[], category: PlanCategory): Product[] =>
  products
    .filter(plan => plan.category === category && plan.show_at_checkout)
    .sort((one, other) => cardOrder.indexOf(one.years ?? 0) - cardOrder.indexOf(other.years ?? 0))

/** Whether a checkout may choose this plan: lifetime stands on the plan step in the summer campaign alone. */
export const isOffered = (id: number, campaigns: Campaign[]): boolean =>
  id === summerLifetimeId ? campaigns.includes('summer_lifetime') : isPlanId(id)

/** The chosen plan; undefined when the list does not hold it. */
export const planById = (products: Product[], id: number): Product | undefined =>
  products.find(plan => plan.id === id)

/** The same number of years in the other category, else its three-year plan, which is the default (SPEC 9). */
export const samePlanIn = (
  products: Product[],
  category: PlanCategory,
  years: number | null,
): Product | undefined => {
  const plans = plansOf(products, category)
  return plans.find(plan => plan.years === years) ?? plans.find(plan => plan.years === 3)
}

/** How much a plan saves against one-year plans, in whole percent; 0 where there is nothing to compare. */
export const savedPercent = ({ price, oldPrice }: Product): number =>
  oldPrice && oldPrice > price ? Math.round((1 - price / oldPrice) * 100) : 0
