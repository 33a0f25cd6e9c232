import { afterEach, describe, expect, it } from 'vitest'
import { callRoute } from '../support/call-route'
import {
  driverAnswers,
  readCheckout,
  saveCheckout,
  startCheckout,
  storedDriverAnswers,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { withShop } from '../support/with-shop'

const customersRoute = '/backend/api/customers/'

const shop = withShop({ onPostgres: true })
afterEach(() => expectNothingLost(shop))

const rounds = Array.from({ length: 20 }, (_, round) => round)

describe('two tabs that save concurrently', () => {
  it.each(rounds)(
    'with one version: exactly one succeeds, the others get `stale` (round %d)',
    async () => {
      const { token, version } = await startCheckout()
      const tabs = ['first', 'second', 'third', 'fourth']
      const replies = await Promise.all(
        tabs.map(tab => saveCheckout(token, version, { gclid: tab })),
      )
      const winners = replies.filter(({ status }) => status === 200)
      const losers = replies.filter(({ status }) => status === 409)
      expect([winners.length, losers.length]).toEqual([1, tabs.length - 1])
      const stored = (await readCheckout(token)).body
      expect(stored).toEqual(winners[0]?.body)
      for (const { body } of losers) {
        expect(body.code).toBe('stale')
        expect(body.checkout).toEqual(stored)
      }
    },
  )

  it.each(rounds)('one of them the driver: no acknowledged save is lost (round %d)', async () => {
    const { token, version } = await startCheckout()
    const [driver, saved] = await Promise.all([
      callRoute(customersRoute, {
        method: 'POST',
        query: { checkout: token },
        body: driverAnswers,
      }),
      saveCheckout(token, version, { gclid: 'kept' }),
    ])
    expect(driver.status).toBe(200)
    const { state } = (await readCheckout(token)).body
    expect(state.customer).toMatchObject(storedDriverAnswers)
    expect(state.gclid === 'kept').toBe(saved.status === 200)
  })
})
