import * as z from 'zod/mini'
import { countryAliases } from '@/domain/data/country-aliases'
import { countryCodes } from '@/domain/data/country-codes'
import { formatCountryName } from '@/domain/data/country-names'
import { type DestinationId, parseDestinationId } from '@/domain/data/destinations'
import { isRealDate } from '@/domain/dates/dates'
import type { PermitRules } from '@/domain/destinations/permit-verdict'

/** Most characters of one text in the table. */
const maxTextLength = 20_000

const text = z.pipe(
  z.nullish(z.string().check(z.maxLength(maxTextLength))),
  z.transform(value => value?.trim() ?? ''),
)
const acceptance = z.enum(['yes', 'no', 'yes_with_conditions'])
const license = z.nullish(z.literal([42, 40]))
/** The date part of a date with or without a time; null if it cannot be parsed. */
const day = z.pipe(
  z.nullish(z.string()),
  z.transform(value => {
    const [date = ''] = /^\d{4}-\d\d-\d\d(?!\d)/.exec(value ?? '') ?? []
    return isRealDate(date) ? date : null
  }),
)

/** The CMS record of one destination. Texts may contain unsanitised HTML. */
const destinationRecord = z.object({
  /** A code or a name. */
  country_code: text,
  country_name: text,
  /** Whether residents can get a permit. */
  from_: acceptance,
  /** Whether a permit can be used there. */
  in_: acceptance,
  condition_issuing: text,
  condition_using: text,
  description: text,
  digital_copy: z.boolean(),
  /** Years; 0 means not accepted. */
  validity: z.literal([0, 1, 3]),
  /** The destination's page: an address, a path or its last part. */
  country_link: text,
  /** The country it lies in. */
  destination_country: text,
  recommended_license: license,
  recommendedLicense: license,
  /** The day these rules were last checked, `yyyy-mm-dd`. */
  reviewed_at: day,
})

/** A record with a known destination. */
export interface DestinationRecord extends z.infer<typeof destinationRecord> {
  id: DestinationId
}

/**
 * The valid records of a table, and the keys of the others: an invalid record does not affect the
 * rest.
 */
export interface RecordTable {
  records: DestinationRecord[]
  /** Keys of records that are invalid, have an unknown destination or repeat one. */
  dropped: string[]
}

/** Parses a table: an object of records by country, or a list. Undefined if it is neither. */
export function parseRecords(table: unknown): RecordTable | undefined {
  if (typeof table !== 'object' || table === null) return undefined
  const records = new Map<DestinationId, DestinationRecord>()
  const dropped: string[] = []
  for (const [key, value] of Object.entries(table)) {
    const record = parseRecord(key, value)
    if (record && !records.has(record.id)) records.set(record.id, record)
    else dropped.push(key)
  }
  return { records: [...records.values()], dropped }
}

function parseRecord(key: string, value: unknown): DestinationRecord | undefined {
  const result = destinationRecord.safeParse(value)
  if (!result.success) return undefined
  const id = resolveDestination([key, result.data.country_code, result.data.country_name])
  return id && { ...result.data, id }
}

/** A place is found by any of the names: its record may have the code of its country. */
function resolveDestination(names: string[]): DestinationId | undefined {
  const ids = names.map(findDestinationByName).filter(id => id !== undefined)
  return ids.find(id => id.startsWith('x-')) ?? ids[0]
}

/**
 * The destination of a code, or of a name in English or its own language; undefined if it is
 * unknown or ambiguous.
 */
export function findDestinationByName(name: string): DestinationId | undefined {
  const id = parseDestinationId(name.trim())
  if (id) return id
  idsByName ??= buildNameIndex()
  return idsByName.get(foldName(name))
}

let idsByName: Map<string, DestinationId | undefined> | undefined

function buildNameIndex(): Map<string, DestinationId | undefined> {
  const index = new Map<string, DestinationId | undefined>()
  for (const code of countryCodes) {
    const id = parseDestinationId(code)
    const countryNames = [...countryAliases[code], formatCountryName(code, 'en')].map(foldName)
    for (const name of new Set(countryNames)) index.set(name, index.has(name) ? undefined : id)
  }
  // In the search these names also find the country; in the table they mean the place.
  return index.set('bali', 'x-bali').set('dubai', 'x-dubai')
}

const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Rules that hold whatever the table contains: only the printed permit counts there, or a permit is
 * not recommended.
 */
const printedOnly: readonly DestinationId[] = ['es', 'tw', 'cn', 'ae']
const notRecommended: readonly DestinationId[] = ['th']

/** The rules of a record, without its texts. */
export const toPermitRules = (record: DestinationRecord): PermitRules => ({
  from_: record.from_,
  in_: record.in_,
  validity: record.validity,
  digital_copy: record.digital_copy && !printedOnly.includes(record.id),
  not_recommended: notRecommended.includes(record.id),
  recommended_license: record.recommended_license ?? record.recommendedLicense ?? 42,
  reviewed_at: record.reviewed_at,
})

/** The last part of a country page's path; null if there is no page. */
export function parseSlug({
  country_link,
}: Pick<DestinationRecord, 'country_link'>): string | null {
  const [, slugPart] = /\/?international-drivers-license-([^/?#]+)/.exec(country_link) ?? []
  const slug = slugPart ?? country_link
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? slug : null
}
