import { describe, expect, it } from 'vitest'
import { type CheckoutState, documentTypes, emptyCheckout } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { expressSteps, findStep, findStepByNumber, steps } from '@/domain/checkout/steps'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import {
  canOpen,
  findFirstIncomplete,
  findFurthestOpen,
  findStepPage,
  resolveBackReason,
  resolveNextStep,
  resolveStepRange,
} from '@/domain/step-access'
import { address, completeCheckout, today } from '../../tests/support/sample-checkout'

const findIncompleteId = (change: Partial<CheckoutState>) =>
  findFirstIncomplete({ ...completeCheckout, ...change }, today).id

const withoutPhone = { ...completeCheckout.customer, phone: '', phone_typed: null }

const pickupState: Partial<CheckoutState> = {
  deliveryMethod: 'pickupPoints',
  partner: 'Bali Bikes',
  shipping: { ...emptyShipping, id: 'address-1', country: 'id', pickup_point: 'ubud' },
}

const buildPhotos = (types: readonly (typeof documentTypes)[number][]) => ({
  approval_documents: {
    add_later: false,
    images: types.map(type => ({ id: type, type, revision: 1, needs_review: false })),
  },
})

describe('the steps', () => {
  it('are six, numbered in order, on the addresses customers know', () => {
    expect(steps.map(({ number, route }) => [number, route])).toEqual([
      [1, '/v2/driver-details/'],
      [2, '/v2/upload-photos/'],
      [3, '/v2/shipping/'],
      [4, '/v2/review/'],
      [5, '/v2/payment/'],
      [6, '/thank-you/'],
    ])
  })

  it('are two in the express checkout', () => {
    expect(expressSteps.map(({ number, route }) => [number, route])).toEqual([
      [1, '/express/info/'],
      [2, '/express/payment/'],
    ])
  })

  it('tell analytics the paths it knows', () => {
    expect(steps.map(({ analyticsPath }) => analyticsPath)).toEqual([
      '/driver-details/',
      '/verify-identity/',
      '/shipping/',
      '/review/',
      '/payment/',
      '/completed/',
    ])
  })

  it.each([0, -1, 7, Number.NaN])('begin at the first for the number %d', number => {
    expect(findStepByNumber(number).id).toBe('driver-details')
  })
})

describe('the first thing missing', () => {
  it.each<[string, Partial<CheckoutState>, string]>([
    ['is payment when all is filled in', {}, 'payment'],
    ['is nothing once paid', { step: 6 }, 'thank-you'],
    ['is the driver at the start', { customer: emptyCheckout.customer }, 'driver-details'],
    [
      'is the driver until stored',
      { customer: { ...completeCheckout.customer, id: null } },
      'driver-details',
    ],
    [
      'is the driver with one answer gone',
      { customer: { ...completeCheckout.customer, height: '' } },
      'driver-details',
    ],
    ['is the photos', buildPhotos([]), 'upload-photos'],
    [
      'is the fourth photo',
      buildPhotos(['profile', 'license_front', 'license_back']),
      'upload-photos',
    ],
    ['is not the photos when all four are there', buildPhotos(documentTypes), 'payment'],
    ['is the plan when it is not on offer', { selectedLicense: 1 }, 'shipping'],
    ['is the address', { shipping: emptyCheckout.shipping }, 'shipping'],
    ['is the courier', { selectedShippingMethod: null }, 'shipping'],
    ['is a number the courier can call', { customer: withoutPhone }, 'shipping'],
    [
      'is a number the pickup point can call',
      { ...pickupState, customer: withoutPhone },
      'shipping',
    ],
    ['is the point where it is collected', { ...pickupState, shipping: address }, 'shipping'],
    ['is no address where it is collected', pickupState, 'payment'],
    [
      'is no number for a digital plan',
      { customer: withoutPhone, category: 'digital', selectedLicense: 45 },
      'payment',
    ],
    [
      'is no address for a digital plan',
      { selectedLicense: 45, shipping: emptyCheckout.shipping, selectedShippingMethod: null },
      'payment',
    ],
    ['is the review until it was left', { step: 4 }, 'review'],
  ])('%s', (_, change, id) => expect(findIncompleteId(change)).toBe(id))
})

describe('a customer', () => {
  it.each([
    [1, 'driver-details'],
    [3, 'shipping'],
    [5, 'payment'],
  ])('who saved step %d may open up to %s', (step, id) => {
    expect(findFurthestOpen({ ...completeCheckout, step }, today).id).toBe(id)
  })

  it('who emptied an earlier answer goes back to it', () => {
    const state = { ...completeCheckout, customer: { ...completeCheckout.customer, email: '' } }
    expect(findFurthestOpen(state, today).id).toBe('driver-details')
    expect(canOpen(findStep('upload-photos'), state, today)).toBe(false)
  })

  it('who drives where no permit counts goes back to understand that, once it is known', () => {
    const japan = unpackPermits([
      {
        from_: 'yes',
        in_: 'no',
        validity: 0,
        digital_copy: false,
        not_recommended: false,
        recommended_license: 42,
        reviewed_at: null,
        has_note: false,
        has_details: false,
        destinations: 'jp',
      },
    ])
    const state = { ...completeCheckout, destinations: ['jp'] }
    const acknowledged = { ...state, acknowledgements: ['not_accepted:jp'] }
    expect(findFurthestOpen(state, today).id).toBe('payment')
    expect(findFurthestOpen(state, today, japan).id).toBe('driver-details')
    expect(findFurthestOpen(acknowledged, today, japan).id).toBe('payment')
  })

  it('may always go back, and never ahead', () => {
    const state = { ...completeCheckout, step: 3 }
    expect(steps.map(step => canOpen(step, state, today))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it.each<[string, number, Partial<CheckoutState>, number]>([
    ['goes on from a filled step', 1, { step: 1 }, 2],
    ['stays where something is missing', 1, { step: 1, customer: emptyCheckout.customer }, 1],
    ['goes on from the review', 4, { step: 4 }, 5],
    ['is never thanked before paying', 5, { step: 5 }, 5],
    ['keeps the furthest step when going on from an earlier one', 1, { step: 5 }, 5],
    [
      'keeps the furthest step even when an answer was emptied',
      2,
      { step: 4, customer: emptyCheckout.customer },
      4,
    ],
    ['does not jump over what is missing', 3, { step: 1, ...buildPhotos([]) }, 2],
  ])('%s', (_, from, change, to) => {
    expect(resolveNextStep(findStepByNumber(from), { ...completeCheckout, ...change }, today)).toBe(
      to,
    )
  })
})

const express: CheckoutState = { ...completeCheckout, campaigns: ['simple_flow'] }

describe('the express checkout', () => {
  it('has everything but the payment on its first page, and ends where every order does', () => {
    expect([1, 2, 3, 4, 5, 6].map(number => findStepPage(number, express).id)).toEqual([
      'info',
      'info',
      'info',
      'info',
      'express-payment',
      'thank-you',
    ])
    expect([1, 4, 6].map(number => findStepPage(number, completeCheckout).id)).toEqual([
      'driver-details',
      'review',
      'thank-you',
    ])
  })

  it('holds the steps of six that its pages ask for', () => {
    expect([
      resolveStepRange('info'),
      resolveStepRange('express-payment'),
      resolveStepRange('shipping'),
    ]).toEqual([
      { first: 1, last: 4 },
      { first: 5, last: 5 },
      { first: 3, last: 3 },
    ])
  })

  it('has no review to be left', () => {
    const from = { ...express, step: 4 }
    expect(findFirstIncomplete(from, today).id).toBe('payment')
    expect(resolveNextStep(findStepByNumber(4), { ...express, step: 1 }, today)).toBe(5)
  })

  it('opens no payment while something is missing', () => {
    const state = { ...express, step: 1, ...buildPhotos([]) }
    expect(resolveNextStep(findStepByNumber(4), state, today)).toBe(2)
    expect(findStepPage(findFurthestOpen(state, today).number, state).id).toBe('info')
  })
})

const spain = unpackPermits([
  {
    from_: 'yes',
    in_: 'yes',
    validity: 1,
    digital_copy: false,
    not_recommended: false,
    recommended_license: 40,
    reviewed_at: null,
    has_note: false,
    has_details: false,
    destinations: 'es',
  },
])

describe('a customer who is led back', () => {
  const findReason = (change: Partial<CheckoutState>, permits = unpackPermits([])) =>
    resolveBackReason({ ...completeCheckout, ...change }, today, permits)

  it.each<[string, Partial<CheckoutState>, string | null]>([
    ['nothing when nothing is missing', {}, null],
    ['of the driver', { customer: { ...completeCheckout.customer, email: '' } }, 'driver'],
    ['of the photos', buildPhotos([]), 'photos'],
    ['of the plan that is gone', { selectedLicense: 1 }, 'plan'],
    ['of the address', { shipping: emptyCheckout.shipping }, 'address'],
    ['of the courier’s number', { customer: withoutPhone }, 'phone'],
    ['nothing of a step never left', { step: 3, shipping: emptyCheckout.shipping }, null],
    ['nothing once paid', { step: 6 }, null],
  ])('is told %s', (_, change, reason) => expect(findReason(change)).toBe(reason))

  it('is told of a destination that was added and takes no digital permit', () => {
    const change = { category: 'digital' as const, selectedLicense: 45, destinations: ['es'] }
    expect(findReason(change, spain)).toBe('printed')
    expect(findReason({ ...change, acknowledgements: ['digital_refused:es'] }, spain)).toBeNull()
  })

  it('is told of a country to be understood first', () => {
    const refusingTable = unpackPermits([
      {
        from_: 'yes',
        in_: 'no',
        validity: 0,
        digital_copy: false,
        not_recommended: false,
        recommended_license: 42,
        reviewed_at: null,
        has_note: false,
        has_details: false,
        destinations: 'jp',
      },
    ])
    expect(findReason({ destinations: ['jp'] }, refusingTable)).toBe('country')
  })
})
