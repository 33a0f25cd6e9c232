import type { GetServerSidePropsContext } from 'next'
import type { SSRConfig } from 'next-i18next/pages'
import type { WireCheckout } from '@/contract/checkout'
import type { PageNotice, ServedPage, Settings } from '@/contract/page'
import type { AddressFormat } from '@/domain/address/address-format'
import { addressFormatOf } from '@/domain/address/address-formats'
import { shippingFormOf } from '@/domain/address/shipping-form'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { loadedStateFaults } from '@/domain/checkout/check-loaded-state'
import { dismissedIn } from '@/domain/checkout/dismissals'
import type { Step } from '@/domain/checkout/steps'
import { type CurrencyCode, defaultCurrency } from '@/domain/data/currencies'
import { directionOf } from '@/domain/data/languages'
import { birthDateAsked } from '@/domain/dates/date-order'
import { driverFormOf } from '@/domain/driver/driver-form'
import { nameOrderIn } from '@/domain/driver/name-order'
import type { FieldIssue } from '@/domain/input/field-issue'
import { cjEventIn, launchOf, launchPart, type Query } from '@/domain/links/launch-params'
import { partnerFailureIn, pickupPartner } from '@/domain/links/partner-offer'
import { urlStateFaultIn, urlStateFaults } from '@/domain/links/url-state'
import type { BackReason } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { permitsFor, rulesOf } from '@/server/catalog/permits'
import { paypalSandbox } from '@/server/config/env'
import { headerOf } from '@/server/http/request'
import { todayOf } from '@/server/infra/clock'
import { isCodeWaiting } from '@/server/links/apply-launch'
import { dealOf } from '@/server/links/seasonal-deal'
import { outsideSettings } from '@/server/pages/third-party-page'
import {
  languageOf,
  localeOf,
  ownWordsIn,
  textLanguageOf,
  translated,
} from '@/server/texts/language'
import { textsOf } from '@/server/texts/load-texts'
import { isUntranslatedTold } from '@/server/texts/untranslated-notice'

/** What every page is given, with its texts. */
export interface PageProps extends SSRConfig, ServedPage {
  /** English, where the customer's has no texts yet. */
  textLanguage: string
  /** The ways to send a parcel to the customer's country, on the steps that show them. */
  delivery?: { country: string; currency: CurrencyCode; methods: ShippingMethod[] }
}

/** The one thing that is told above the page, by what counts most; null when there is nothing. */
function noticeOf(
  context: GetServerSidePropsContext,
  checkout: WireCheckout,
  { isExpired, back }: More,
  language: string,
): PageNotice | null {
  const { link, session, renewed } = context.query
  const ofLink = linkNotice(link, context.query, checkout)
  if (ofLink) return ofLink
  if (isExpired || session === 'expired') return 'session_expired'
  if (session === 'elsewhere' && !checkout.token) return 'elsewhere'
  if (renewed !== undefined && checkout.token) return 'renewed'
  if (back) return `back.${back}`
  return isUntranslatedTold(context, language) ? 'untranslated' : null
}

/** What is told of the link that has led here; null when nothing is. */
function linkNotice(
  told: unknown,
  query: Query,
  { token, state }: WireCheckout,
): PageNotice | null {
  if (told === 'waits' || (!token && isLeftOut(query, state))) return 'code_waits'
  if (told === 'switched') return token ? 'other_order' : null
  if (!told) return null
  return token ? 'link_expired_own' : 'link_expired'
}

/** Every code of a link is among those found, unless it may not be tried just now. */
const isLeftOut = (query: Query, { coupons_found }: WireCheckout['state']): boolean =>
  isCodeWaiting(query, coupons_found.find(({ name }) => isOfLink(query, name))?.name ?? null)

const isOfLink = (query: Query, name: string): boolean =>
  launchOf(query).coupon?.toLowerCase() === name.toLowerCase()

interface More {
  step?: Step['id']
  issues?: FieldIssue[]
  isExpired?: boolean
  /** Why the customer was led back to this page. */
  back?: BackReason | null
}

/** Tells, by its reason, of a link's `state` that was ignored. */
export const ignoredParameter = 'ignored'

/** Everything a page is rendered with; `namespaces` are its texts besides the common ones. */
export async function propsOf(
  open: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout,
  namespaces: string[],
  more: More = {},
): Promise<PageProps> {
  const language = languageOf(
    headerOf(context.req),
    checkout.token ? checkout.state.language : undefined,
  )
  const textLanguage = textLanguageOf(language)
  const { env } = open
  const cjEvent = cjEventIn(context.query)
  return {
    ...(await textsOf(textLanguage, ['common', ...namespaces, ...issueTexts(more)])),
    checkout,
    settings: {
      apiKey: env.apiKey,
      appUrl: env.appUrl,
      siteUrl: env.siteUrl ?? null,
      cdnHost: env.cdnHost ?? null,
      payments: env.payments,
      stripeKey: env.stripe.publishableKey,
      paypal: paypalOf(env),
      promoCoupon: await asKnown(open, env.coupons.promo),
      newCustomerCoupon: await asKnown(open, env.coupons.newCustomer),
      photoDays: env.photoDays,
      purchaseGoalId: env.purchaseGoalId ?? null,
      ...outsideSettings(env, context),
    },
    language,
    textLanguage,
    dir: directionOf(textLanguage),
    languageDir: directionOf(language),
    ownWords: ownWordsIn(language),
    birthDate: birthDateAsked(localeOf(headerOf(context.req), language)),
    nameOrder: nameOrderIn(language),
    languages: translated,
    today: todayOf(open.now()),
    issues: more.issues ?? [],
    launch: checkout.token ? {} : launchPart(context.query),
    deal: await dealOf(open, checkout.state),
    dismissed: dismissedIn(context.req.headers.cookie),
    notice: noticeOf(context, checkout, more, language),
    ...(cjEvent !== null && { cjEvent }),
    ...partnerTold(context.query.partner),
    ...faultsOf(open, checkout, context.query[ignoredParameter]),
    ...(await pickupOf(open, checkout)),
    ...(more.step && showsDelivery(more.step) && { delivery: await deliveryOf(open, checkout) }),
    ...(more.step && showsDelivery(more.step) && { address: addressOn(checkout) }),
    ...(more.step && (await permitsOn(more.step, open, checkout))),
  }
}

/** What is wrong with a driver's answers is said in texts of its own: scripts bring them with their rules. */
const issueTexts = ({ step, issues = [] }: More): string[] =>
  issues.length > 0 && (step === 'driver-details' || step === 'info') ? ['driver-issues'] : []

function paypalOf({ payments, paypal }: Backend['env']): Settings['paypal'] {
  if (!paypal) return null
  const host = paypal.apiBase === paypalSandbox ? 'www.sandbox.paypal.com' : 'www.paypal.com'
  const isSandbox = payments === 'sandbox'
  const script = isSandbox ? '/checkouts/api/sandbox/paypal.js' : `https://${host}/sdk/js`
  return { clientId: paypal.clientId, script }
}

/** A coupon's name as the shop writes it: an operator may write it in other letters. */
const asKnown = async (open: Backend, name: string | null): Promise<string | null> =>
  name && ((await open.catalog()).coupon(name, defaultCurrency)?.name ?? name)

const showsDelivery = (step: Step['id']): boolean =>
  ['info', 'shipping', 'review', 'thank-you'].includes(step)

const addressOn = ({ state }: WireCheckout): AddressFormat =>
  addressFormatOf(shippingFormOf(state).shipping_country)

async function deliveryOf(open: Backend, { state }: WireCheckout): Promise<PageProps['delivery']> {
  const country = shippingFormOf(state).shipping_country
  const { currency } = state
  const catalog = await open.catalog()
  const methods = catalog.shippingMethods(country, currency, pickupPartner(state))
  return { country, currency, methods }
}

/** What of a checkout is not right is told, and the customer goes on with it. */
function faultsOf(
  { log }: Backend,
  { state }: WireCheckout,
  ignored: unknown,
): Pick<PageProps, 'faults'> {
  const loaded = loadedStateFaults(state)
  if (loaded.length > 0) log.warn({ faults: loaded }, 'a checkout is not right')
  const reason = urlStateFaultIn(ignored)
  const faults = [...loaded, ...(reason ? [urlStateFaults[reason]] : [])]
  return faults.length > 0 ? { faults } : {}
}

function partnerTold(told: unknown): Pick<PageProps, 'partnerFailure'> {
  const partnerFailure = partnerFailureIn(told)
  return partnerFailure ? { partnerFailure } : {}
}

async function pickupOf(
  open: Backend,
  { state }: WireCheckout,
): Promise<Pick<PageProps, 'pickupPoints'>> {
  const partner = pickupPartner(state)
  return partner ? { pickupPoints: (await open.catalog()).pickupPoints(partner) } : {}
}

/** What countries accept: all of them where destinations are chosen, the chosen ones where the plan is. */
async function permitsOn(
  step: Step['id'],
  open: Backend,
  { state }: WireCheckout,
): Promise<Pick<PageProps, 'permits'>> {
  const { destinations } = state
  if (step === 'driver-details' || step === 'info') {
    const home = driverFormOf(state).country_of_residence
    return { permits: await permitsFor(open, [...destinations, home]) }
  }
  const isPlanShown = step === 'shipping' || step === 'review'
  return isPlanShown ? { permits: await rulesOf(open, destinations) } : {}
}
