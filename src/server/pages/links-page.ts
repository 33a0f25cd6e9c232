import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { SSRConfig } from 'next-i18next/pages'
import type { WireCheckout } from '@/contract/checkout'
import { planById } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { quoteOf } from '@/domain/checkout/quote-of-state'
import { defaultLanguage } from '@/domain/data/default-language'
import { type Query, stateParameter } from '@/domain/links/launch-params'
import {
  type CheckedLink,
  type CountedRejection,
  checkedLink,
  heldAgainst,
  type LinkParts,
  linkWith,
  placeOf,
} from '@/domain/links/link-check'
import type { Backend } from '@/server/backend'
import { filled, wireQuoteOf } from '@/server/checkout/derive-state'
import { addressOf } from '@/server/http/request'
import { rejectionsOf } from '@/server/limits/link-rejection-counter'
import { admitted, withFirstCoupons, withLinkState } from '@/server/links/apply-launch'
import { firstState } from '@/server/links/initial-state'
import { answering } from '@/server/pages/page-response'
import { textsOf } from '@/server/texts/load-texts'

export interface LinksProps extends SSRConfig {
  textLanguage: string
  parts: LinkParts
  /** The address that somebody has put in. */
  given: string
  /** Null before anything was asked. */
  checked: CheckedLink | null
  rejections: CountedRejection[]
}

/** The page on which marketers try out links: `notFound` where the shop does not have it. */
export const linksPage: GetServerSideProps<LinksProps> = context =>
  answering<LinksProps>(context, async open => {
    if (!open.env.linkChecker) return { notFound: true }
    context.res.setHeader('X-Robots-Tag', 'noindex, nofollow')
    const { query } = context
    const given = one(query, 'link').slice(0, longestLink)
    const parts = partsIn(query)
    const built = linkWith(parts)
    const base = `${open.env.appUrl}/checkouts/`
    const link = given || (built.size > 0 ? `${base}?${built}` : '')
    return {
      props: {
        // Marketers read English; customers never come here.
        ...(await textsOf(defaultLanguage, ['common', 'links'])),
        textLanguage: defaultLanguage,
        parts,
        given,
        checked: link ? await checkedOf(open, context, urlIn(link, base)) : null,
        rejections: await rejectionsOf(open),
      },
    }
  })

/** No browser opens a longer one. */
const longestLink = 8_000

const one = (query: Query, name: string): string => [query[name]].flat()[0]?.trim() ?? ''

const partsIn = (query: Query): LinkParts => ({
  coupon: one(query, 'coupon').slice(0, 64),
  products: one(query, 'products').slice(0, 64),
  plan: /^\d{2}$/.exec(one(query, 'plan'))?.[0] ?? '',
  destinations: one(query, 'destinations').slice(0, 200),
  userCountry: one(query, 'userCountry').slice(0, 20),
  urgent: /^(?:on|off)$/.exec(one(query, 'urgent'))?.[0] ?? '',
  flags: [query.flags ?? []].flat(),
  more: one(query, 'more').slice(0, 1_000),
})

function urlIn(link: string, base: string): URL | null {
  return URL.canParse(link, base) ? new URL(link, base) : null
}

async function checkedOf(
  backend: Backend,
  context: GetServerSidePropsContext,
  url: URL | null,
): Promise<CheckedLink> {
  const leadsTo = url && isHere(backend, url) ? placeOf(url.pathname) : 'elsewhere'
  if (url === null || leadsTo !== 'order')
    return { link: url?.href ?? '', leadsTo, parameters: [], coupon: null, begins: null }
  const query = queryOf(url.searchParams)
  const { state, ...order } = await begun(backend, context, query)
  const parameters = heldAgainst(checkedLink(query), one(query, stateParameter), state)
  return { link: url.href, leadsTo, parameters, ...order }
}

/** The main host's, or the mirror's. A name before the host is how links pretend to be somebody's. */
function isHere({ env }: Backend, { origin, host, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false
  return origin === new URL(env.appUrl).origin || host === env.outside.mirrorHost
}

/** As the browser's address comes to the server: of a name that stands there twice, all values. */
const queryOf = (search: URLSearchParams): Query =>
  Object.fromEntries([...new Set(search.keys())].map(name => [name, search.getAll(name)]))

/** The order that a link begins for somebody who has never been here. A code that is tried here is a guess as anywhere, counted apart. */
async function begun(
  backend: Backend,
  { req }: GetServerSidePropsContext,
  query: Query,
): Promise<Pick<CheckedLink, 'coupon' | 'begins'> & { state: CheckoutState }> {
  const catalog = await backend.catalog()
  const address = addressOf(req, backend.env.trustedProxies)
  const launch = await admitted(backend, query, { address, isLooking: true })
  const first = await withLinkState(backend, firstState(backend, nobody, launch), launch)
  const found = await withFirstCoupons(backend, first, launch, { kept: null })
  const state = filled(found, catalog, { nowMs: backend.now().getTime(), isHeld: false })
  const priced = quoteOf(state)
  return {
    state,
    coupon: verdictOf(one(query, 'coupon'), launch.coupon, state),
    begins: {
      plan: planById(state.productList, state.selectedLicense)?.name ?? '',
      coupon: state.coupon?.name ?? null,
      currency: state.currency,
      total: priced && wireQuoteOf(priced).total,
    },
  }
}

/** The marketer's own cookies say nothing of a customer. */
const nobody = () => undefined

function verdictOf(
  asked: string,
  admittedAs: string | null,
  { coupons_found }: Pick<WireCheckout['state'], 'coupons_found'>,
): CheckedLink['coupon'] {
  if (asked === '') return null
  if (admittedAs === null) return 'limited'
  const known = coupons_found.find(({ name }) => name.toLowerCase() === admittedAs.toLowerCase())
  return known ? (known.code ?? null) : 'unknown'
}
