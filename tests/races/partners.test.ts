import { afterEach, describe, expect, it } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'
import { callRoute } from '../support/call-route'
import {
  createPayableCheckout,
  driverAnswers,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { attachToken, createPartnerToken, findTokenRow } from '../support/partners'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const customersRoute = '/backend/api/customers/'

// Needs PostgreSQL: its transactions run concurrently.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

const rounds = [1, 2, 3]

async function createCheckout(): Promise<string> {
  const { token } = await startCheckout()
  await callRoute(customersRoute, {
    method: 'POST',
    query: { checkout: token },
    body: driverAnswers,
  })
  return token
}

const repeat = <T>(count: number, create: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, create))

const hasPartner = async (token: string): Promise<boolean> =>
  (await readCheckout(token)).body.state.partnerToken !== null

/** Ids of the checkouts whose state has a partner token, and the checkout of the token's row. */
async function readHolders(tokens: string[], partnerToken: string) {
  const rows = await shop.backend.db.select().from(checkouts)
  const holderId = (await findTokenRow(shop.backend, partnerToken))?.checkoutId
  const tokensWithPartner = []
  for (const token of tokens) if (await hasPartner(token)) tokensWithPartner.push(token)
  const ids = tokensWithPartner.map(token => rows.find(row => row.tokenHash === hashOf(token))?.id)
  return { ids, holderId }
}

describe('a partner’s token that several checkouts request concurrently', () => {
  it.each(rounds)('is attached to one, and the others are refused (round %d)', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const tokens = await repeat(20, createCheckout)
    const replies = await Promise.all(tokens.map(token => attachToken(token, partnerToken)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const winningTokens = tokens.filter((_, index) => replies[index]?.body.success)
    expect(winningTokens).toHaveLength(1)
    for (const { body } of replies)
      if (!body.success) expect(body.message).toBe('Adding partner token fail')
    const { ids, holderId } = await readHolders(tokens, partnerToken)
    expect(ids).toEqual([holderId])
    expect(await hasPartner(winningTokens[0] ?? '')).toBe(true)
  })

  it.each(rounds)(
    'is attached to the last one while none of them has begun (round %d)',
    async () => {
      const partnerToken = await createPartnerToken(shop.backend)
      const tokens = await repeat(8, async () => (await startCheckout()).token as string)
      await Promise.all(tokens.map(token => attachToken(token, partnerToken)))
      const { ids, holderId } = await readHolders(tokens, partnerToken)
      expect(ids).toEqual([holderId])
    },
  )

  it.each(rounds)(
    'is attached once when one checkout requests it 50 times (round %d)',
    async () => {
      const partnerToken = await createPartnerToken(shop.backend)
      const token = await createCheckout()
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          attachToken(token, partnerToken, `198.51.100.${index}`),
        ),
      )
      for (const { status } of replies) expect(status).toBe(200)
      const { ids, holderId } = await readHolders([token], partnerToken)
      expect(ids).toEqual([holderId])
    },
  )

  it.each(rounds)('keeps what is saved concurrently (round %d)', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { token, version } = await startCheckout()
    const [attached, saved] = await Promise.all([
      attachToken(token, partnerToken),
      saveCheckout(token, version, { gclid: 'kept' }),
    ])
    const { state } = (await readCheckout(token)).body
    expect([attached.body.success, state.partner]).toEqual([true, 'Northern Trails'])
    expect(state.gclid === 'kept').toBe(saved.status === 200)
  })

  it.each(rounds)('pays one order, and the checkout that pays keeps it (round %d)', async () => {
    const partnerToken = await createPartnerToken(shop.backend)
    const { token } = await createPayableCheckout()
    await attachToken(token, partnerToken)
    const { quote } = (await readCheckout(token)).body
    const otherTokens = await repeat(5, createCheckout)
    // After a day without activity the first wins: the payment or another customer.
    shop.advanceClock(86_400_001)
    const [paid] = await Promise.all([
      pay({ token, quote }),
      ...otherTokens.map(otherToken => attachToken(otherToken, partnerToken)),
    ])
    shop.advanceClock(-86_400_001)
    const id = (await findTokenRow(shop.backend, partnerToken))?.id
    const paidOrders = (await shop.backend.db.select().from(orders)).filter(
      order => order.partnerTokenId === id && order.paidAt !== null,
    )
    const { ids, holderId } = await readHolders([token, ...otherTokens], partnerToken)
    expect(ids).toEqual([holderId])
    expect(paidOrders).toHaveLength((await hasPartner(token)) && paid?.status === 200 ? 1 : 0)
  })
})
