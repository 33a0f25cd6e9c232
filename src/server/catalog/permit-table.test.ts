import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { wirePermits } from '@/contract/permits'
import { countryCodes } from '@/domain/data/country-codes'
import type { DestinationRecord } from '@/domain/destinations/cms-permit-record'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import {
  issuingVerdictOf,
  listAcknowledgements,
  type Permit,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { buildPermits } from '@/server/catalog/permit-data'
import { buildBuiltInRecords, idsWithNotes } from '@/server/catalog/permit-table'
import { loadWirePermits } from '@/server/catalog/permits'

const records = buildBuiltInRecords()
const { table } = await buildPermits(records, idsWithNotes)

/** The codes of the countries that match, without Bali and Dubai. */
const listCountries = (predicate: (record: DestinationRecord) => boolean): string =>
  records
    .filter(record => predicate(record) && !record.id.startsWith('x-'))
    .map(({ id }) => id.toUpperCase())
    .join(' ')

const sortCodes = (codes: string): string => codes.split(' ').sort().join(' ')

describe('the built-in table', () => {
  it('knows every country, Bali and Dubai', () => {
    expect(records.map(({ id }) => id)).toEqual([
      ...countryCodes.map(code => code.toLowerCase()),
      'x-bali',
      'x-dubai',
    ])
    expect(table.size).toBe(252)
  })

  it('has the documented rules', () => {
    expect(listCountries(({ validity }) => validity === 1)).toBe(sortCodes('ID ES TH AE GB'))
    expect(listCountries(({ validity }) => validity === 0)).toBe(
      sortCodes('IR JP MM KR SY VN YE KP'),
    )
    expect(listCountries(({ validity }) => validity === 3).split(' ')).toHaveLength(250 - 13)
    expect(listCountries(({ digital_copy }) => !digital_copy)).toBe(
      sortCodes('ID IR IT JP MY MM KP KR ES SY TH AE VN YE'),
    )
    expect(listCountries(({ recommended_license }) => recommended_license === 40)).toBe(
      sortCodes('ID ES TH AE'),
    )
    expect(listCountries(({ in_ }) => in_ === 'no')).toBe(sortCodes('IR JP MM KR SY VN YE KP'))
    expect(listCountries(({ from_ }) => from_ !== 'yes')).toBe('')
  })

  it.each([
    ['x-bali', 'id'],
    ['x-dubai', 'ae'],
  ])('gives %s the rules of %s', (destination, country) => {
    const findRules = (id: string) => {
      const rules = records.find(record => record.id === id)
      return [
        rules?.validity,
        rules?.digital_copy,
        rules?.recommended_license,
        rules?.destination_country,
      ]
    }
    expect(findRules(destination)).toEqual([1, false, 40, country])
    expect(findRules(country)).toEqual(findRules(destination))
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
  ])('gives %s the verdict %s', (id, kind) => expect(verdictOf(table.get(id)).kind).toBe(kind))

  it('has a page of its own for every destination but eight', () => {
    const slugs = [...table.values()].map(({ slug }) => slug)
    const knownSlugs = slugs.filter(slug => slug !== null)
    expect(new Set(knownSlugs).size).toBe(knownSlugs.length)
    expect(slugs.length - knownSlugs.length).toBe(8)
    expect(knownSlugs.filter(slug => !/^[a-z]+(-[a-z]+)*$/.test(slug))).toEqual([])
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

describe('the table on the wire', () => {
  const permits = () => buildPermits(records, idsWithNotes)

  it('is smaller than 2.5 kB with gzip', async () => {
    const wire = await loadWirePermits({ permits })
    expect(gzipSync(JSON.stringify(wire)).length).toBeLessThan(2_500)
  })

  it('has no pages if the shop has no main site', async () => {
    const { groups } = await loadWirePermits({ permits }, [], { hasSite: false })
    const withoutPages = [...table].map(([id, permit]) => [id, { ...permit, slug: null }] as const)
    expect(unpackPermits(groups)).toEqual(new Map(withoutPages))
    expect(gzipSync(JSON.stringify(groups)).length).toBeLessThan(1_100)
  })

  it('unpacks to the same table', async () => {
    const wire = wirePermits.parse(JSON.parse(JSON.stringify(await loadWirePermits({ permits }))))
    expect(unpackPermits(wire.groups)).toEqual(table)
  })
})

describe('the texts about countries', () => {
  const readTexts = (namespace: string) =>
    JSON.parse(
      readFileSync(
        new URL(`../../../public/locales/en/${namespace}.json`, import.meta.url),
        'utf8',
      ),
    )
  const texts = readTexts('permits')
  const notes = readTexts('permit-notes')
  const isWritten = (key: string): boolean => {
    if (key.startsWith('permit-notes:')) return key.slice('permit-notes:'.length) in notes
    const [group = '', name = ''] = key.split('.')
    return name in texts[group] || `${name}_other` in texts[group]
  }
  const digital = { category: 'digital', years: 3 } as const
  const listKeys = (permit: Permit): string[] => {
    const verdict = verdictOf(permit, digital)
    const { sentence, line } = issuingVerdictOf(permit)
    return [
      ...(verdict.kind === 'unknown' ? [] : [verdict.sentence, ...verdict.lines]),
      ...(verdict.kind === 'unknown' ? [] : verdict.conflicts.map(({ sentence }) => sentence)),
      ...listAcknowledgements([permit], digital).map(({ sentence }) => sentence),
      ...[sentence, line].filter(key => key !== null),
    ]
  }

  it('have every sentence', () => {
    const [anyPermit] = table.values()
    const conditionalPermit = {
      ...(anyPermit as Permit),
      from_: 'yes_with_conditions',
      in_: 'yes_with_conditions',
    }
    const refusedPermit = { ...(anyPermit as Permit), from_: 'no' }
    const allPermits = [...table.values(), conditionalPermit as Permit, refusedPermit as Permit]
    expect(allPermits.flatMap(listKeys).filter(key => !isWritten(key))).toEqual([])
  })

  it('have a note for exactly the countries with one', () => {
    expect(Object.keys(notes).sort()).toEqual([...idsWithNotes].sort())
  })
})
