import { loadCountryTable } from '@/client/pickers/load-country-table'
import { type CheckoutStore, optimisticState } from '@/client/store/checkout-store'
import type { StaticPageData } from '@/contract/page'
import { listCountriesOf } from '@/domain/checkout/countries-of-state'
import { formatCountryName } from '@/domain/data/country-names'

/**
 * Another tab may choose a country whose name this page was served without: loads the table and
 * shows the name. Returns the cleanup.
 */
export function watchCountryNames(
  store: CheckoutStore,
  { language }: Pick<StaticPageData, 'language'>,
): () => void {
  const isNameless = (code: string) => formatCountryName(code, language) === code
  const loadMissing = () => {
    if (!listCountriesOf(optimisticState(store.getState())).some(isNameless)) return
    loadCountryTable(language).then(
      // As copies: a component renders when its part of the state is another object.
      () => store.setState(({ checkout }) => ({ checkout: structuredClone(checkout) })),
      () => undefined,
    )
  }
  loadMissing()
  return store.subscribe(loadMissing)
}
