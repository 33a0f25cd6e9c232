import { type CheckoutState, emptyCheckout } from '@/domain/checkout'
import { isCurrency } from '@/domain/data/currencies'
import { isLanguage } from '@/domain/data/languages'
import type { Backend } from '@/server/backend'
import { currencyCookie, languageCookie } from '@/server/cookies'
import { countryOf } from '@/server/gateways/geo'
import { cookieIn } from '@/server/http'

/** How a checkout begins: with the currency and language this browser has chosen, where it seems to be. */
export function firstState(
  backend: Backend,
  header: (name: string) => string | undefined,
): CheckoutState {
  const currency = cookieIn(header('cookie'), currencyCookie)
  const language = cookieIn(header('cookie'), languageCookie)
  return {
    ...emptyCheckout,
    userCountry: countryOf(backend, header),
    ...(isCurrency(currency) && { currency }),
    ...(isLanguage(language) && { language }),
  }
}
