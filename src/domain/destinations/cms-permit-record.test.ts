import { describe, expect, it } from 'vitest'
import { listCountriesByName } from '@/domain/data/country-names'
import {
  findDestinationByName,
  parseRecords,
  parseSlug,
  toPermitRules,
} from '@/domain/destinations/cms-permit-record'

const france = { from_: 'yes', in_: 'yes', digital_copy: true, validity: 3 }

const parseOnlyRecord = (table: unknown) => {
  const [record, ...otherRecords] = parseRecords(table)?.records ?? []
  expect(otherRecords).toEqual([])
  return record
}

describe('the country of a record', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['Libya', 'ly'],
    ['  libya ', 'ly'],
    ['UK', 'gb'],
    ['Great Britain', 'gb'],
    ['South Korea', 'kr'],
    ['Burma', 'mm'],
    ['Türkiye', 'tr'],
    ['turkiye', 'tr'],
    ['Bosnia & Herzegovina', 'ba'],
    ['Trinidad and Tobago', 'tt'],
    ['Cote d’Ivoire', 'ci'],
    ['Bali', 'x-bali'],
    ['x-bali', 'x-bali'],
    ['Dubai', 'x-dubai'],
    ['Congo', undefined],
    ['Atlantis', undefined],
    ['__proto__', undefined],
    ['', undefined],
  ])('%s is %s', (name, id) => expect(findDestinationByName(name)).toBe(id))

  it('is found by the English name of every country', () => {
    for (const { code, name } of listCountriesByName('en'))
      expect([name, findDestinationByName(name)]).toEqual([name, code.toLowerCase()])
  })

  it('is found by its key, its code or its name', () => {
    expect(parseOnlyRecord({ fr: france })?.id).toBe('fr')
    expect(parseOnlyRecord([{ ...france, country_code: 'FR' }])?.id).toBe('fr')
    expect(parseOnlyRecord([{ ...france, country_code: '', country_name: 'France' }])?.id).toBe(
      'fr',
    )
  })

  it('is Bali, not Indonesia, if only its name is Bali', () => {
    expect(parseOnlyRecord({ Bali: { ...france, country_code: 'ID' } })?.id).toBe('x-bali')
    expect(parseOnlyRecord([{ ...france, country_code: 'AE', country_name: 'Dubai' }])?.id).toBe(
      'x-dubai',
    )
  })
})

describe('a table', () => {
  it('keeps the valid records and lists the others', () => {
    const table = {
      fr: france,
      Libya: { ...france, country_name: null },
      de: { ...france, validity: 2 },
      it: { ...france, digital_copy: 'yes' },
      at: { ...france, in_: undefined },
      pt: { ...france, description: 'x'.repeat(20_001) },
      es: { ...france, recommended_license: 41 },
      gb: null,
      Atlantis: france,
      FR: france,
    }
    const { records, dropped } = parseRecords(table) ?? {}
    expect(records?.map(({ id }) => id)).toEqual(['fr', 'ly'])
    expect(dropped).toEqual(['de', 'it', 'at', 'pt', 'es', 'gb', 'Atlantis', 'FR'])
  })

  it.each([[null], ['fr'], [42], [undefined]])('is rejected if it is %j', table => {
    expect(parseRecords(table)).toBeUndefined()
  })

  it('may be empty', () => {
    expect(parseRecords({})).toEqual({ records: [], dropped: [] })
    expect(parseRecords([])).toEqual({ records: [], dropped: [] })
  })

  it('with keys such as __proto__ is read without side effects', () => {
    const table = JSON.parse(`{ "__proto__": ${JSON.stringify(france)}, "constructor": {} }`)
    expect(parseRecords(table)).toEqual({ records: [], dropped: ['__proto__', 'constructor'] })
  })
})

describe('the rules of a record', () => {
  const readRules = (record: object, key = 'fr') => {
    const parsedRecord = parseOnlyRecord({ [key]: { ...france, ...record } })
    return parsedRecord && toPermitRules(parsedRecord)
  }

  it('are complete', () => {
    expect(readRules({})).toEqual({
      from_: 'yes',
      in_: 'yes',
      validity: 3,
      digital_copy: true,
      not_recommended: false,
      recommended_license: 42,
      reviewed_at: null,
    })
  })

  it.each([
    [{ recommended_license: 40 }, 40],
    [{ recommendedLicense: 40 }, 40],
    [{ recommended_license: null, recommendedLicense: null }, 42],
  ])('have the recommended plan under either name: %j', (record, plan) => {
    expect(readRules(record)?.recommended_license).toBe(plan)
  })

  it.each(['es', 'tw', 'cn', 'ae'])('never accept a digital permit for %s', code => {
    expect(readRules({ digital_copy: true }, code)?.digital_copy).toBe(false)
  })

  it('do not recommend a permit for Thailand', () => {
    expect(readRules({}, 'th')?.not_recommended).toBe(true)
  })

  it.each([
    ['2026-05-04', '2026-05-04'],
    ['2026-05-04T10:00:00Z', '2026-05-04'],
    ['2026-02-30', null],
    ['2026-05-040', null],
    ['4 May 2026', null],
    [null, null],
  ])('were checked on %s: %s', (reviewed_at, day) => {
    expect(readRules({ reviewed_at })?.reviewed_at).toBe(day)
  })
})

describe('the page of a country', () => {
  it.each([
    ['/international-drivers-license-france/', 'france'],
    ['international-drivers-license-south-korea', 'south-korea'],
    ['https://shop.example/international-drivers-license-france/?utm=x', 'france'],
    ['france', 'france'],
    ['', null],
    ['https://evil.example/france', null],
    ['//evil.example', null],
    ['javascript:alert(1)', null],
    ['/international-drivers-license-../../admin/', null],
    ['/international-drivers-license-<b>/', null],
    ['a b', null],
    ['a:b', null],
  ])('%s has the slug %s', (country_link, slug) => expect(parseSlug({ country_link })).toBe(slug))
})
