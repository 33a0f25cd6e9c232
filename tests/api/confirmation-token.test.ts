import { afterEach, describe, expect, it } from 'vitest'
import { listAttempts } from '../support/backend'
import {
  createPaidCheckout,
  createPayableCheckout,
  finishPayment,
  pay,
  payByToken,
  payLifetime,
  readCheckout,
} from '../support/customer'
import { expectLedgerToBalance, startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, holdEvents: true })
afterEach(async () => {
  await expectLedgerToBalance(shop.backend, shop.provider)
})

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asksBank: '4000002760003184',
}

/** A new IP address for every attempt: declines are counted per address. */
let addressCount = 0
const nextClientIp = () => {
  addressCount += 1
  return `198.51.${100 + Math.floor(addressCount / 250)}.${addressCount % 250}`
}

describe('a wallet’s confirmation token', () => {
  it.each([
    ['apple_pay', 'apple pay'],
    ['google_pay', 'google pay'],
  ] as const)('of %s pays once, and the order shows the wallet', async (wallet, name) => {
    const checkout = await createPayableCheckout()
    const { status, body } = await payByToken(
      checkout,
      await shop.provider.collectToken(cards.good, wallet),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', client_secret: null })
    const { body: paidCheckout } = await readCheckout(checkout.token)
    expect(paidCheckout).toMatchObject({
      status: 'paid',
      order: { id: body.order.id, total: 113 },
      state: { paymentMethod: name, confirmation_payment_method: name },
    })
  })

  it('submitted twice at the same time pays once', async () => {
    const checkout = await createPayableCheckout()
    const token = await shop.provider.collectToken(cards.good, 'google_pay')
    const replies = await Promise.all([payByToken(checkout, token), payByToken(checkout, token)])
    for (const { status, body } of replies)
      expect(status === 200 ? body.status : body.code).toMatch(/^(success|payment_in_progress)$/)
    expect((await readCheckout(checkout.token)).body.status).toBe('paid')
  })

  it('is not charged at another price than the wallet showed', async () => {
    const checkout = await createPayableCheckout()
    const token = await shop.provider.collectToken(cards.good, 'apple_pay')
    const { status, body } = await payByToken(checkout, token, { expected_total: 112 })
    expect([status, body.code]).toEqual([409, 'quote_changed'])
    expect(body.quote).toEqual({ expected: 112, total: 113 })
    expect(await listAttempts(shop.backend, checkout.token)).toEqual([])
    // The token is unused: at the new price it pays.
    expect((await payByToken(checkout, token)).body.status).toBe('success')
  })
})

describe('a Payment Element’s confirmation token', () => {
  it('pays, and the order shows the card', async () => {
    const checkout = await createPayableCheckout()
    await payByToken(checkout, await shop.provider.collectToken(cards.good))
    const { state } = (await readCheckout(checkout.token)).body
    expect(state).toMatchObject({
      paymentMethod: 'stripe',
      confirmation_payment_method: 'visa 4242',
    })
  })

  it('with a declined card charges nothing and gives the reason; another card pays afterwards', async () => {
    const checkout = await createPayableCheckout()
    const token = await shop.provider.collectToken(cards.declined)
    const { status, body } = await payByToken(checkout, token, {}, nextClientIp())
    expect(status).toBe(402)
    expect(body).toMatchObject({ code: 'declined', reason: 'generic_decline' })
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('can require 3-D Secure, and is paid after the customer authenticates', async () => {
    const checkout = await createPayableCheckout()
    const { body } = await payByToken(checkout, await shop.provider.collectToken(cards.asksBank))
    expect(body.status).toBe('requires_action')
    await shop.provider.answerChallenge(body.client_secret, 'authenticated')
    expect((await finishPayment(checkout.token, body.order.id)).body.outcome).toBe('done')
  })

  it('pays for the lifetime upsell', async () => {
    const checkout = await createPaidCheckout()
    const confirmation_token = await shop.provider.collectToken(cards.good)
    const { status, body } = await payLifetime(checkout, 'pm_card_visa', {
      payment_method: null,
      confirmation_token,
    })
    expect([status, body.status]).toEqual([200, 'success'])
  })

  it('with a card declined on many checkouts is blocked like a card without a token', async () => {
    const countDeclinesUntilBlocked = async (maxAttempts: number) => {
      for (let count = 0; count < maxAttempts; count += 1) {
        const checkout = await createPayableCheckout({ selectedLicense: 45, category: 'digital' })
        const token = await shop.provider.collectToken(cards.declined)
        const { status } = await payByToken(checkout, token, {}, nextClientIp())
        if (status === 429) return count
        expect(status).toBe(402)
      }
      return maxAttempts
    }
    // One of the 20 declines happened in a test above.
    expect(await countDeclinesUntilBlocked(25)).toBe(19)
    const cardCheckout = await createPayableCheckout()
    const { status } = await pay(cardCheckout, 'pm_card_chargeDeclined', {}, nextClientIp())
    expect(status).toBe(429)
  })
})

describe('an invalid token charges nothing, and the order can still be paid', () => {
  it.each<[string, () => Promise<string>]>([
    ['that does not exist', async () => 'ctoken_of_nobody'],
    ['with a wrong prefix', async () => 'pm_card_visa'],
    [
      'already used by another order',
      async () => {
        const token = await shop.provider.collectToken(cards.good)
        await payByToken(await createPayableCheckout(), token)
        return token
      },
    ],
  ])('one %s returns 503', async (_, createToken) => {
    const token = await createToken()
    const checkout = await createPayableCheckout()
    const { status, body } = await payByToken(checkout, token, {}, nextClientIp())
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect((await pay(checkout)).body.status).toBe('success')
  })

  it('none, and no card either, returns 422', async () => {
    const checkout = await createPayableCheckout()
    const { status, body } = await pay(checkout, null, { confirmation_token: null })
    expect(status).toBe(422)
    expect(body.issues).toEqual([{ field: 'payment_method', message: 'payment_method.missing' }])
  })
})
