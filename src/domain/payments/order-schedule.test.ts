import { describe, expect, it } from 'vitest'
import { estimateArrival } from '@/domain/catalog/shipping-methods'
import { emptyShipping } from '@/domain/checkout/customer-schema'
import { documentTypes } from '@/domain/data/document-types'
import { scheduleOrder } from '@/domain/payments/order-schedule'

// A Friday.
const paidAt = '2026-11-20T14:00:00.000Z'
const today = '2026-11-20'
const method = {
  code: 'dhl',
  name: 'DHL Express',
  price: 19,
  min_delivery: 2,
  max_delivery: 4,
}

const buildImages = (addedAt: (string | undefined)[]) =>
  addedAt.map((added_at, index) => ({
    id: `${index}`,
    type: documentTypes[index] ?? 'profile',
    revision: 1,
    needs_review: false,
    ...(added_at && { added_at }),
  }))

const hour = (time: string) => `${today}T${time}:00.000Z`
const early = [hour('08:00'), hour('09:30'), hour('09:00'), hour('08:30')]

const schedule = (
  addedAt: (string | undefined)[],
  {
    isUrgent = false,
    category = 'physical' as 'physical' | 'digital',
    on = today,
    courierCutoff = '24:00',
  } = {},
) =>
  scheduleOrder(
    {
      approval_documents: { add_later: true, images: buildImages(addedAt) },
      urgent: { selected: isUrgent, is_skip: false, total: 25, discount: 0 },
      category,
      shipping: { ...emptyShipping, country: 'us' },
      selectedShippingMethod: category === 'digital' ? null : method,
    },
    { paidAt, courierDay: on, courierCutoff },
  )

describe('the digital permit of an order', () => {
  it.each([
    ['20 minutes after the payment, with urgent processing', true, early, hour('14:20')],
    ['2 hours after the payment', false, early, hour('16:00')],
    [
      '20 minutes after the last photo, which came after the payment',
      true,
      [...early.slice(1), hour('15:10')],
      hour('15:30'),
    ],
    ['on the next day', true, [...early.slice(1), hour('23:50')], '2026-11-21T00:10:00.000Z'],
  ])('is sent %s', (_, isUrgent, addedAt, digitalBy) => {
    expect(schedule(addedAt, { isUrgent }).digitalBy).toBe(digitalBy)
  })

  it('has no time while a photo is missing, or while the time of one is not known', () => {
    expect(schedule(early.slice(1))).toMatchObject({
      hasAllPhotos: false,
      photosAt: null,
      digitalBy: null,
    })
    expect(schedule([...early.slice(1), undefined])).toMatchObject({
      hasAllPhotos: true,
      photosAt: null,
      digitalBy: null,
    })
  })

  it('has no parcel', () => {
    expect(schedule(early, { category: 'digital' }).parcel).toBeNull()
  })
})

describe('the parcel of an order', () => {
  const monday = '2026-11-23'
  const arrival = { from: '2026-11-25', to: '2026-11-27' }

  it('has the dates of the plan step, and needs no more photos', () => {
    expect(schedule(early).parcel).toEqual({ photosBy: null, sentOn: monday, arrival })
    expect(arrival).toEqual(estimateArrival(method, { today, country: 'us' }))
  })

  it('has the same dates while photos are missing, if they come before the courier’s cutoff', () => {
    expect(schedule([]).parcel).toEqual({
      photosBy: '2026-11-20T24:00:00.000Z',
      sentOn: monday,
      arrival,
    })
  })

  it('has later dates on a later day, as long as photos are missing', () => {
    const later = { today: '2026-11-24', country: 'us' }
    expect(schedule([], { on: later.today }).parcel).toEqual({
      photosBy: '2026-11-24T24:00:00.000Z',
      sentOn: '2026-11-25',
      arrival: estimateArrival(method, later),
    })
  })

  it('has dates that count from the last photo, and do not move afterwards', () => {
    const addedAt = [...early.slice(1), '2026-11-24T10:00:00.000Z']
    expect(schedule(addedAt, { on: '2026-11-26' }).parcel?.sentOn).toBe('2026-11-25')
  })

  it('leaves a day later if the last photo came at the courier’s cutoff or later', () => {
    const beforeCutoff = [...early.slice(1), hour('15:59')]
    const atCutoff = [...early.slice(1), hour('16:00')]
    const courierCutoff = '16:00'
    expect(schedule(beforeCutoff, { courierCutoff }).parcel?.sentOn).toBe(monday)
    expect(schedule([], { courierCutoff }).parcel?.photosBy).toBe(hour('16:00'))
    // Saturday's photos are printed on Monday, like Friday's.
    expect(schedule(atCutoff, { courierCutoff }).parcel?.sentOn).toBe(monday)
    const thursdays = (time: string) => atCutoff.map(() => `2026-11-26T${time}:00.000Z`)
    expect(schedule(thursdays('15:59'), { courierCutoff }).parcel?.sentOn).toBe('2026-11-27')
    expect(schedule(thursdays('16:00'), { courierCutoff }).parcel?.sentOn).toBe('2026-11-30')
  })
})
