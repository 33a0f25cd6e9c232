import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import * as customersRoute from '@/pages/api/backend/customers/index'
import { ask } from '../support/ask'
import { openTestBackend, type TestBackend } from '../support/backend'
import { driverAnswers, readCheckout, saveCheckout, startCheckout } from '../support/customer'
import { expectNothingLost } from '../support/oracle'
import { createDatabase } from '../support/postgres'

let shop: TestBackend
beforeAll(async () => {
  shop = await openTestBackend({ databaseUrl: await createDatabase(inject('postgresUrl')) })
})
afterEach(() => expectNothingLost(shop))
afterAll(() => shop.close())

const rounds = Array.from({ length: 20 }, (_, round) => round)

describe('two tabs that save at once', () => {
  it.each(rounds)(
    'with one version: exactly one is kept, the other learns of it (round %d)',
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

  it.each(rounds)(
    'one of them its driver: nothing that was acknowledged is lost (round %d)',
    async () => {
      const { token, version } = await startCheckout()
      const [driver, saved] = await Promise.all([
        ask(customersRoute, { method: 'POST', query: { checkout: token }, body: driverAnswers }),
        saveCheckout(token, version, { gclid: 'kept' }),
      ])
      expect(driver.status).toBe(200)
      const { state } = (await readCheckout(token)).body
      expect(state.customer).toMatchObject(driverAnswers)
      expect(state.gclid === 'kept').toBe(saved.status === 200)
    },
  )
})
