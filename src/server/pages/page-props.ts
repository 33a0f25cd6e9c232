import type { GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { PageData, PageNotice, PageTexts, Settings } from '@/contract/page'
import type { WirePermits } from '@/contract/permits'
import { findAddressFormat } from '@/domain/address/address-formats'
import { resolveCourierDay } from '@/domain/catalog/courier-day'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { validateLoadedState } from '@/domain/checkout/check-loaded-state'
import { residenceOf, resolveAddressee } from '@/domain/checkout/residence'
import type { Step } from '@/domain/checkout/steps'
import { type CurrencyCode, defaultCurrency } from '@/domain/data/currencies'
import type { DestinationId } from '@/domain/data/destinations'
import { directionOf } from '@/domain/data/languages'
import { findBirthDateFormat } from '@/domain/dates/date-order'
import { resolveNameOrder } from '@/domain/driver/name-order'
import type { FieldIssue } from '@/domain/input/field-issue'
import {
  parseLaunch,
  pickLaunchParams,
  type Query,
  readCjEventParam,
} from '@/domain/links/launch-params'
import { findPickupPartner, parsePartnerFailure } from '@/domain/links/partner-offer'
import { parseUrlStateFault, urlStateFaults } from '@/domain/links/url-state'
import { resolvePriceFormat } from '@/domain/pricing/money'
import type { BackReason } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { loadPermitRules, loadWirePermits } from '@/server/catalog/permits'
import { formatPhone } from '@/server/checkout/format-phone'
import { paypalSandboxUrl } from '@/server/config/variables'
import { createHeaderReader, isDataRequest, readDismissals } from '@/server/http/request'
import { toIsoDate } from '@/server/infra/clock'
import { isCouponDeferred } from '@/server/links/apply-launch'
import { findSeasonalDeal } from '@/server/links/seasonal-deal'
import { isFirstVisit } from '@/server/pages/shared-page'
import { buildCountryNames } from '@/server/pages/shown-countries'
import { buildThirdPartySettings } from '@/server/pages/third-party-page'
import { resolveLanguage, resolveLocale } from '@/server/texts/language'
import { proposeDriverName } from '@/server/texts/latin-name'
import { loadTexts } from '@/server/texts/load-texts'
import { listShownNamespaces, listUnusedTexts, type PageContent } from '@/server/texts/page-texts'

/** The props of every page, with its texts. */
export interface PageProps extends PageData {
  texts: PageTexts
  /**
   * The shipping methods of the customer's country, on the steps that show them; prices in major
   * units.
   */
  delivery?: { country: string; currency: CurrencyCode; methods: ShippingMethod[] }
}

/** The notice with the highest priority; null without one. */
function resolveNotice(
  context: GetServerSidePropsContext,
  checkout: WireCheckout,
  { step, ended, hasLastOrder, backReason }: PageOptions,
): PageNotice | null {
  const { link, session, renewed } = context.query
  // Of the order's own tab: it names no link.
  if (session === 'gone' && !checkout.token) return 'session_gone'
  const linkNotice = resolveLinkNotice(link, context.query, checkout)
  if (linkNotice) return linkNotice
  if (ended === 'expired' || session === 'expired') return 'session_expired'
  if (ended === 'completed' || session === 'completed') return 'session_completed'
  if (session === 'elsewhere' && !checkout.token) return 'elsewhere'
  if (renewed !== undefined && checkout.token) return 'renewed'
  if (backReason) return `back.${backReason}`
  return hasLastOrder && step ? 'session_completed' : null
}

/** The notice of a link; null without one. */
function resolveLinkNotice(
  linkParam: unknown,
  query: Query,
  { token, state }: WireCheckout,
): PageNotice | null {
  if (linkParam === 'waits' || (!token && isCouponOmitted(query, state))) return 'code_waits'
  if (!linkParam) return null
  return token ? 'link_expired_own' : 'link_expired'
}

/** Whether the link's code was not tried: every code that was tried is among the found coupons. */
const isCouponOmitted = (query: Query, { coupons_found }: WireCheckout['state']): boolean =>
  isCouponDeferred(query, coupons_found.find(({ name }) => isLinkCoupon(query, name))?.name ?? null)

const isLinkCoupon = (query: Query, name: string): boolean =>
  parseLaunch(query).coupon?.toLowerCase() === name.toLowerCase()

interface PageOptions {
  step?: Step['id']
  /** The answers of this step are submitted. */
  isSubmitted?: boolean
  issues?: FieldIssue[]
  ended?: 'expired' | 'completed' | undefined
  beginsNoCheckout?: boolean
  /** The destination that the page is about. */
  destination?: DestinationId | undefined
  /** The browser's last order is complete and can be looked at. */
  hasLastOrder?: boolean
  /** The reason for the redirect back to this page. */
  backReason?: BackReason | null
}

/** The parameter with the reason why a link's `state` was ignored. */
export const ignoredParameter = 'ignored'

/** The props of a page; `namespaces` are its texts besides `common`. */
export async function buildPageProps(
  backend: Backend,
  context: GetServerSidePropsContext,
  checkout: WireCheckout,
  namespaces: string[],
  options: PageOptions = {},
): Promise<PageProps> {
  const language = resolveLanguage(
    createHeaderReader(context.req),
    checkout.token ? checkout.state.language : undefined,
  )
  const { env } = backend
  const permits = options.destination
    ? await loadDestination(backend, options.destination)
    : await loadPermits(options.step, backend, checkout)
  const notice = resolveNotice(context, checkout, options)
  const deal = showsPlan(options.step) ? await findSeasonalDeal(backend, checkout.state) : null
  const partnerFailure = buildPartnerFailure(context.query['partner'])
  const cjEvent = readCjEventParam(context.query)
  const pickup = await buildPickupPoints(backend, checkout)
  const content: PageContent = {
    checkout,
    step: options.step,
    issues: options.issues ?? [],
    permitGroups: permits?.groups ?? [],
    notice,
    deal,
    hasPartnerFailed: partnerFailure.partnerFailure !== undefined,
    hasSeller: env.seller !== undefined,
    hasNewCustomerCoupon: env.coupons.newCustomer !== null,
    hasPickup: pickup.pickupPoints !== undefined,
    isFirstVisit: isFirstVisit(context.req),
  }
  const hasPopularCountries = options.step === 'driver-details' && isDataRequest(context.req)
  return {
    texts: await loadTexts(
      language,
      ['common', ...namespaces, ...listShownNamespaces(content)],
      listUnusedTexts(content),
    ),
    checkout: options.step === 'driver-details' ? withoutOtherExtras(checkout) : checkout,
    settings: {
      apiKey: env.apiKeys[0],
      appUrl: env.appUrl,
      siteUrl: env.siteUrl ?? null,
      seller: env.seller ?? null,
      payments: env.payments,
      stripeKey: env.stripe.publishableKey,
      paypal: buildPaypalSettings(env),
      statementDescriptor: env.statementDescriptor ?? null,
      promoCoupon: await resolveCouponName(backend, env.coupons.promo),
      newCustomerCoupon: await resolveCouponName(backend, env.coupons.newCustomer),
      courierCutoff: env.courierCutoff,
      photoDays: env.photoDays,
      purchaseGoalId: env.purchaseGoalId ?? null,
      ...buildThirdPartySettings(env, context),
    },
    language,
    dir: directionOf(language),
    countryNames: buildCountryNames(checkout, { ...pickup, language, hasPopularCountries }),
    birthDate: findBirthDateFormat(resolveLocale(createHeaderReader(context.req), language)),
    priceFormat: resolvePriceFormat(checkout.state.currency, language),
    nameOrder: resolveNameOrder(language),
    ...(options.step === 'review' && (await buildLatinName(checkout))),
    ...(namesPhone(options.step) && buildPhone(checkout)),
    today: toIsoDate(backend.now()),
    courierDay: resolveCourierDay(backend.now(), env.courierCutoff),
    ...(options.beginsNoCheckout && { beginsNoCheckout: true }),
    ...(options.hasLastOrder && { hasLastOrder: true }),
    ...(options.isSubmitted && { submittedVersion: checkout.version }),
    issues: options.issues ?? [],
    launch: checkout.token && !options.beginsNoCheckout ? {} : pickLaunchParams(context.query),
    deal,
    dismissed: readDismissals(context.req.headers.cookie),
    notice,
    ...(cjEvent !== null && { cjEvent }),
    ...partnerFailure,
    ...collectFaults(checkout, context.query[ignoredParameter]),
    ...pickup,
    ...(await buildDelivery(options.step, backend, checkout)),
    ...(permits && { permits }),
  }
}

/**
 * An order that is not stored yet with its chosen extras only: the first step offers none, and the
 * stored order comes with all of them.
 */
function withoutOtherExtras(checkout: WireCheckout): WireCheckout {
  const { token, state } = checkout
  if (token) return checkout
  const chosen = [...state.travelItemsInCart, ...state.travelItemsAside]
  const travelItemsData = state.travelItemsData.filter(({ item_id }) =>
    chosen.some(item => item.item_id === item_id),
  )
  return { ...checkout, state: { ...state, travelItemsData } }
}

async function buildLatinName({ state }: WireCheckout): Promise<Pick<PageProps, 'latinName'>> {
  const latinName = await proposeDriverName(state.customer)
  return latinName ? { latinName } : {}
}

const buildPhone = ({ state }: WireCheckout): Pick<PageProps, 'phone'> =>
  state.customer.phone ? { phone: formatPhone(state) } : {}

const showsPlan = (step?: Step['id']): boolean => step === 'shipping' || step === 'info'
const namesPhone = (step?: Step['id']): boolean => showsPlan(step) || step === 'review'

function buildPaypalSettings({ payments, paypal }: Backend['env']): Settings['paypal'] {
  if (!paypal) return null
  const host = paypal.apiBase === paypalSandboxUrl ? 'www.sandbox.paypal.com' : 'www.paypal.com'
  const isSandbox = payments === 'sandbox'
  const script = isSandbox ? '/checkouts/api/sandbox/paypal.js' : `https://${host}/sdk/js`
  return { clientId: paypal.clientId, script }
}

/** The coupon's name as in the catalog; a setting may have another case. */
const resolveCouponName = async (backend: Backend, name: string | null): Promise<string | null> =>
  name && ((await backend.catalog()).coupon(name, defaultCurrency)?.name ?? name)

/** The address format of the delivery country, and its methods on the steps that offer or name them. */
async function buildDelivery(
  step: Step['id'] | undefined,
  backend: Backend,
  { state }: WireCheckout,
): Promise<Pick<PageProps, 'address' | 'delivery'>> {
  if (!step || !['info', 'shipping', 'review', 'thank-you'].includes(step)) return {}
  const { country } = resolveAddressee(state)
  const address = findAddressFormat(country)
  if (step === 'thank-you') return { address }
  const { currency } = state
  const catalog = await backend.catalog()
  const methods = catalog.shippingMethods(country, currency, findPickupPartner(state))
  return { address, delivery: { country, currency, methods } }
}

/** The faults of the checkout's state, for the browser's report; the customer continues. */
function collectFaults({ state }: WireCheckout, ignoredParam: unknown): Pick<PageProps, 'faults'> {
  const stateFaults = validateLoadedState(state)
  const reason = parseUrlStateFault(ignoredParam)
  const faults = [...stateFaults, ...(reason ? [urlStateFaults[reason]] : [])]
  return faults.length > 0 ? { faults } : {}
}

function buildPartnerFailure(partnerParam: unknown): Pick<PageProps, 'partnerFailure'> {
  const partnerFailure = parsePartnerFailure(partnerParam)
  return partnerFailure ? { partnerFailure } : {}
}

async function buildPickupPoints(
  backend: Backend,
  { state }: WireCheckout,
): Promise<Pick<PageProps, 'pickupPoints'>> {
  const partner = findPickupPartner(state)
  return partner ? { pickupPoints: (await backend.catalog()).pickupPoints(partner) } : {}
}

/**
 * The permit rules: of every destination on the steps that choose destinations, of the chosen ones
 * on plan and review.
 */
async function loadPermits(
  step: Step['id'] | undefined,
  backend: Backend,
  { state }: WireCheckout,
): Promise<WirePermits | undefined> {
  const { destinations } = state
  if (step === 'driver-details' || step === 'info') {
    const residence = residenceOf(state)
    const hasSite = backend.env.siteUrl !== undefined
    return loadWirePermits(backend, [...destinations, residence], { hasSite })
  }
  const isPlanShown = step === 'shipping' || step === 'review' || step === 'thank-you'
  return isPlanShown ? loadPermitRules(backend, destinations) : undefined
}

/** The rules and details of one destination. */
async function loadDestination(backend: Backend, id: DestinationId): Promise<WirePermits> {
  const { details } = await loadWirePermits(backend, [id])
  return { ...(await loadPermitRules(backend, [id])), details }
}
