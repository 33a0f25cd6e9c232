import type { WireCheckout } from '@/contract/checkout'
import type { PageData } from '@/contract/page'
import { listCountriesOf } from '@/domain/checkout/countries-of-state'
import { parseCountryCode } from '@/domain/data/countries'
import { type CountryNames, formatCountryName } from '@/domain/data/country-names'
import { popularCountries } from '@/domain/data/popular-countries'

type ShownPage = Pick<PageData, 'language' | 'pickupPoints'> & {
  /** The card of popular countries is rendered without served options, which have all names. */
  hasPopularCountries: boolean
}

/** The names of the checkout's countries and of the others that the page shows, by country code. */
export function buildCountryNames(
  { state }: WireCheckout,
  { language, pickupPoints = [], hasPopularCountries }: ShownPage,
): CountryNames {
  const popular = hasPopularCountries ? popularCountries : []
  const others = [...pickupPoints.map(({ country }) => country), ...popular.map(({ code }) => code)]
  const codes = [...listCountriesOf(state), ...others.flatMap(code => parseCountryCode(code) ?? [])]
  return Object.fromEntries(codes.map(code => [code, formatCountryName(code, language)]))
}
