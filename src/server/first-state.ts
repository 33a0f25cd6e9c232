import { type CheckoutState, emptyCheckout } from '@/domain/checkout'
import { isCurrency } from '@/domain/data/currencies'
import type { Launch } from '@/domain/launch'
import { mayPreselectExtras } from '@/domain/policies'
import { trackingFor } from '@/server/arrival'
import type { Backend } from '@/server/backend'
import { currencyCookie } from '@/server/cookies'
import { countryOf } from '@/server/gateways/geo'
import { cookieIn, type Header } from '@/server/http'
import { languageOf } from '@/server/language'
import { variantsOf } from '@/server/launched'

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
