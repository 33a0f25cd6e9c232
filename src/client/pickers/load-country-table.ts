import { loadFile } from '@/client/texts/load-namespace'
import { hasCountryTable, setCountryTable } from '@/domain/data/country-names'

const loadingTables = new Map<string, Promise<void>>()

/**
 * Loads the names of all countries in a language, once. Throws if they cannot be loaded; the next
 * call tries again.
 */
export function loadCountryTable(language: string): Promise<void> {
  const loading = loadingTables.get(language) ?? fetchCountryTable(language)
  loadingTables.set(language, loading)
  loading.catch(() => loadingTables.delete(language))
  return loading
}

async function fetchCountryTable(language: string): Promise<void> {
  if (hasCountryTable(language)) return
  setCountryTable(language, await loadFile<Record<string, string>>(`countries/${language}`))
}
