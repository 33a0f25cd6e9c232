import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { DiscountFacts, ExtraFacts } from '@/features/review/delivery-facts'
import { ClassFacts, DriverFacts, TripFacts } from '@/features/review/driver-facts'
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

describe('the review', () => {
  it.each([
    ['183.87', '184 cm'],
    ['170', '170 cm'],
  ])('shows a height of %s as %s', (height, expected) => {
    const customer = { ...completeCheckout.customer, height }
    expect(renderText(createElement(DriverFacts), buildState({ customer }))).toContain(
      `Height ${expected}`,
    )
  })

  it('marks the language of country names and dates when it is not the page’s language', () => {
    const ownWords = { lang: 'ko', dir: 'ltr' as const }
    const markup = renderMarkup(createElement(DriverFacts), { ...buildState({}), ownWords })
    expect(markup).toMatch(/<span lang="ko" dir="ltr">United States<\/span>/)
    expect(markup.match(/lang="ko"/g)).toHaveLength(3)
    expect(renderMarkup(createElement(DriverFacts), buildState({}))).not.toContain('lang=')
  })

  it('shows every licence class by letter and name', () => {
    const customer = { ...completeCheckout.customer, a_motorcycle: true }
    expect(renderText(createElement(ClassFacts), buildState({ customer }))).toContain(
      'Class A Motorcycle Class B Car',
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
    ['without destinations', { destinations: [] }, 'Destinations Not provided'],
  ])('shows the acceptance of the chosen plan: %s', (_, change, expected) => {
    expect(renderText(createElement(TripFacts), buildState(change))).toContain(expected)
  })

  it('shows the extras of the parcel, or that there are none', () => {
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
    expect(renderText(createElement(ExtraFacts), buildState({}))).toContain('Travel extras None')
    expect(
      renderText(
        createElement(ExtraFacts),
        buildState({ category: 'digital', selectedLicense: 45 }),
      ),
    ).toBe('')
  })

  it('shows that there is no discount', () => {
    expect(renderText(createElement(DiscountFacts), buildState({}))).toContain('Code None')
  })

  it('links each section to its step, with the way back', () => {
    expect(renderMarkup(createElement(DriverFacts), buildState({}))).toContain(
      'href="/checkouts/v2/driver-details/?from=review"',
    )
  })
})
