import type { WireCheckout, WireOrder } from '@/contract/checkout'
import type { WirePermits } from '@/contract/permits'
import type { AddressFormat } from '@/domain/address/address-format'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import type { NamedLines } from '@/domain/checkout/line-texts'
import type { CountryNames } from '@/domain/data/country-names'
import type { BirthDateFormat } from '@/domain/dates/date-order'
import type { NamePart } from '@/domain/driver/name-order'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { PartnerFailure, PickupPoint } from '@/domain/links/partner-offer'
import type { Coupon } from '@/domain/pricing/coupon-schema'
import type { PriceFormat } from '@/domain/pricing/money'
import type { BackReason } from '@/domain/step-access'

/**
 * The props of a page: everything the server knows, so that the browser renders without a request.
 */
export interface PageData extends StaticPageData {
  checkout: WireCheckout
}

/** What a customer sees of a link's order before opening it. */
export interface OfferedOrder {
  /** Which order the page shows: the answer is for this one. */
  id: string
  /** Masked; empty without one. */
  email: string
  /** The browser has an order of its own in progress. */
  hasOwnOrder: boolean
  /** The route that the link leads to, with its query. */
  to: string
  /** Where an order stands that is complete and cannot be opened any more; null for any other. */
  completed: CompletedOrder | null
}

/** An order that was sent. */
export interface CompletedOrder {
  number: string
  /** The day it was sent, `yyyy-mm-dd`. */
  sentOn: string
  trackingNumber: string | null
  receipt: OrderReceipt
}

/** What a receipt shows of a paid order; a checkout is one, too. */
export interface OrderReceipt {
  order: WireOrder | null
  /** The second order, for the lifetime plan. */
  lifetime?: Pick<NonNullable<WireCheckout['lifetime']>, 'order'> | undefined
  state: Pick<CheckoutState, 'confirmation_payment_method'> &
    NamedLines & {
      customer: Pick<
        CheckoutState['customer'],
        'license_first_name' | 'license_last_name' | 'email'
      >
      /** The plan that was bought, to name it. */
      productList: Pick<CheckoutState['productList'][number], 'id' | 'category' | 'years'>[]
      /** The items that were bought, to name them. */
      travelItemsData: Pick<CheckoutState['travelItemsData'][number], 'item_id' | 'name'>[]
    }
}

/** The texts of a page in its language, by namespace. */
export type PageTexts = Record<string, object>

/** Does not change while the page is shown. */
export interface StaticPageData {
  settings: Settings
  /** The customer's language: of the texts, numbers, dates and country names. */
  language: string
  /** The names of the countries that the page shows, in the customer's language. */
  countryNames: CountryNames
  dir: 'ltr' | 'rtl'
  birthDate: BirthDateFormat
  /** Of the checkout's currency: the browser's first `Intl.NumberFormat` would delay hydration. */
  priceFormat: PriceFormat
  /** The order of the name fields. */
  nameOrder: NamePart[]
  /**
   * On the review, if the driver's name or place of birth is in another script: the proposals in
   * Latin letters.
   */
  latinName?: Partial<Record<`license_${NamePart}_name` | 'place_of_birth', string>>
  /** Where the page names the customer's phone number: as it is dialed from abroad. */
  phone?: string
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  /** The day that an order counts for, `yyyy-mm-dd`: the next one after the courier's cutoff. */
  courierDay: string
  /**
   * The checkout's version, if its answers of this page's step are submitted: submitting them again
   * would change nothing.
   */
  submittedVersion?: number
  /** The issues of a form posted without scripts. */
  issues: FieldIssue[]
  /**
   * The launch parameters of the address that no checkout has taken yet: those for one that is still
   * to be created, and those of an unknown address.
   */
  launch: Record<string, string>
  notice: PageNotice | null
  /** The affiliate network's event id in the address; the browser has stored it in a cookie. */
  cjEvent?: string
  /** Why the partner's offer could not be applied to the order. */
  partnerFailure?: PartnerFailure
  /**
   * Faults of the loaded checkout or of its link's parameters; the browser reports them to
   * operators.
   */
  faults?: string[]
  /** A visit of this page begins no checkout before the customer acts. */
  beginsNoCheckout?: boolean
  /** The browser's last order is complete; `/open-order/` shows it. */
  hasLastOrder?: boolean
  /** The offer on the printed three-year plan. */
  deal: Deal | null
  /** Names of dismissed banners, which are not rendered again. */
  dismissed: string[]
  /** The partner's pickup points. */
  pickupPoints?: PickupPoint[]
  /**
   * What countries accept: all of them on the step that asks for destinations, the chosen ones on
   * the plan step.
   */
  permits?: WirePermits
  /** Address format of the delivery country, on the steps that show an address. */
  address?: AddressFormat
}

/** The notice above the page: the last part of its text's key. */
export type PageNotice =
  | 'link_expired'
  | 'link_expired_own'
  | 'code_waits'
  | 'session_expired'
  | 'session_gone'
  | 'session_completed'
  | 'elsewhere'
  | 'renewed'
  | `back.${BackReason}`

export interface Deal {
  /** A percentage coupon. */
  coupon: Coupon
  /** Its last day, `yyyy-mm-dd`. */
  until: string
  campaign: 'spring' | 'summer'
}

/** Operators' settings that a browser may know. */
export interface Settings extends PublicThirdPartySettings {
  apiKey: string
  appUrl: string
  siteUrl: string | null
  /** The company that sells; null when the shop has not set it. */
  seller: { name: string; address: string; email: string | null; phone: string | null } | null
  payments: 'sandbox' | 'live'
  stripeKey: string
  /** Null if PayPal is not offered. `script` is the SDK's address without its query. */
  paypal: { clientId: string; script: string } | null
  /** The shop's name on customers' statements; null when the shop has not set it. */
  statementDescriptor: string | null
  /** Coupons applied automatically for every customer, or for every new one. */
  promoCoupon: string | null
  newCustomerCoupon: string | null
  /** Orders and photos before it leave on the next working day; `HH:MM` in UTC. */
  courierCutoff: string
  /** Days after which photos are deleted, for unpaid and for paid orders. */
  photoDays: { abandoned: number; paid: number }
  /** The testing service's goal for a purchase. */
  purchaseGoalId: string | null
}

/** Settings of third parties that a page may know. */
export interface PublicThirdPartySettings {
  /**
   * Addresses of third-party scripts; null for each that is not configured. Null as a whole if
   * there are none or the page may not run any.
   */
  scripts: Record<'gtm' | 'chat' | 'reviews' | 'referral' | 'testing', string | null> | null
  /** Where the browser sends error reports; `sample` and `tracing` are shares from 0 to 1. */
  reports: { dsn: string; release: string; sample: number; tracing: number } | null
  /** Whether the page is served on the mirror host. */
  isMirror: boolean
}
