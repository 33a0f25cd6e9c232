import type { CountryCode } from '@/domain/data/countries'
import { countryAliases } from '@/domain/data/country-aliases'
import {
  type DestinationId,
  destinationIds,
  resolveDestinationCountry,
} from '@/domain/data/destinations'
import type { DestinationRecord } from '@/domain/destinations/cms-permit-record'

/** The day these rules were last reviewed; change it with every review. */
const reviewedAt = '2026-11-21'

type DestinationIds = ReadonlySet<string>
const parseIds = (ids: string): DestinationIds => new Set(ids.split(' '))

// The exceptions (docs/product.md, Destinations). Everywhere else a permit is valid for three
// years, printed or digital.
const oneYearIds = parseIds('id es th ae gb x-bali x-dubai')
const notAcceptedIds = parseIds('ir jp mm kr sy vn ye kp')
const digitalRefusedIds = parseIds('id ir it jp my mm kp kr es sy th ae vn ye x-bali x-dubai')
const oneYearPlanIds = parseIds('id es th ae x-bali x-dubai')

/** Destinations with a built-in note: the texts `permit-notes:<id>`. */
export const idsWithNotes: DestinationIds = parseIds('es tw cn th ae kr vn jp x-bali x-dubai')

/** The built-in table: a record for every destination. */
export const buildBuiltInRecords = (): DestinationRecord[] => destinationIds.map(buildRecord)

function buildRecord(id: DestinationId): DestinationRecord {
  const isAccepted = !notAcceptedIds.has(id)
  return {
    id,
    country_code: id,
    country_name: nameOf(id),
    from_: 'yes',
    in_: isAccepted ? 'yes' : 'no',
    condition_issuing: '',
    condition_using: '',
    description: '',
    digital_copy: !digitalRefusedIds.has(id),
    validity: !isAccepted ? 0 : oneYearIds.has(id) ? 1 : 3,
    country_link: buildLink(id),
    destination_country: resolveDestinationCountry(id).toLowerCase(),
    recommended_license: oneYearPlanIds.has(id) ? 40 : 42,
    recommendedLicense: null,
    reviewed_at: reviewedAt,
  }
}

/** Destinations without traffic, so without a page on the main site. */
const idsWithoutPage = parseIds('aq bv gs hm io pn tf um')

/** The common names of countries whose first alias is the official name. */
const commonNames: Partial<Record<DestinationId, string>> = {
  bn: 'Brunei',
  bq: 'Caribbean Netherlands',
  cc: 'Cocos Islands',
  ci: 'Ivory Coast',
  cn: 'China',
  fk: 'Falkland Islands',
  fm: 'Micronesia',
  gm: 'Gambia',
  ir: 'Iran',
  la: 'Laos',
  md: 'Moldova',
  mf: 'Saint Martin',
  mk: 'North Macedonia',
  ps: 'Palestine',
  ru: 'Russia',
  sx: 'Sint Maarten',
  sy: 'Syria',
  tr: 'Turkey',
  tw: 'Taiwan',
  tz: 'Tanzania',
  us: 'United States',
  va: 'Vatican City',
  vg: 'British Virgin Islands',
  vi: 'US Virgin Islands',
  'x-bali': 'Bali',
  'x-dubai': 'Dubai',
}

const nameOf = (id: DestinationId): string =>
  commonNames[id] ?? countryAliases[id.toUpperCase() as CountryCode][0] ?? id

/** `/international-drivers-license-{country-slug}/`; empty for destinations without a page. */
const buildLink = (id: DestinationId): string =>
  idsWithoutPage.has(id) ? '' : `/international-drivers-license-${toKebabCase(nameOf(id))}/`

const toKebabCase = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
