import { afterEach, describe, expect, it } from 'vitest'
import * as customersRoute from '@/pages/api/backend/customers/index'
import { checkouts } from '@/server/db/tables/checkouts'
import { orders } from '@/server/db/tables/orders'
import { hashOf } from '@/server/infra/tokens'
import { callRoute } from '../support/call-route'
import {
  driverAnswers,
  pay,
  payableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import { attachToken, partnerToken, rowOf } from '../support/partners'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

// On a real PostgreSQL, where transactions run beside each other.
const shop = withShop({ provider: startProvider, onPostgres: true })
afterEach(() => expectNothingLost(shop, shop.provider))

const rounds = [1, 2, 3]

async function begun(): Promise<string> {
  const { token } = await startCheckout()
  await callRoute(customersRoute, {
    method: 'POST',
    query: { checkout: token },
    body: driverAnswers,
  })
  return token
}

const several = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

const isPartners = async (token: string): Promise<boolean> =>
  (await readCheckout(token)).body.state.partnerToken !== null

/** The checkouts that say they have the token, and the one that the token names. */
async function holders(tokens: string[], given: string) {
  const rows = await shop.backend.db.select().from(checkouts)
  const holder = (await rowOf(shop.backend, given))?.checkoutId
  const having = []
  for (const token of tokens) if (await isPartners(token)) having.push(token)
  const ids = having.map(token => rows.find(row => row.tokenHash === hashOf(token))?.id)
  return { ids, holder }
}

describe('a partner’s token for which checkouts race', () => {
  it.each(rounds)('is one’s, and the others are refused (round %d)', async () => {
    const given = await partnerToken(shop.backend)
    const tokens = await several(20, begun)
    const replies = await Promise.all(tokens.map(token => attachToken(token, given)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const won = tokens.filter((_, index) => replies[index]?.body.success)
    expect(won).toHaveLength(1)
    for (const { body } of replies)
      if (!body.success) expect(body.message).toBe('Adding partner token fail')
    const { ids, holder } = await holders(tokens, given)
    expect(ids).toEqual([holder])
    expect(await isPartners(won[0] ?? '')).toBe(true)
  })

  it.each(rounds)('is the last one’s where nobody has begun (round %d)', async () => {
    const given = await partnerToken(shop.backend)
    const tokens = await several(8, async () => (await startCheckout()).token as string)
    await Promise.all(tokens.map(token => attachToken(token, given)))
    const { ids, holder } = await holders(tokens, given)
    expect(ids).toEqual([holder])
  })

  it.each(rounds)('asked for 50 times by one checkout is attached once (round %d)', async () => {
    const given = await partnerToken(shop.backend)
    const token = await begun()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, times) => attachToken(token, given, `198.51.100.${times}`)),
    )
    for (const { status } of replies) expect(status).toBe(200)
    const { ids, holder } = await holders([token], given)
    expect(ids).toEqual([holder])
  })

  it.each(rounds)('loses nothing that is saved meanwhile (round %d)', async () => {
    const given = await partnerToken(shop.backend)
    const { token, version } = await startCheckout()
    const [attached, saved] = await Promise.all([
      attachToken(token, given),
      saveCheckout(token, version, { gclid: 'kept' }),
    ])
    const { state } = (await readCheckout(token)).body
    expect([attached.body.success, state.partner]).toEqual([true, 'Northern Trails'])
    expect(state.gclid === 'kept').toBe(saved.status === 200)
  })

  it.each(rounds)('pays one order: the one that pays keeps it (round %d)', async () => {
    const given = await partnerToken(shop.backend)
    const { token } = await payableCheckout()
    await attachToken(token, given)
    const { quote } = (await readCheckout(token)).body
    const others = await several(5, begun)
    // Quiet for a day: whoever is first has it, the payment or another customer.
    shop.pass(86_400_001)
    const [paid] = await Promise.all([
      pay({ token, quote }),
      ...others.map(other => attachToken(other, given)),
    ])
    shop.pass(-86_400_001)
    const id = (await rowOf(shop.backend, given))?.id
    const bought = (await shop.backend.db.select().from(orders)).filter(
      order => order.partnerTokenId === id && order.paidAt !== null,
    )
    const { ids, holder } = await holders([token, ...others], given)
    expect(ids).toEqual([holder])
    expect(bought).toHaveLength((await isPartners(token)) && paid?.status === 200 ? 1 : 0)
  })
})
