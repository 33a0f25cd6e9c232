import type { PlanCategory } from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import type { BaseState, CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, type StateChange } from '@/domain/checkout/state-change'

/** The plan and customer that a partner token arranges. */
export interface PartnerOffer {
  years: number
  product_type: PlanCategory
  customer_email: string
  customer_first_name: string
  customer_last_name: string
  partner: string
}

/**
 * Why an order does not get a partner's offer, or has lost it, in the words of the log
 * (docs/partners.md, Failures).
 */
export const partnerFailures = {
  token: 'tokenData load fail',
  attach: 'Adding partner token fail',
  products: 'Product list is empty',
  plan: 'No product is found with given years and category',
  often: 'Too many partner tokens were tried',
  moved: 'The partner token has moved to another checkout',
} as const
export type PartnerFailure = keyof typeof partnerFailures

/** The failure named in an address; null for anything else. */
export const parsePartnerFailure = (value: unknown): PartnerFailure | null =>
  typeof value === 'string' && Object.hasOwn(partnerFailures, value)
    ? (value as PartnerFailure)
    : null

/** A point where a partner's customers collect printed permits. */
export interface PickupPoint {
  id: string
  name: string
  /** Lines without the country. */
  address: string
  /** Lower-case code. */
  country: string
  hours: string | null
}

/** The shipping method code of a collected permit. */
export const pickupCode = 'pickup'

/** The partner whose pickup point is used; null if the permit is delivered. */
export const findPickupPartner = ({
  deliveryMethod,
  partner,
}: Pick<CheckoutState, 'deliveryMethod' | 'partner'>): string | null =>
  deliveryMethod === 'pickupPoints' ? partner : null

/** The country of a partner's customers: Indonesia for bikes partners, otherwise empty. */
export const resolvePartnerCountry = (partner: string): string =>
  /bikes/i.test(partner) ? 'id' : ''

/** The plan of a partner's offer; undefined if it is not on sale. */
export const findArrangedPlan = (
  products: Product[],
  { years, product_type }: Pick<PartnerOffer, 'years' | 'product_type'>,
): Product | undefined =>
  products.find(
    plan => plan.show_at_checkout && plan.category === product_type && plan.years === years,
  )

interface Arrangement {
  /** The token's id, not the token itself. */
  id: string
  offer: PartnerOffer
  /** The offer of the order's previous partner token; null if it had none. */
  before: PartnerOffer | null
  plan: Product
  points: PickupPoint[]
}

/**
 * The change for an order that gets a partner's offer. Email and name that the customer entered
 * stay; those a previous partner filled in are replaced.
 */
export function toPartnerChange(
  state: BaseState,
  { id, offer, before: previousOffer, plan, points }: Arrangement,
): StateChange {
  const isSamePartner = state.partner === offer.partner
  const base = isSamePartner ? state : applyChange(state, withoutPartner(state))
  const { shipping } = base
  const customer = withoutPrefilled(base, previousOffer, offer)
  const country = resolvePartnerCountry(offer.partner)
  return {
    partnerToken: id,
    partner: offer.partner,
    selectedLicense: plan.id,
    category: plan.category,
    customer: {
      email: customer.email || offer.customer_email,
      license_first_name: customer.license_first_name || offer.customer_first_name,
      license_last_name: customer.license_last_name || offer.customer_last_name,
    },
    shipping: {
      pickup_point: points.some(point => point.id === shipping.pickup_point)
        ? shipping.pickup_point
        : '',
      country: (!shipping.address && country) || shipping.country,
    },
  }
}

/**
 * Email and name without the values that the previous partner filled in, if the new partner names
 * the customer. Once the first step is saved, they count as the customer's own.
 */
function withoutPrefilled(
  { customer }: BaseState,
  previousOffer: PartnerOffer | null,
  { customer_email, customer_first_name, customer_last_name }: PartnerOffer,
): Pick<BaseState['customer'], 'email' | 'license_first_name' | 'license_last_name'> {
  const hasCustomer = `${customer_email}${customer_first_name}${customer_last_name}` !== ''
  if (!previousOffer || !hasCustomer || customer.id !== null) return customer
  const keepOwnAnswer = (answer: string, prefilledValue: string) =>
    answer === prefilledValue ? '' : answer
  return {
    email: keepOwnAnswer(customer.email, previousOffer.customer_email),
    license_first_name: keepOwnAnswer(
      customer.license_first_name,
      previousOffer.customer_first_name,
    ),
    license_last_name: keepOwnAnswer(customer.license_last_name, previousOffer.customer_last_name),
  }
}

/**
 * Replaces the partner's name after the token has moved to another order, until the customer has
 * seen the notice.
 */
export const partnerMoved = ''

/**
 * The change for an order that loses its partner: plan and answers stay. A country that came from
 * the partner or its pickup point is cleared, because the customer has not chosen it.
 */
export function withoutPartner({ partner, shipping }: BaseState): StateChange {
  const isPartnerCountry =
    shipping.pickup_point !== '' ||
    (!shipping.address && shipping.country === resolvePartnerCountry(partner ?? ''))
  return {
    partnerToken: null,
    partner: null,
    shipping: { pickup_point: '', ...(isPartnerCountry && { country: '' }) },
  }
}
