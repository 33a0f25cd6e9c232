import { readFileSync } from 'node:fs'
import { setCountryTable } from '@/domain/data/country-names'
import { languages } from '@/domain/data/languages'

/**
 * Reads the country names of all languages, which browsers load from the same files. The country
 * names of this copy of the code are complete afterwards. Throws if a file is missing.
 */
export function readCountryTables(): void {
  for (const { code } of languages)
    setCountryTable(code, JSON.parse(readFileSync(`./public/countries/${code}.json`, 'utf8')))
}
