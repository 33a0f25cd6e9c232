import { type CheckoutState, emptyCheckout } from '@/domain/checkout'
import { isCurrency } from '@/domain/data/currencies'
import { mayPreselectExtras } from '@/domain/policies'
import type { Backend } from '@/server/backend'
import { currencyCookie } from '@/server/cookies'
import { countryOf } from '@/server/gateways/geo'
import { cookieIn, type Header } from '@/server/http'
import { languageOf } from '@/server/language'

/** How a checkout begins: with the currency this browser has chosen and its language, where it seems to be. */
export function firstState(backend: Backend, header: Header): CheckoutState {
  const currency = cookieIn(header('cookie'), currencyCookie)
  const userCountry = countryOf(backend, header)
  return {
    ...emptyCheckout,
    userCountry,
    urgent: { ...emptyCheckout.urgent, selected: mayPreselectExtras(userCountry) },
    language: languageOf(header),
    ...(isCurrency(currency) && { currency }),
  }
}
