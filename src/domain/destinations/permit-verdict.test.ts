import { describe, expect, it } from 'vitest'
import {
  type ChosenPlan,
  findForeignPermits,
  findPermits,
  issuingVerdictOf,
  listAcknowledgementIssues,
  listAcknowledgements,
  listJourneyIssues,
  type Permit,
  recommendLicense,
  recommendYears,
  toDestinationsChange,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { completeCheckout } from '../../../tests/support/sample-checkout'

const buildPermit = (rules: Partial<Permit> = {}): Permit => ({
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

const france = buildPermit()
const italy = buildPermit({ id: 'it', digital_copy: false })
const spain = buildPermit({ id: 'es', digital_copy: false, validity: 1, recommended_license: 40 })
const britain = buildPermit({ id: 'gb', validity: 1 })
const japan = buildPermit({ id: 'jp', digital_copy: false, validity: 0, in_: 'no' })
const thailand = buildPermit({ ...spain, id: 'th', not_recommended: true })

const buildPlan = (category: ChosenPlan['category'], years: number | null): ChosenPlan => ({
  category,
  years,
})

const resolveKnownVerdict = (rules: Permit, chosenPlan?: ChosenPlan) => {
  const verdict = verdictOf(rules, chosenPlan)
  if (verdict.kind === 'unknown') throw new Error('There is a verdict on what is known.')
  return verdict
}

describe('a verdict', () => {
  it('is unknown for a destination without rules', () => {
    expect(verdictOf(undefined, buildPlan('digital', 3))).toEqual({ kind: 'unknown' })
  })

  it('has everything the page shows', () => {
    expect(verdictOf(france)).toEqual({
      kind: 'accepted',
      destination: 'fr',
      sentence: 'verdict.accepted',
      lines: ['lines.any_format'],
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
    ['not_accepted', buildPermit({ validity: 0 }), 0, false],
    ['not_accepted', buildPermit({ in_: 'no' }), 0, false],
    ['not_accepted', buildPermit({ in_: 'no', not_recommended: true }), 0, false],
    ['not_recommended', thailand, 1, false],
    ['conditions', buildPermit({ in_: 'yes_with_conditions' }), 3, true],
    ['conditions', buildPermit({ ...spain, in_: 'yes_with_conditions' }), 1, false],
  ] as const)('is %s', (kind, rules, years, digitalAccepted) => {
    expect(resolveKnownVerdict(rules)).toMatchObject({
      kind,
      sentence: `verdict.${kind}`,
      years,
      digitalAccepted,
    })
  })

  it.each([
    ['a note that every format is accepted', france, ['lines.any_format']],
    ['a note about the one-year validity', britain, ['lines.one_year', 'lines.any_format']],
    ['a note that the printed permit is needed', italy, ['lines.printed_only']],
    ['both notes', spain, ['lines.one_year', 'lines.printed_only']],
    ['a note about what to do instead', japan, ['lines.not_accepted']],
    ['the table’s own note', buildPermit({ ...japan, has_note: true }), ['permit-notes:jp']],
  ])('adds %s', (_, rules, lines) => expect(resolveKnownVerdict(rules).lines).toEqual(lines))

  it('has no link if there is no page', () => {
    expect(resolveKnownVerdict(buildPermit({ slug: null })).link).toBeNull()
  })
})

describe('a plan', () => {
  it.each([
    [france, buildPlan('physical', 3), []],
    [france, buildPlan('digital', 3), []],
    [france, buildPlan('lifetime', null), []],
    [italy, buildPlan('physical', 3), []],
    [italy, buildPlan('digital', 3), ['digital_refused']],
    [spain, buildPlan('physical', 1), []],
    [spain, buildPlan('physical', 2), ['longer_than_accepted']],
    [spain, buildPlan('digital', 3), ['digital_refused', 'longer_than_accepted']],
    [spain, buildPlan('lifetime', null), ['longer_than_accepted']],
    [britain, buildPlan('digital', 3), ['longer_than_accepted']],
    [japan, buildPlan('physical', 1), ['not_accepted']],
    [japan, buildPlan('digital', 3), ['not_accepted']],
  ])('in $id of %j has the conflicts %j', (rules, chosenPlan, reasons) => {
    const { conflicts } = resolveKnownVerdict(rules, chosenPlan)
    expect(conflicts.map(({ reason }) => reason)).toEqual(reasons)
  })

  it.each([
    [[], 42],
    [[france, italy, japan], 42],
    [[britain], 42],
    [[spain], 40],
    [[france, thailand], 40],
  ])('is recommended for the whole journey', (permits, id) => {
    expect(recommendLicense(permits)).toBe(id)
  })
})

describe('the recommended years', () => {
  it.each([
    [[], null],
    [[france, italy], 3],
    // Thailand accepts the permit, but it is not recommended there.
    [[france, spain, thailand], 1],
    [[thailand], null],
    [[france, japan], 3],
    [[japan], null],
    [[france, britain], null],
    [[britain], null],
  ])(
    'follow from the destinations, unless the permit would not be valid that long',
    (permits, expected) => expect(recommendYears(permits, 'physical')).toBe(expected),
  )
})

it('exist for a digital plan only where it is accepted', () => {
  expect(recommendYears([france], 'digital')).toBe(3)
  expect(recommendYears([france, italy], 'digital')).toBeNull()
})

describe('before paying, a customer acknowledges', () => {
  const listAcknowledgementIds = (permits: Permit[], chosenPlan?: ChosenPlan) =>
    listAcknowledgements(permits, chosenPlan).map(({ id }) => id)

  it('nothing if the plan is accepted', () => {
    expect(listAcknowledgementIds([france, spain], buildPlan('physical', 3))).toEqual([])
    expect(listAcknowledgementIds([italy, spain])).toEqual([])
  })

  it('that the permit is not accepted, with any plan', () => {
    expect(listAcknowledgementIds([france, japan])).toEqual(['not_accepted:jp'])
    expect(listAcknowledgementIds([japan], buildPlan('digital', 3))).toEqual(['not_accepted:jp'])
  })

  it('that a digital permit is not accepted', () => {
    expect(listAcknowledgementIds([italy, france, spain], buildPlan('digital', 1))).toEqual([
      'digital_refused:it',
      'digital_refused:es',
    ])
  })

  it('a sentence with the country', () => {
    expect(listAcknowledgements([japan])).toEqual([
      {
        id: 'not_accepted:jp',
        destination: 'jp',
        reason: 'not_accepted',
        sentence: 'acknowledge.not_accepted',
      },
    ])
  })
})

describe('residents of a country', () => {
  it.each([
    [undefined, 'unknown', null],
    [france, 'yes', null],
    [buildPermit({ from_: 'no' }), 'no', 'issuing.no'],
    [
      buildPermit({ from_: 'yes_with_conditions' }),
      'yes_with_conditions',
      'issuing.yes_with_conditions',
    ],
  ])('can get a permit', (rules, kind, sentence) => {
    expect(issuingVerdictOf(rules)).toMatchObject({ kind, sentence })
  })
})

it('the rules of a journey are those of its known destinations', () => {
  const table = new Map([['fr', france]])
  expect(findPermits(table, ['FR', 'zz', 'fr'])).toEqual([france, france])
})

const table = new Map([france, italy, spain, japan].map(rules => [rules.id as string, rules]))

describe('new destinations', () => {
  const resolvePlan = (change: object, destinations: string[], permitTable = table) =>
    toDestinationsChange({ ...completeCheckout, ...change, destinations }, permitTable)
      .selectedLicense

  it.each([
    ['Spain alone', ['es'], 40],
    ['Italy and Spain', ['it', 'es'], 40],
    ['Italy', ['it'], 42],
    ['no destination', [], 42],
    ['an unknown country', ['zz'], 42],
    ['a country that accepts no permit', ['jp'], 42],
  ])('select the recommended plan: %s', (_, destinations, plan) => {
    expect(resolvePlan({}, destinations)).toBe(plan)
  })

  it.each([
    ['the customer', { planChanged: true }],
    ['a partner', { partnerToken: 'p' }],
    ['a link', { selectedLicense: 44 }],
  ])('keep a plan that %s has chosen', (_, change) => {
    expect(resolvePlan(change, ['es'])).toBeUndefined()
  })

  it('ask for no permit where the licence is enough, and recommend none for it', () => {
    const customer = { ...completeCheckout.customer, license_issued: 'es' }
    const journey = { ...completeCheckout, customer, destinations: ['es', 'jp', 'fr'] }
    const listIds = (license_issued: string) =>
      findForeignPermits(table, { ...journey, customer: { ...customer, license_issued } }).map(
        ({ id }) => id,
      )
    // A licence of the European Economic Area is valid throughout it.
    expect(listIds('es')).toEqual(['jp'])
    expect(listIds('no')).toEqual(['jp'])
    expect(listIds('us')).toEqual(['es', 'jp', 'fr'])
    expect(listIds('gb')).toEqual(['es', 'jp', 'fr'])
    expect(listIds('')).toEqual(['es', 'jp', 'fr'])
    expect(resolvePlan({ customer }, ['es'])).toBe(42)
    expect(listAcknowledgementIssues(journey, table, buildPlan('digital', 3))).toEqual([
      { field: 'not_accepted:jp', message: 'acknowledgements.missing' },
    ])
  })

  it('do not change the plan without rules', () => {
    expect(resolvePlan({ selectedLicense: 40 }, ['it'], new Map())).toBeUndefined()
  })

  it('drop the acknowledgements of removed destinations', () => {
    const acknowledgements = ['not_accepted:jp', 'not_accepted:kr', 'digital_refused:x-bali']
    expect(
      toDestinationsChange(
        { ...completeCheckout, acknowledgements, destinations: ['jp', 'x-bali'] },
        table,
      ).acknowledgements,
    ).toEqual(['not_accepted:jp', 'digital_refused:x-bali'])
  })
})

describe('the driver step', () => {
  const listIssues = (change: Partial<typeof completeCheckout>, permitTable = table) =>
    listJourneyIssues({ ...completeCheckout, ...change }, permitTable)
  const buildResidence = (country_of_residence: string) => ({
    customer: { ...completeCheckout.customer, country_of_residence },
  })

  it('requires an acknowledgement for each destination that does not accept a permit', () => {
    const destinations = ['it', 'jp']
    expect(listIssues({ destinations })).toEqual([
      { field: 'not_accepted:jp', message: 'acknowledgements.missing' },
    ])
    expect(listIssues({ destinations, acknowledgements: ['not_accepted:jp'] })).toEqual([])
    expect(listIssues({ destinations, acknowledgements: ['not_accepted:it'] })).toHaveLength(1)
  })

  it('is blocked by a residence without permits', () => {
    const refusingTable = new Map([['us', buildPermit({ id: 'us', from_: 'no' })]])
    expect(listIssues(buildResidence('US'), refusingTable)).toEqual([
      { field: 'country_of_residence', message: 'country_of_residence.refused' },
    ])
    expect(listIssues(buildResidence('fr'), refusingTable)).toEqual([])
  })

  it('is not blocked by unknown rules', () => {
    expect(listIssues({ ...buildResidence('us'), destinations: ['jp'] }, new Map())).toEqual([])
  })
})
