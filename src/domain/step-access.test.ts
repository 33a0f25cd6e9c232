import { describe, expect, it } from 'vitest'
import { type CheckoutState, emptyCheckout } from '@/domain/checkout/checkout-state'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { expressSteps, findStep, findStepByNumber, steps } from '@/domain/checkout/steps'
import { documentTypes } from '@/domain/data/document-types'
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
import { oneYearPrinted } from '../../tests/support/permit-samples'
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
  it('are six, numbered in order, with stable addresses', () => {
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

  it.each([0, -1, 7, Number.NaN])('default to the first for the number %d', number => {
    expect(findStepByNumber(number).id).toBe('driver-details')
  })
})

describe('the first incomplete step', () => {
  it.each<[string, Partial<CheckoutState>, string]>([
    ['is the payment if everything is complete', {}, 'payment'],
    ['is the last step once paid', { step: 6 }, 'thank-you'],
    ['is the driver at the start', { customer: emptyCheckout.customer }, 'driver-details'],
    [
      'is the driver until it is stored',
      { customer: { ...completeCheckout.customer, id: null } },
      'driver-details',
    ],
    [
      'is the driver if one answer is missing',
      { customer: { ...completeCheckout.customer, height: '' } },
      'driver-details',
    ],
    ['is the photos without any', buildPhotos([]), 'upload-photos'],
    [
      'is the photos while the fourth is missing',
      buildPhotos(['profile', 'license_front', 'license_back']),
      'upload-photos',
    ],
    ['is not the photos if all four are stored', buildPhotos(documentTypes), 'payment'],
    ['is the plan if it is not on offer', { selectedLicense: 1 }, 'shipping'],
    ['is the plan step without an address', { shipping: emptyCheckout.shipping }, 'shipping'],
    ['is the plan step without a shipping method', { selectedShippingMethod: null }, 'shipping'],
    [
      'is the plan step without a phone number for the courier',
      { customer: withoutPhone },
      'shipping',
    ],
    [
      'is the plan step without a phone number for the pickup point',
      { ...pickupState, customer: withoutPhone },
      'shipping',
    ],
    ['is the plan step without a pickup point', { ...pickupState, shipping: address }, 'shipping'],
    ['is not the plan step without an address for pickup', pickupState, 'payment'],
    [
      'is not the plan step without a phone number for a digital plan',
      { customer: withoutPhone, category: 'digital', selectedLicense: 45 },
      'payment',
    ],
    [
      'is not the plan step without an address for a digital plan',
      { selectedLicense: 45, shipping: emptyCheckout.shipping, selectedShippingMethod: null },
      'payment',
    ],
    ['is the review until it is submitted', { step: 4 }, 'review'],
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

  it('who clears an earlier answer goes back to it', () => {
    const state = { ...completeCheckout, customer: { ...completeCheckout.customer, email: '' } }
    expect(findFurthestOpen(state, today).id).toBe('driver-details')
    expect(canOpen(findStep('upload-photos'), state, today)).toBe(false)
  })

  it('who chose a country without permits must acknowledge it once its rules are known', () => {
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

  it('may always go back, never ahead', () => {
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
    ['continues from a complete step', 1, { step: 1 }, 2],
    ['stays on an incomplete step', 1, { step: 1, customer: emptyCheckout.customer }, 1],
    ['continues from the review', 4, { step: 4 }, 5],
    ['does not reach the last step before paying', 5, { step: 5 }, 5],
    ['keeps the furthest step when an earlier one is submitted', 1, { step: 5 }, 5],
    [
      'keeps the furthest step even if an answer was cleared',
      2,
      { step: 4, customer: emptyCheckout.customer },
      4,
    ],
    ['does not skip an incomplete step', 3, { step: 1, ...buildPhotos([]) }, 2],
  ])('%s', (_, from, change, to) => {
    expect(resolveNextStep(findStepByNumber(from), { ...completeCheckout, ...change }, today)).toBe(
      to,
    )
  })
})

const express: CheckoutState = { ...completeCheckout, campaigns: ['simple_flow'] }

describe('the express checkout', () => {
  it('has everything but the payment on its first page, and ends on the shared last page', () => {
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

  it('maps each of its pages to its steps', () => {
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

  it('has no review step to complete', () => {
    const from = { ...express, step: 4 }
    expect(findFirstIncomplete(from, today).id).toBe('payment')
    expect(resolveNextStep(findStepByNumber(4), { ...express, step: 1 }, today)).toBe(5)
  })

  it('does not open the payment while a step is incomplete', () => {
    const state = { ...express, step: 1, ...buildPhotos([]) }
    expect(resolveNextStep(findStepByNumber(4), state, today)).toBe(2)
    expect(findStepPage(findFurthestOpen(state, today).number, state).id).toBe('info')
  })
})

const spain = unpackPermits([{ destinations: 'es', ...oneYearPrinted }])

describe('a customer who is sent back', () => {
  const findReason = (change: Partial<CheckoutState>, permits = unpackPermits([])) =>
    resolveBackReason({ ...completeCheckout, ...change }, today, permits)

  it.each<[string, Partial<CheckoutState>, string | null]>([
    ['no reason if everything is complete', {}, null],
    ['the driver', { customer: { ...completeCheckout.customer, email: '' } }, 'driver'],
    ['the photos', buildPhotos([]), 'photos'],
    ['the plan that is no longer on offer', { selectedLicense: 1 }, 'plan'],
    ['the address', { shipping: emptyCheckout.shipping }, 'address'],
    ['the missing phone number', { customer: withoutPhone }, 'phone'],
    [
      'no reason for a step that was never submitted',
      { step: 3, shipping: emptyCheckout.shipping },
      null,
    ],
    ['no reason once paid', { step: 6 }, null],
  ])('sees %s', (_, change, reason) => expect(findReason(change)).toBe(reason))

  it('sees a destination that was added and accepts no digital permit', () => {
    const change = { category: 'digital' as const, selectedLicense: 45, destinations: ['es'] }
    expect(findReason(change, spain)).toBe('printed')
    expect(findReason({ ...change, acknowledgements: ['digital_refused:es'] }, spain)).toBeNull()
  })

  it('sees a country that needs an acknowledgement', () => {
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
