import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { mayPreselectExtras } from '@/domain/checkout/preselection-policy'
import { isCurrency } from '@/domain/data/currencies'
import type { Launch } from '@/domain/links/launch-params'
import type { Backend } from '@/server/backend'
import { countryOf } from '@/server/gateways/geo'
import { currencyCookie } from '@/server/http/cookies'
import { cookieIn, type Header } from '@/server/http/request'
import { variantsOf } from '@/server/links/apply-launch'
import { trackingFor } from '@/server/links/click-cookies'
import { languageOf } from '@/server/texts/language'

/**
 * How a checkout begins: with the currency this browser has chosen and its language, where it seems to be,
 * where its customer comes from, and with what the link that led here switches on.
 */
export function firstState(backend: Backend, header: Header, launch: Launch): CheckoutState {
  const currency = cookieIn(header('cookie'), currencyCookie)
  const userCountry = countryOf(backend, header)
  return {
    ...emptyCheckout,
    userCountry,
    urgent: { ...emptyCheckout.urgent, selected: mayPreselectExtras(userCountry) },
    language: languageOf(header),
    campaigns: launch.campaigns,
    variants: variantsOf(launch),
    products: launch.products,
    ...trackingFor(header, launch, backend.now()),
    ...(isCurrency(currency) && { currency }),
  }
}
