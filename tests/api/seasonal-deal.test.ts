import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { coupons } from '@/server/db/tables/coupons'
import { tokenCookie } from '@/server/http/cookies'
import { saveCheckout, startCheckout } from '../support/customer'
import { withShop } from '../support/with-shop'

const shop = withShop({ perTest: true, variables: { SPRING_DEAL_COUPON: 'SPRINGDEAL' } })

const setSeason = (name: string, fromDays: number, untilDays: number) => {
  const inDays = (days: number) => new Date(shop.backend.now().getTime() + days * 86_400_000)
  return shop.backend.db
    .update(coupons)
    .set({ validFrom: inDays(fromDays), validUntil: inDays(untilDays) })
    .where(eq(coupons.name, name))
}

describe('a season’s deal', () => {
  beforeEach(() => setSeason('SPRINGDEAL', -1, 30))

  it('is applied to a new order if it saves most, and gives way on another plan', async () => {
    const { token, state, quote } = await startCheckout({ coupon: undefined })
    expect(state.coupon?.name).toBe('SPRINGDEAL')
    expect(quote?.discount).toBe(10.35)
    const oneYear = await saveCheckout(token, undefined, { selectedLicense: 40 })
    expect(oneYear.body.state.coupon.name).toBe('FROMIDAWITHLOVE')
    const threeYears = await saveCheckout(token, undefined, { selectedLicense: 42 })
    expect(threeYears.body.state.coupon.name).toBe('SPRINGDEAL')
  })

  it('does not replace a coupon of the customer', async () => {
    const { state } = await startCheckout({ coupon: { name: 'DIGITAL5' }, selectedLicense: 45 })
    expect(state.coupon?.name).toBe('DIGITAL5')
  })
})

it('a season’s deal is not applied out of season', async () => {
  await setSeason('SPRINGDEAL', -60, -30)
  const { state } = await startCheckout({ coupon: undefined })
  expect(state.coupon?.name).toBe('FROMIDAWITHLOVE')
  expect(state.coupons_found.map(({ name }: { name: string }) => name)).toEqual(['FROMIDAWITHLOVE'])
})

it('a link of the summer campaign applies the summer deal to the order in progress', async () => {
  await setSeason('SUMMERDEAL', -1, 30)
  const { token } = await startCheckout({ coupon: undefined })
  const { state } = await startCheckout(
    { coupon: undefined },
    { body: { launch: { 't-33770529': '1' } }, headers: { cookie: `${tokenCookie}=${token}` } },
  )
  expect(state.coupon?.name).toBe('SUMMERDEAL')
})
