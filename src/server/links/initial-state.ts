import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { canPreselectExtras } from '@/domain/checkout/preselection-policy'
import { isCurrency } from '@/domain/data/currencies'
import type { Launch } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { resolveCountry } from '@/server/gateways/geo'
import { currencyCookie } from '@/server/http/cookies'
import { type HeaderReader, parseCookie } from '@/server/http/request'
import { variantsOf } from '@/server/links/apply-launch'
import { buildTracking } from '@/server/links/click-cookies'
import { resolveLanguage } from '@/server/texts/language'

/**
 * How a checkout begins: with the currency this browser has chosen and its language, where it seems to be,
 * where its customer comes from, and with what the link that led here switches on.
 */
export function buildInitialState(
  backend: Backend,
  header: HeaderReader,
  launch: Launch,
): CheckoutState {
  const currency = parseCookie(header('cookie'), currencyCookie)
  const userCountry = resolveCountry(backend, header)
  return {
    ...emptyCheckout,
    userCountry,
    urgent: { ...emptyCheckout.urgent, selected: canPreselectExtras(userCountry) },
    language: resolveLanguage(header),
    campaigns: launch.campaigns,
    variants: variantsOf(launch),
    products: launch.products,
    ...buildTracking(header, launch, backend.now()),
    ...(isCurrency(currency) && { currency }),
  }
}
