import { emptyStoredState, type StoredState } from '@/domain/checkout/checkout-state'
import { canPreselectExtras } from '@/domain/checkout/residence'
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
 * The state of a new checkout: currency and language of this browser, guessed country, click
 * tracking, and the campaigns, variants and plans of the link.
 */
export function buildInitialState(
  backend: Backend,
  header: HeaderReader,
  launch: Launch,
): StoredState {
  const currency = parseCookie(header('cookie'), currencyCookie)
  const userCountry = resolveCountry(backend, header)
  return {
    ...emptyStoredState,
    userCountry,
    urgent: { ...emptyStoredState.urgent, selected: canPreselectExtras(userCountry) },
    language: resolveLanguage(header),
    campaigns: launch.campaigns,
    variants: variantsOf(launch),
    products: launch.products,
    ...buildTracking(header, launch, backend.now()),
    ...(isCurrency(currency) && { currency }),
  }
}
