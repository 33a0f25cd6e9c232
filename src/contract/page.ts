import type { WireCheckout } from '@/contract/checkout'
import type { WirePermits } from '@/contract/permits'
import type { AddressFormat } from '@/domain/address/address-format'
import type { BirthDateFormat } from '@/domain/dates/date-order'
import type { NamePart } from '@/domain/driver/name-order'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { PartnerFailure, PickupPoint } from '@/domain/links/partner-offer'
import type { Coupon } from '@/domain/pricing/coupon'
import type { BackReason } from '@/domain/step-access'

/** What a page is served with: what the server knows, so that the browser waits for nothing. */
export interface PageData extends StaticPageData {
  checkout: WireCheckout
}

/** What does not change while the page is shown. */
export interface StaticPageData {
  settings: Settings
  /** The customer's: numbers, dates and names of countries are written in it. */
  language: string
  dir: 'ltr' | 'rtl'
  /** Which way the customer's language runs; texts may be in another. */
  languageDir: 'ltr' | 'rtl'
  /** Where the texts are in another language: what words in the customer's own are marked with. */
  ownWords: LanguageAttributes
  birthDate: BirthDateFormat
  /** In which order a name is asked for. */
  nameOrder: NamePart[]
  /** Languages that have texts. */
  languages: string[]
  /** The server's calendar day, `yyyy-mm-dd`. */
  today: string
  /** What was wrong with a form posted without scripts. */
  issues: FieldIssue[]
  /** What the address says of how the customer came, for the checkout that is still to begin. */
  launch: Record<string, string>
  notice: PageNotice | null
  /** The affiliate network's event in the address, which the browser has kept in a cookie. */
  cjEvent?: string
  /** Why the order did not become that of the partner whose link was opened. */
  partnerFailure?: PartnerFailure
  /** What is wrong with the checkout, or with what the link said of it: the browser tells it to operators (SPEC 5). */
  faults?: string[]
  /** The offer on the printed three-year plan. */
  deal: Deal | null
  /** What the customer has put away: it is not shown again. */
  dismissed: string[]
  /** Where a partner's customer may collect the permit. */
  pickupPoints?: PickupPoint[]
  /** What countries accept: all, where the customer says which; the named ones, where the plan is chosen. */
  permits?: WirePermits
  /** How addresses are written where the permit goes, on the steps that show one. */
  address?: AddressFormat
}

/** The attributes of an element whose words are in another language than the texts around it. */
export type LanguageAttributes = { lang?: string; dir?: 'ltr' | 'rtl' }

/** What is told above the page: the last part of its text's key. */
export type PageNotice =
  | 'link_expired'
  | 'link_expired_own'
  | 'other_order'
  | 'code_waits'
  | 'session_expired'
  | 'elsewhere'
  | 'renewed'
  | `back.${BackReason}`
  | 'untranslated'

/** The offer on the printed three-year plan. */
export interface Deal {
  /** A percentage. */
  coupon: Coupon
  /** Its last day, `yyyy-mm-dd`; null when it has no end. */
  until: string | null
  campaign: 'spring' | 'summer'
}

/** What an operator has configured and a browser may know. */
export interface Settings extends PublicThirdPartySettings {
  apiKey: string
  appUrl: string
  siteUrl: string | null
  cdnHost: string | null
  payments: 'sandbox' | 'live'
  stripeKey: string
  /** Null where PayPal is not offered. `script` is its own, without what it is asked for. */
  paypal: { clientId: string; script: string } | null
  /** The coupons every customer, or every new one, has by itself. */
  promoCoupon: string | null
  newCustomerCoupon: string | null
  /** Days after which photos are deleted: of orders nobody has paid, and of paid ones. */
  photoDays: { abandoned: number; paid: number }
  /** The testing service's goal that a purchase reaches. */
  purchaseGoalId: string | null
}

/** What a page may know of those the shop works with. */
export interface PublicThirdPartySettings {
  /** Others' scripts, by their addresses; null where none may run: the shop has none, or this page is not for them. */
  scripts: Record<'gtm' | 'chat' | 'reviews' | 'referral' | 'testing', string | null> | null
  /** Where the browser reports faults to; the shares are between 0 and 1. */
  reports: { dsn: string; release: string; sample: number; tracing: number } | null
  /** Whether the page is served under the mirror's name. */
  isMirror: boolean
}
