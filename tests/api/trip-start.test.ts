import { describe, expect, it } from 'vitest'
import { submitStepForm } from '@/server/pages/step-forms'
import {
  createPayableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { withShop } from '../support/with-shop'

const shop = withShop()

/** A day this many days from now, `yyyy-mm-dd`. */
const dayIn = (days: number): string =>
  new Date(shop.backend.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('the start of the trip', () => {
  it('is optional, stored, and removed again', async () => {
    const { token, state } = await startCheckout()
    expect(state.trip_start).toBeNull()
    await saveCheckout(token, undefined, { trip_start: dayIn(5) })
    expect((await readCheckout(token)).body.state.trip_start).toBe(dayIn(5))
    const { body } = await saveCheckout(token, undefined, { trip_start: null })
    expect(body.state.trip_start).toBeNull()
  })

  it.each([
    ['two days ago', () => dayIn(-2), 'trip_start.past'],
    ['in four years', () => dayIn(4 * 365), 'trip_start.far'],
    ['on no day of the calendar', () => '2027-02-31', 'trip_start.impossible'],
  ])('is refused %s', async (_, day, message) => {
    const { token } = await startCheckout()
    const { status, body } = await saveCheckout(token, undefined, { trip_start: day() })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ field: 'state.trip_start', message }])
  })

  it('that is no date is refused', async () => {
    const { token } = await startCheckout()
    const { status } = await saveCheckout(token, undefined, { trip_start: 'tomorrow' })
    expect(status).toBe(422)
  })

  it('that has passed since may be sent again', async () => {
    const { token } = await startCheckout({ trip_start: dayIn(1) })
    const day = dayIn(1)
    shop.advanceClock(5 * 86_400_000)
    const { status, body } = await saveCheckout(token, undefined, { trip_start: day })
    expect([status, body.state.trip_start]).toEqual([200, day])
  })

  it('is posted without scripts, with its error', async () => {
    const { token } = await createPayableCheckout()
    const post = async (tripStart: string) =>
      submitStepForm(shop.backend, 'shipping', (await readCheckout(token)).body, {
        form: new URLSearchParams({
          category: 'physical',
          plan_physical: '42',
          trip_start: tripStart,
        }),
        header: () => undefined,
        address: '192.0.2.1',
        launch: {},
      })
    const refused = await post(dayIn(-5))
    expect(refused.issues).toEqual([{ field: 'trip_start', message: 'trip_start.past' }])
    const stored = await post(dayIn(9))
    expect([stored.issues, stored.checkout.state.trip_start]).toEqual([[], dayIn(9)])
    expect((await post('')).checkout.state.trip_start).toBeNull()
  })
})
