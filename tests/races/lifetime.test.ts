import { afterEach, describe, expect, it } from 'vitest'
import type { Reply } from '../support/call-route'
import {
  createPaidCheckout,
  declineLifetime,
  finishPayment,
  payLifetime,
  readCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// Needs PostgreSQL: its transactions run concurrently.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

const rounds = Array.from({ length: 20 }, (_, round) => round)
const readOutcome = ({ status, body }: Reply): string => (status === 200 ? body.status : body.code)
const buildClientIp = (round: number, tab: number) => `203.0.113.${2 * round + tab}`

describe('two tabs that accept the offer concurrently', () => {
  it.each(rounds)('are charged once (round %d)', async round => {
    const checkout = await createPaidCheckout({}, buildClientIp(round, 0))
    const replies = await Promise.all(
      [0, 1].map(tab => payLifetime(checkout, 'pm_card_visa', {}, buildClientIp(round, tab))),
    )
    const outcomes = replies.map(readOutcome)
    expect(outcomes).toContain('success')
    for (const result of outcomes) expect(result).toMatch(/^(success|payment_in_progress)$/)
    expect((await readCheckout(checkout.token)).body.state.isLifetimePaid).toBe(true)
  })
})

describe('one tab that accepts while another declines', () => {
  it.each(rounds)('ends paid or declined, never both (round %d)', async round => {
    const checkout = await createPaidCheckout({}, buildClientIp(round, 0))
    const [paid, declined] = await Promise.all([
      payLifetime(checkout, 'pm_card_visa', {}, buildClientIp(round, 0)),
      declineLifetime(checkout),
    ])
    const isPaid = readOutcome(paid) === 'success'
    expect(isPaid || readOutcome(paid) === 'not_offered', readOutcome(paid)).toBe(true)
    if (isPaid) expect(declined.body.code).toMatch(/^(paid|payment_in_progress)$/)
    else expect(declined.status).toBe(200)
    const { state } = (await readCheckout(checkout.token)).body
    expect(state.upsellOffers).toEqual([{ id: 62, accepted: isPaid }])
  })
})

describe('a bank challenge', () => {
  it.each(rounds)(
    'completed while the offer is declined charges once or not at all (round %d)',
    async () => {
      const checkout = await createPaidCheckout()
      const { body } = await payLifetime(checkout, 'pm_card_authenticationRequired')
      await Promise.all([
        declineLifetime(checkout),
        shop.provider.answerChallenge(body.client_secret, 'authenticated').catch(() => undefined),
        finishPayment(checkout.token, body.order.id),
      ])
      await finishPayment(checkout.token, body.order.id)
      const { state } = (await readCheckout(checkout.token)).body
      const accepted = state.upsellOffers[0]?.accepted ?? false
      expect(state.isLifetimePaid).toBe(accepted)
    },
  )
})
