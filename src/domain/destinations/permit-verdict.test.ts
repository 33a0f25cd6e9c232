import { describe, expect, it } from 'vitest'
import {
  acknowledgementsFor,
  type ChosenPlan,
  canIssueTo,
  journeyIssues,
  type Permit,
  permitsAt,
  recommendationFor,
  recommendedLicense,
  verdictOf,
  withDestinations,
} from '@/domain/destinations/permit-verdict'
import { wholeCheckout } from '../../../tests/support/sample-checkout'

const permit = (rules: Partial<Permit> = {}): Permit => ({
  id: 'fr',
  from_: 'yes',
  in_: 'yes',
  validity: 3,
  digital_copy: true,
  not_recommended: false,
  recommended_license: 42,
  reviewed_at: '2026-05-04',
  slug: 'france',
  has_note: false,
  has_details: false,
  ...rules,
})

const france = permit()
const italy = permit({ id: 'it', digital_copy: false })
const spain = permit({ id: 'es', digital_copy: false, validity: 1, recommended_license: 40 })
const britain = permit({ id: 'gb', validity: 1 })
const japan = permit({ id: 'jp', digital_copy: false, validity: 0, in_: 'no' })
const thailand = permit({ ...spain, id: 'th', not_recommended: true })

const plan = (category: ChosenPlan['category'], years: number | null): ChosenPlan => ({
  category,
  years,
})

const known = (rules: Permit, chosen?: ChosenPlan) => {
  const verdict = verdictOf(rules, chosen)
  if (verdict.kind === 'unknown') throw new Error('There is a verdict on what is known.')
  return verdict
}

describe('a verdict', () => {
  it('says nothing about what nobody knows', () => {
    expect(verdictOf(undefined, plan('digital', 3))).toEqual({ kind: 'unknown' })
  })

  it('tells all there is to show', () => {
    expect(verdictOf(france)).toEqual({
      kind: 'accepted',
      destination: 'fr',
      sentence: 'verdict.accepted',
      lines: [],
      years: 3,
      digitalAccepted: true,
      recommendedLicense: 42,
      link: '/international-drivers-license-france/',
      hasDetails: false,
      rulesDate: '2026-05-04',
      conflicts: [],
    })
  })

  it.each([
    ['accepted', france, 3, true],
    ['accepted', britain, 1, true],
    ['printed_only', italy, 3, false],
    ['one_year_printed', spain, 1, false],
    ['not_accepted', japan, 0, false],
    ['not_accepted', permit({ validity: 0 }), 0, false],
    ['not_accepted', permit({ in_: 'no' }), 0, false],
    ['not_accepted', permit({ in_: 'no', not_recommended: true }), 0, false],
    ['not_recommended', thailand, 1, false],
    ['conditions', permit({ in_: 'yes_with_conditions' }), 3, true],
    ['conditions', permit({ ...spain, in_: 'yes_with_conditions' }), 1, false],
  ] as const)('is %s', (kind, rules, years, digitalAccepted) => {
    expect(known(rules)).toMatchObject({
      kind,
      sentence: `verdict.${kind}`,
      years,
      digitalAccepted,
    })
  })

  it.each([
    ['nothing more', france, []],
    ['that one year is one year', britain, ['lines.one_year']],
    ['that print is needed', italy, ['lines.printed_only']],
    ['both', spain, ['lines.one_year', 'lines.printed_only']],
    ['what to do instead', japan, ['lines.not_accepted']],
    ['what the table says in its own words', permit({ ...japan, has_note: true }), ['notes.jp']],
  ])('adds %s', (_, rules, lines) => expect(known(rules).lines).toEqual(lines))

  it('has no link where there is no page', () => {
    expect(known(permit({ slug: null })).link).toBeNull()
  })
})

describe('a plan', () => {
  it.each([
    [france, plan('physical', 3), []],
    [france, plan('digital', 3), []],
    [france, plan('lifetime', null), []],
    [italy, plan('physical', 3), []],
    [italy, plan('digital', 3), ['digital_refused']],
    [spain, plan('physical', 1), []],
    [spain, plan('physical', 2), ['longer_than_accepted']],
    [spain, plan('digital', 3), ['digital_refused', 'longer_than_accepted']],
    [spain, plan('lifetime', null), ['longer_than_accepted']],
    [britain, plan('digital', 3), ['longer_than_accepted']],
    [japan, plan('physical', 1), ['not_accepted']],
    [japan, plan('digital', 3), ['not_accepted']],
  ])('in $id of %j does not fit for %j', (rules, chosen, reasons) => {
    const { conflicts } = known(rules, chosen)
    expect(conflicts.map(({ reason }) => reason)).toEqual(reasons)
  })

  it.each([
    [[], 42],
    [[france, italy, japan], 42],
    [[britain], 42],
    [[spain], 40],
    [[france, thailand], 40],
  ])('is recommended for the whole journey', (permits, id) => {
    expect(recommendedLicense(permits)).toBe(id)
  })
})

describe('the years to recommend', () => {
  it.each([
    [[], null],
    [[france, italy], { years: 3, destinations: ['fr', 'it'] }],
    [[france, spain, thailand], { years: 1, destinations: ['es', 'th'] }],
    [[france, japan], null],
    [[britain], null],
  ])(
    'follow from the destinations, and never from one where they would not count',
    (permits, found) => expect(recommendationFor(permits, 'physical')).toEqual(found),
  )
})

it('a digital plan is recommended only where it is accepted', () => {
  expect(recommendationFor([france], 'digital')).toMatchObject({ years: 3 })
  expect(recommendationFor([france, italy], 'digital')).toBeNull()
})

describe('before paying, a customer understands', () => {
  const asked = (permits: Permit[], chosen?: ChosenPlan) =>
    acknowledgementsFor(permits, chosen).map(({ id }) => id)

  it('nothing in particular where the plan is accepted', () => {
    expect(asked([france, spain], plan('physical', 3))).toEqual([])
    expect(asked([italy, spain])).toEqual([])
  })

  it('that the permit is not accepted, whatever the plan', () => {
    expect(asked([france, japan])).toEqual(['not_accepted:jp'])
    expect(asked([japan], plan('digital', 3))).toEqual(['not_accepted:jp'])
  })

  it('that a digital permit is not accepted', () => {
    expect(asked([italy, france, spain], plan('digital', 1))).toEqual([
      'digital_refused:it',
      'digital_refused:es',
    ])
  })

  it('in a sentence with the country', () => {
    expect(acknowledgementsFor([japan])).toEqual([
      {
        id: 'not_accepted:jp',
        destination: 'jp',
        reason: 'not_accepted',
        sentence: 'acknowledge.not_accepted',
      },
    ])
  })
})

describe('people who live in a country', () => {
  it.each([
    [undefined, 'unknown', null],
    [france, 'yes', null],
    [permit({ from_: 'no' }), 'no', 'issuing.no'],
    [
      permit({ from_: 'yes_with_conditions' }),
      'yes_with_conditions',
      'issuing.yes_with_conditions',
    ],
  ])('can have a permit', (rules, kind, sentence) => {
    expect(canIssueTo(rules)).toMatchObject({ kind, sentence })
  })
})

it('the rules of a journey are those that are known', () => {
  const table = new Map([['fr', france]])
  expect(permitsAt(table, ['FR', 'zz', 'fr'])).toEqual([france, france])
})

const table = new Map([france, italy, spain, japan].map(rules => [rules.id as string, rules]))

describe('new destinations', () => {
  const planFor = (change: object, destinations: string[], known = table) =>
    withDestinations({ ...wholeCheckout, ...change }, destinations, known).selectedLicense

  it.each([
    ['Spain alone', ['es'], 40],
    ['Italy and Spain', ['it', 'es'], 40],
    ['Italy', ['it'], 42],
    ['nowhere', [], 42],
    ['a country nothing is known of', ['zz'], 42],
  ])('bring the recommended plan along: %s', (_, destinations, plan) => {
    expect(planFor({}, destinations)).toBe(plan)
  })

  it.each([
    ['the customer', { planChanged: true }],
    ['a partner', { partnerToken: 'p' }],
    ['a link', { selectedLicense: 44 }],
  ])('leave a plan that %s has chosen', (_, change) => {
    expect(planFor(change, ['es'])).toBeUndefined()
  })

  it('change no plan while nothing is known', () => {
    expect(planFor({ selectedLicense: 40 }, ['it'], new Map())).toBeUndefined()
  })

  it('let go of what was understood about the others', () => {
    const acknowledgements = ['not_accepted:jp', 'not_accepted:kr', 'digital_refused:x-bali']
    expect(
      withDestinations({ ...wholeCheckout, acknowledgements }, ['jp', 'x-bali'], table)
        .acknowledgements,
    ).toEqual(['not_accepted:jp', 'digital_refused:x-bali'])
  })
})

describe('on the way to a permit', () => {
  const issuesOf = (change: Partial<typeof wholeCheckout>, known = table) =>
    journeyIssues({ ...wholeCheckout, ...change }, known)
  const home = (country_of_residence: string) => ({
    customer: { ...wholeCheckout.customer, country_of_residence },
  })

  it('what is not accepted has to be understood, each destination by itself', () => {
    const destinations = ['it', 'jp']
    expect(issuesOf({ destinations })).toEqual([
      { field: 'not_accepted:jp', message: 'acknowledgements.missing' },
    ])
    expect(issuesOf({ destinations, acknowledgements: ['not_accepted:jp'] })).toEqual([])
    expect(issuesOf({ destinations, acknowledgements: ['not_accepted:it'] })).toHaveLength(1)
  })

  it('a residence that no permit is issued to ends it', () => {
    const refusing = new Map([['us', permit({ id: 'us', from_: 'no' })]])
    expect(issuesOf(home('US'), refusing)).toEqual([
      { field: 'country_of_residence', message: 'country_of_residence.refused' },
    ])
    expect(issuesOf(home('fr'), refusing)).toEqual([])
  })

  it('nothing stands while nothing is known', () => {
    expect(issuesOf({ ...home('us'), destinations: ['jp'] }, new Map())).toEqual([])
  })
})
