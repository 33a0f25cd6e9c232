import { loadCountryTable } from '@/client/pickers/load-country-table'
import { countryOptions, destinationOptions, dialCodeOptions } from '@/client/pickers/option-lists'

/** The option lists, once the country names of the language are there. Throws without them. */
export async function loadOptionLists(language: string) {
  await loadCountryTable(language)
  return { countryOptions, destinationOptions, dialCodeOptions }
}
