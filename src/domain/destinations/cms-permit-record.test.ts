import { describe, expect, it } from 'vitest'
import { countriesByName } from '@/domain/data/country-names'
import {
  destinationNamed,
  factsOf,
  recordsIn,
  slugOf,
} from '@/domain/destinations/cms-permit-record'

const france = { from_: 'yes', in_: 'yes', digital_copy: true, validity: 3 }

const onlyOf = (table: unknown) => {
  const [record, ...others] = recordsIn(table)?.records ?? []
  expect(others).toEqual([])
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
  ])('%s is %s', (name, id) => expect(destinationNamed(name)).toBe(id))

  it('is found by the English name of every country', () => {
    for (const { code, name } of countriesByName('en'))
      expect([name, destinationNamed(name)]).toEqual([name, code.toLowerCase()])
  })

  it('is told by its key, its code or its name', () => {
    expect(onlyOf({ fr: france })?.id).toBe('fr')
    expect(onlyOf([{ ...france, country_code: 'FR' }])?.id).toBe('fr')
    expect(onlyOf([{ ...france, country_code: '', country_name: 'France' }])?.id).toBe('fr')
  })

  it('is Bali, and not Indonesia, when only a name says so', () => {
    expect(onlyOf({ Bali: { ...france, country_code: 'ID' } })?.id).toBe('x-bali')
    expect(onlyOf([{ ...france, country_code: 'AE', country_name: 'Dubai' }])?.id).toBe('x-dubai')
  })
})

describe('a table', () => {
  it('keeps what can be read and names what cannot', () => {
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
    const { records, dropped } = recordsIn(table) ?? {}
    expect(records?.map(({ id }) => id)).toEqual(['fr', 'ly'])
    expect(dropped).toEqual(['de', 'it', 'at', 'pt', 'es', 'gb', 'Atlantis', 'FR'])
  })

  it.each([[null], ['fr'], [42], [undefined]])('is none when it is %j', table => {
    expect(recordsIn(table)).toBeUndefined()
  })

  it('may be empty', () => {
    expect(recordsIn({})).toEqual({ records: [], dropped: [] })
    expect(recordsIn([])).toEqual({ records: [], dropped: [] })
  })

  it('that names an object’s own parts is taken for what it says', () => {
    const table = JSON.parse(`{ "__proto__": ${JSON.stringify(france)}, "constructor": {} }`)
    expect(recordsIn(table)).toEqual({ records: [], dropped: ['__proto__', 'constructor'] })
  })
})

describe('what a record says', () => {
  const factsIn = (record: object, key = 'fr') => {
    const found = onlyOf({ [key]: { ...france, ...record } })
    return found && factsOf(found)
  }

  it('is all there for the rules', () => {
    expect(factsIn({})).toEqual({
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
  ])('recommends under either name: %j', (record, plan) => {
    expect(factsIn(record)?.recommended_license).toBe(plan)
  })

  it.each(['es', 'tw', 'cn', 'ae'])('never takes a digital permit for %s', code => {
    expect(factsIn({ digital_copy: true }, code)?.digital_copy).toBe(false)
  })

  it('does not recommend Thailand', () => {
    expect(factsIn({}, 'th')?.not_recommended).toBe(true)
  })

  it.each([
    ['2026-05-04', '2026-05-04'],
    ['2026-05-04T10:00:00Z', '2026-05-04'],
    ['2026-02-30', null],
    ['2026-05-040', null],
    ['4 May 2026', null],
    [null, null],
  ])('was checked on %s: %s', (reviewed_at, day) => {
    expect(factsIn({ reviewed_at })?.reviewed_at).toBe(day)
  })
})

describe('the page about a country', () => {
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
  ])('%s is named %s', (country_link, slug) => expect(slugOf({ country_link })).toBe(slug))
})
