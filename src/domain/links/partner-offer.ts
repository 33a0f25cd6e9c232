import type { PlanCategory, Product } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { applyChange, type StateChange } from '@/domain/checkout/state-change'

/** What a partner has arranged for a customer (SPEC 3). */
export interface PartnerOffer {
  years: number
  product_type: PlanCategory
  customer_email: string
  customer_first_name: string
  customer_last_name: string
  partner: string
}

/**
 * Why an order does not become a partner's, or is one no more, in the words that operators read: those of
 * SPEC 8, and ours for who tries too often and for who has opened the link elsewhere.
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

/** The failure an address tells of. */
export const parsePartnerFailure = (value: unknown): PartnerFailure | null =>
  typeof value === 'string' && Object.hasOwn(partnerFailures, value)
    ? (value as PartnerFailure)
    : null

/** Where a partner's customers can collect their printed permits. */
export interface PickupPoint {
  id: string
  name: string
  /** In lines, without the country. */
  address: string
  /** Lower-case code. */
  country: string
  hours: string | null
}

/** The way of delivery of whoever collects the permit. */
export const pickupCode = 'pickup'

/** The partner at whose points the permit is collected; null when it is sent. */
export const findPickupPartner = ({
  deliveryMethod,
  partner,
}: Pick<CheckoutState, 'deliveryMethod' | 'partner'>): string | null =>
  deliveryMethod === 'pickupPoints' ? partner : null

/** Where the customers of a partner are (SPEC 9: those of bikes partners in Indonesia); empty where nothing tells. */
export const resolvePartnerCountry = (partner: string): string =>
  /bikes/i.test(partner) ? 'id' : ''

/** The plan a partner has arranged; undefined when it is not on offer. */
export const findArrangedPlan = (
  products: Product[],
  { years, product_type }: Pick<PartnerOffer, 'years' | 'product_type'>,
): Product | undefined =>
  products.find(
    plan => plan.show_at_checkout && plan.category === product_type && plan.years === years,
  )

interface Arrangement {
  /** The token's id, which opens nothing. */
  id: string
  offer: PartnerOffer
  /** What the token arranges that the order has had until now; null without one. */
  before: PartnerOffer | null
  plan: Product
  points: PickupPoint[]
}

/**
 * What an order takes over from its partner. What the customer has said of name and email stays; what the
 * partner before has said of them does not.
 */
export function toPartnerChange(
  state: CheckoutState,
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
    deliveryMethod: points.length > 0 ? 'pickupPoints' : 'delivery',
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
 * Name and email without what the partner before has filled in and the customer has let be, where the new one
 * says who the customer is. Who has gone on from the first step has made them their own.
 */
function withoutPrefilled(
  { customer }: CheckoutState,
  previousOffer: PartnerOffer | null,
  { customer_email, customer_first_name, customer_last_name }: PartnerOffer,
): Pick<CheckoutState['customer'], 'email' | 'license_first_name' | 'license_last_name'> {
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

/** In place of a partner's name: the offer is another order's now, which the customer of this one is still to be told. */
export const partnerMoved = ''

/**
 * What an order gives back when its partner's token is another's; plan and answers stay. A country that came
 * with the partner or its pickup point goes with them: where the parcel is to go nobody has said.
 */
export function withoutPartner({ partner, shipping }: CheckoutState): StateChange {
  const isPartnerCountry =
    shipping.pickup_point !== '' ||
    (!shipping.address && shipping.country === resolvePartnerCountry(partner ?? ''))
  return {
    partnerToken: null,
    partner: null,
    deliveryMethod: 'delivery',
    shipping: { pickup_point: '', ...(isPartnerCountry && { country: '' }) },
  }
}
