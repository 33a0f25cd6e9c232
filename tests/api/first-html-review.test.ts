import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { ExtraFacts, TripFacts } from '@/features/review/what'
import { Where } from '@/features/review/where'
import { DriverFacts } from '@/features/review/who'
import { renderMarkup, renderText } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

const rules = {
  from_: 'yes',
  in_: 'yes',
  validity: 3,
  digital_copy: true,
  not_recommended: false,
  recommended_license: 42,
  reviewed_at: null,
  has_note: false,
  has_details: false,
} as const

const permits = {
  groups: [
    { ...rules, destinations: 'pt us' },
    { ...rules, validity: 1 as const, digital_copy: false, destinations: 'es' },
    { ...rules, validity: 0 as const, digital_copy: false, destinations: 'jp' },
  ],
  details: {},
}

const buildState = (change: Partial<CheckoutState>) => ({
  permits,
  checkout: { state: { ...completeCheckout, ...change } },
})

const { customer } = completeCheckout
const images = (['profile', 'license_front', 'license_back', 'signature'] as const).map(type => ({
  id: type,
  type,
  revision: 1,
  needs_review: false,
}))

describe('the review', () => {
  it.each([
    ['183.87', 'cm', '184 cm'],
    ['170', 'cm', '170 cm'],
    ['170.18', 'ft', '5 ft 7 in'],
    ['170.18', null, '5 ft 7 in'],
  ] as const)('shows a height of %s, typed in %s, as %s', (height, height_unit, expected) => {
    const state = buildState({ customer: { ...customer, height, height_unit } })
    expect(renderText(createElement(DriverFacts), state)).toContain(
      `Female, ${expected}, brown eyes`,
    )
  })

  it('shows the country of residence if it is not the licence’s', () => {
    const state = buildState({ customer: { ...customer, country_of_residence: 'pt' } })
    expect(renderText(createElement(DriverFacts), state)).toContain('Lives in Portugal')
    expect(renderText(createElement(DriverFacts), buildState({}))).not.toContain('Lives in')
  })

  it('shows every licence class by letter and name', () => {
    const state = buildState({ customer: { ...customer, a_motorcycle: true } })
    expect(renderText(createElement(DriverFacts), state)).toContain(
      'License United States A Motorcycle B Car',
    )
  })

  it.each<[string, Partial<CheckoutState>, string]>([
    ['where it is accepted', { destinations: ['pt'] }, 'Portugal Accepted for 3 years'],
    [
      'where it is valid for less time',
      { destinations: ['es'] },
      'Spain Spain: your permit is valid for 1 year only.',
    ],
    [
      'where a digital permit is not accepted, and the validity there',
      { destinations: ['es'], selectedLicense: 45 },
      'Spain: digital permits aren’t accepted there. Spain: your permit is valid for 1 year only.',
    ],
    [
      'where none is accepted',
      { destinations: ['jp'] },
      'Japan Japan: our permit isn’t accepted there.',
    ],
    ['for the home country', { destinations: ['us'] }, 'no permit needed'],
    ['for a country without rules', { destinations: ['fr'] }, 'France We have no information'],
    ['without destinations', { destinations: [] }, 'Change destinations Not provided'],
  ])('shows the acceptance of the chosen plan: %s', (_, change, expected) => {
    expect(renderText(createElement(TripFacts), buildState(change))).toContain(expected)
  })

  it('shows the extras of the parcel, and nothing without any', () => {
    const item = {
      item_id: 2,
      code: 'phone-mount',
      name: 'Phone mount',
      price: 5.5,
      is_active: true,
    }
    const travel = { travelItemsData: [item], travelItemsInCart: [{ item_id: 2, quantity: 2 }] }
    expect(renderText(createElement(ExtraFacts), buildState(travel))).toContain(
      'Phone mount Quantity: 2 · $11',
    )
    expect(renderText(createElement(ExtraFacts), buildState({}))).toBe('')
    const digitalPlan = { category: 'digital', selectedLicense: 45 } as const
    expect(renderText(createElement(ExtraFacts), buildState({ ...travel, ...digitalPlan }))).toBe(
      '',
    )
  })

  it.each<[boolean, boolean, string]>([
    [true, true, 'By email, within 20 minutes of paying'],
    [true, false, 'By email, within 20 minutes of your last photo'],
    [false, true, 'By email, within 2 hours of paying'],
    [false, false, 'By email, within 2 hours of your last photo'],
  ])(
    'shows when the digital permit comes: urgent %s, photos %s',
    (selected, hasPhotos, expected) => {
      const state = buildState({
        urgent: { ...completeCheckout.urgent, selected },
        approval_documents: { add_later: true, images: hasPhotos ? images : images.slice(1) },
      })
      expect(renderText(createElement(Where, { methods: [] }), state)).toContain(expected)
    },
  )

  it.each([
    ['2026-12-20', 'Before your trip on Sun, Dec 20'],
    ['2026-11-26', 'Might come after your trip starts on Thu, Nov 26'],
    ['2026-11-22', 'After your trip starts on Sun, Nov 22'],
  ])('compares the arrival with a trip that starts on %s', (trip_start, expected) => {
    const name = 'DHL Express'
    const method = { code: 'dhl', name, price: 19, min_delivery: 2, max_delivery: 3 }
    const where = createElement(Where, { methods: [method] })
    expect(renderText(where, buildState({ trip_start }))).toContain(expected)
    expect(renderText(where, buildState({}))).not.toContain('trip')
  })

  it('links each card to its step, with the way back', () => {
    expect(renderMarkup(createElement(TripFacts), buildState({}))).toContain(
      'href="/checkouts/v2/driver-details/?from=review#trip"',
    )
  })
})
