import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { WireCheckout } from '@/contract/checkout'
import type { PageTexts } from '@/contract/page'
import { findPlan } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { defaultLanguage } from '@/domain/data/default-language'
import { type Query, stateParameter } from '@/domain/links/launch-params'
import {
  buildLinkParams,
  type CheckedLink,
  type CountedRejection,
  checkLinkParameters,
  classifyPath,
  compareWithOrder,
  type LinkParts,
} from '@/domain/links/link-check'
import type { Backend } from '@/server/backend'
import { deriveState, toWireQuote } from '@/server/checkout/derive-state'
import { resolveClientAddress } from '@/server/http/request'
import { listRejections } from '@/server/limits/link-rejection-counter'
import { allowedLaunch, applyFirstCoupons, applyLinkState } from '@/server/links/apply-launch'
import { buildInitialState } from '@/server/links/initial-state'
import { handlePage } from '@/server/pages/page-response'
import { loadTexts } from '@/server/texts/load-texts'

export interface LinksProps {
  texts: PageTexts
  language: string
  parts: LinkParts
  /** The link that was entered. */
  given: string
  /** Null before a link was checked. */
  checked: CheckedLink | null
  rejections: CountedRejection[]
}

/** The link checker for marketers; `notFound` if `LINK_CHECKER` is off. */
export const linksPage: GetServerSideProps<LinksProps> = context =>
  handlePage<LinksProps>(context, async backend => {
    if (!backend.env.hasLinkChecker) return { notFound: true }
    context.res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    const { query } = context
    const linkInput = readParam(query, 'link').slice(0, maxLinkLength)
    const parts = readParts(query)
    const builtParams = buildLinkParams(parts)
    const baseUrl = `${backend.env.appUrl}/checkouts/`
    const link = linkInput || (builtParams.size > 0 ? `${baseUrl}?${builtParams}` : '')
    return {
      props: {
        // An internal page: its texts are English only.
        texts: await loadTexts(defaultLanguage, ['common', 'links']),
        language: defaultLanguage,
        parts,
        given: linkInput,
        checked: link ? await buildCheckedLink(backend, context, parseUrl(link, baseUrl)) : null,
        rejections: await listRejections(backend),
      },
    }
  })

/** Maximum length of a link, in characters; browsers open no longer one. */
const maxLinkLength = 8_000

const readParam = (query: Query, name: string): string => [query[name]].flat()[0]?.trim() ?? ''

const readParts = (query: Query): LinkParts => ({
  coupon: readParam(query, 'coupon').slice(0, 64),
  products: readParam(query, 'products').slice(0, 64),
  plan: /^\d{2}$/.exec(readParam(query, 'plan'))?.[0] ?? '',
  destinations: readParam(query, 'destinations').slice(0, 200),
  userCountry: readParam(query, 'userCountry').slice(0, 20),
  urgent: /^(?:on|off)$/.exec(readParam(query, 'urgent'))?.[0] ?? '',
  flags: [query['flags'] ?? []].flat(),
  more: readParam(query, 'more').slice(0, 1_000),
})

function parseUrl(link: string, baseUrl: string): URL | null {
  return URL.canParse(link, baseUrl) ? new URL(link, baseUrl) : null
}

async function buildCheckedLink(
  backend: Backend,
  context: GetServerSidePropsContext,
  url: URL | null,
): Promise<CheckedLink> {
  const leadsTo = url && isOwnUrl(backend, url) ? classifyPath(url.pathname) : 'elsewhere'
  if (url === null || leadsTo !== 'order')
    return { link: url?.href ?? '', leadsTo, parameters: [], coupon: null, begins: null }
  const query = toQuery(url.searchParams)
  const { state, ...order } = await previewOrder(backend, context, query)
  const parameters = compareWithOrder(
    checkLinkParameters(query),
    readParam(query, stateParameter),
    state,
  )
  return { link: url.href, leadsTo, parameters, ...order }
}

/**
 * Whether a URL is on the main host or the mirror. Credentials in front of the host can disguise a
 * link, so they are refused.
 */
function isOwnUrl({ env }: Backend, { origin, host, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false
  return origin === new URL(env.appUrl).origin || host === env.thirdParty.mirrorHost
}

/** The query with all values of a repeated parameter, as the server receives it. */
const toQuery = (search: URLSearchParams): Query =>
  Object.fromEntries([...new Set(search.keys())].map(name => [name, search.getAll(name)]))

/**
 * The order that a link starts for a new customer. A tried code counts as a guess, in a counter of
 * its own.
 */
async function previewOrder(
  backend: Backend,
  { req }: GetServerSidePropsContext,
  query: Query,
): Promise<Pick<CheckedLink, 'coupon' | 'begins'> & { state: CheckoutState }> {
  const catalog = await backend.catalog()
  const address = resolveClientAddress(req, backend.env.trustedProxies)
  const launch = await allowedLaunch(backend, query, { address, isPreview: true })
  const linkState = await applyLinkState(
    backend,
    buildInitialState(backend, emptyHeader, launch),
    launch,
  )
  const couponState = await applyFirstCoupons(backend, linkState, launch, { cookieCoupon: null })
  const state = deriveState(couponState, catalog, {
    nowMs: backend.now().getTime(),
    isReserved: false,
  })
  const quote = quoteOf(state)
  return {
    state,
    coupon: resolveCouponVerdict(readParam(query, 'coupon'), launch.coupon, state),
    begins: {
      plan: findPlan(state.productList, state.selectedLicense)?.name ?? '',
      coupon: state.coupon?.name ?? null,
      currency: state.currency,
      total: quote && toWireQuote(quote).total,
    },
  }
}

/** Ignores the marketer's own cookies. */
const emptyHeader = () => undefined

function resolveCouponVerdict(
  couponParam: string,
  allowedCoupon: string | null,
  { coupons_found }: Pick<WireCheckout['state'], 'coupons_found'>,
): CheckedLink['coupon'] {
  if (couponParam === '') return null
  if (allowedCoupon === null) return 'limited'
  const foundCoupon = coupons_found.find(
    ({ name }) => name.toLowerCase() === allowedCoupon.toLowerCase(),
  )
  return foundCoupon ? (foundCoupon.code ?? null) : 'unknown'
}
