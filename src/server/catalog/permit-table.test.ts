import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { wirePermits } from '@/contract/permits'
import { countryCodes } from '@/domain/data/country-codes'
import type { DestinationRecord } from '@/domain/destinations/cms-permit-record'
import { permitTable } from '@/domain/destinations/pack-permits'
import {
  acknowledgementsFor,
  canIssueTo,
  type Permit,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { permitsOf } from '@/server/catalog/permit-data'
import { builtInRecords, noted } from '@/server/catalog/permit-table'
import { permitsFor } from '@/server/catalog/permits'

const records = builtInRecords()
const { table } = await permitsOf(records, noted)

/** The countries, without Bali and Dubai, of which something holds. */
const where = (holds: (record: DestinationRecord) => boolean): string =>
  records
    .filter(record => holds(record) && !record.id.startsWith('x-'))
    .map(({ id }) => id.toUpperCase())
    .join(' ')

const alphabetical = (codes: string): string => codes.split(' ').sort().join(' ')

describe('the built-in table', () => {
  it('knows every country, Bali and Dubai', () => {
    expect(records.map(({ id }) => id)).toEqual([
      ...countryCodes.map(code => code.toLowerCase()),
      'x-bali',
      'x-dubai',
    ])
    expect(table.size).toBe(252)
  })

  it('says what SPEC 9 says', () => {
    expect(where(({ validity }) => validity === 1)).toBe(alphabetical('ID ES TH AE GB'))
    expect(where(({ validity }) => validity === 0)).toBe(alphabetical('IR JP MM KR SY VN YE KP'))
    expect(where(({ validity }) => validity === 3).split(' ')).toHaveLength(250 - 13)
    expect(where(({ digital_copy }) => !digital_copy)).toBe(
      alphabetical('ID IR IT JP MY MM KP KR ES SY TH AE VN YE'),
    )
    expect(where(({ recommended_license }) => recommended_license === 40)).toBe(
      alphabetical('ID ES TH AE'),
    )
    expect(where(({ in_ }) => in_ === 'no')).toBe(alphabetical('IR JP MM KR SY VN YE KP'))
    expect(where(({ from_ }) => from_ !== 'yes')).toBe('')
  })

  it.each([
    ['x-bali', 'id'],
    ['x-dubai', 'ae'],
  ])('has %s follow the rules of %s', (place, country) => {
    const rulesOf = (id: string) => {
      const found = records.find(record => record.id === id)
      return [
        found?.validity,
        found?.digital_copy,
        found?.recommended_license,
        found?.destination_country,
      ]
    }
    expect(rulesOf(place)).toEqual([1, false, 40, country])
    expect(rulesOf(country)).toEqual(rulesOf(place))
  })

  it.each([
    ['us', 'accepted'],
    ['gb', 'accepted'],
    ['it', 'printed_only'],
    ['my', 'printed_only'],
    ['cn', 'printed_only'],
    ['tw', 'printed_only'],
    ['es', 'one_year_printed'],
    ['ae', 'one_year_printed'],
    ['id', 'one_year_printed'],
    ['x-bali', 'one_year_printed'],
    ['x-dubai', 'one_year_printed'],
    ['th', 'not_recommended'],
    ['jp', 'not_accepted'],
    ['kr', 'not_accepted'],
    ['kp', 'not_accepted'],
    ['zz', 'unknown'],
  ])('finds %s %s', (id, kind) => expect(verdictOf(table.get(id)).kind).toBe(kind))

  it('has a page for nearly every destination, and one only', () => {
    const slugs = [...table.values()].map(({ slug }) => slug)
    const named = slugs.filter(slug => slug !== null)
    expect(new Set(named).size).toBe(named.length)
    expect(slugs.length - named.length).toBe(8)
    expect(named.filter(slug => !/^[a-z]+(-[a-z]+)*$/.test(slug))).toEqual([])
    expect(
      ['us', 'kr', 'ci', 'cw', 'gw', 'tr', 'x-bali', 'aq'].map(id => table.get(id)?.slug),
    ).toEqual([
      'united-states',
      'south-korea',
      'ivory-coast',
      'curacao',
      'guinea-bissau',
      'turkey',
      'bali',
      null,
    ])
  })
})

describe('on its way to the browser the table', () => {
  const permits = () => permitsOf(records, noted)

  it('weighs less than 2.5 kB', async () => {
    const wire = await permitsFor({ permits })
    expect(gzipSync(JSON.stringify(wire)).length).toBeLessThan(2_500)
  })

  it('loses nothing', async () => {
    const wire = wirePermits.parse(JSON.parse(JSON.stringify(await permitsFor({ permits }))))
    expect(permitTable(wire.groups)).toEqual(table)
  })
})

describe('every sentence about a country', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../../../public/locales/en/permits.json', import.meta.url), 'utf8'),
  )
  const isWritten = (key: string): boolean => {
    const [group = '', name = ''] = key.split('.')
    return name in texts[group] || `${name}_other` in texts[group]
  }
  const digital = { category: 'digital', years: 3 } as const
  const keysFor = (permit: Permit): string[] => {
    const verdict = verdictOf(permit, digital)
    const { sentence, line } = canIssueTo(permit)
    return [
      ...(verdict.kind === 'unknown' ? [] : [verdict.sentence, ...verdict.lines]),
      ...(verdict.kind === 'unknown' ? [] : verdict.conflicts.map(({ sentence }) => sentence)),
      ...acknowledgementsFor([permit], digital).map(({ sentence }) => sentence),
      ...[sentence, line].filter(key => key !== null),
    ]
  }

  it('is written', () => {
    const [some] = table.values()
    const conditions = {
      ...(some as Permit),
      from_: 'yes_with_conditions',
      in_: 'yes_with_conditions',
    }
    const none = { ...(some as Permit), from_: 'no' }
    const all = [...table.values(), conditions as Permit, none as Permit]
    expect(all.flatMap(keysFor).filter(key => !isWritten(key))).toEqual([])
  })

  it('is about a country that has something to say', () => {
    expect(Object.keys(texts.notes).sort()).toEqual([...noted].sort())
  })
})
