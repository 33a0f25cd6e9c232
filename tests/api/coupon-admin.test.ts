import { describe, expect, it } from 'vitest'
import {
  addCoupon,
  type CouponInput,
  changeCoupon,
  endCoupon,
  listCoupons,
} from '@/server/catalog/coupon-admin'
import { callRoute } from '../support/call-route'
import { startCheckout } from '../support/customer'
import { withShop } from '../support/with-shop'

const shop = withShop({})

const add = (name: string, input: CouponInput) => addCoupon(shop.backend.db, name, input)
const change = (name: string, input: CouponInput) => changeCoupon(shop.backend.db, name, input)

/** What a customer gets who types the code. */
async function typeCode(name: string) {
  shop.backend.invalidateCatalog()
  const { token } = await startCheckout()
  const { body } = await callRoute('/backend/api/coupons/validate/', {
    method: 'POST',
    query: { currency: 'USD' },
    body: { name, token },
  })
  return body
}

const find = async (name: string) =>
  (await listCoupons(shop.backend.db, shop.backend.now())).find(coupon => coupon.name === name)

describe('an operator’s coupon', () => {
  it('applies as added, as changed, and no more once it has ended', async () => {
    await add('AUTUMN', { percent: '12.5' })
    expect(await typeCode('autumn')).toMatchObject({ coupon: { amount: 12.5 }, error: null })
    await change('autumn', { cartAmounts: 'USD=10,JPY=1500' })
    expect((await typeCode('AUTUMN')).coupon).toMatchObject({
      discount_type: 'fixed_cart',
      amount: 10,
    })
    await endCoupon(shop.backend.db, 'AUTUMN', shop.backend.now())
    expect(await typeCode('AUTUMN')).toMatchObject({ coupon: null, error: 'expired' })
  })

  it('is good on its first and last day, in UTC', async () => {
    await add('SEASON', { percent: '5', from: '2027-03-01', until: '2027-03-31' })
    expect(await find('SEASON')).toMatchObject({
      state: 'planned',
      validFrom: new Date('2027-03-01T00:00:00Z'),
      validUntil: new Date('2027-04-01T00:00:00Z'),
    })
    await change('SEASON', { from: 'none', until: 'none' })
    expect(await find('SEASON')).toMatchObject({ state: 'open', validFrom: null, validUntil: null })
  })

  it('keeps what a change does not name', async () => {
    await add('PARTS', { percent: '5', plans: '42,45', maxUses: '3', partners: 'yes' })
    const before = await find('PARTS')
    await change('PARTS', { maxUses: 'none', travelItems: '1' })
    expect(await find('PARTS')).toEqual({ ...before, maxUses: null, travelProducts: [1] })
  })

  it('can give free shipping alone', async () => {
    await add('POSTAGE', { freeShipping: 'yes' })
    expect((await typeCode('POSTAGE')).coupon).toMatchObject({ amount: 0, free_shipping: true })
  })

  it.each<[CouponInput, string]>([
    [{}, 'A percentage, amounts or free shipping is missing.'],
    [{ percent: '101' }, 'The percentage must be a number from 0 to 100'],
    [{ percent: '-5' }, 'The percentage must be'],
    [{ percent: '5', amounts: 'USD=5' }, 'give one'],
    [{ percent: '0' }, 'A coupon of 0 percent needs free shipping.'],
    [{ amounts: 'USD:5' }, 'Amounts must be like USD=10,EUR=9.50'],
    [{ amounts: 'CHF=5' }, 'The shop does not sell in CHF'],
    [{ amounts: 'USD=5,USD=6' }, 'A currency is given twice.'],
    [{ amounts: 'USD=0' }, 'The amount in USD must be above 0.'],
    [{ amounts: 'JPY=5.5' }, 'JPY has no decimals.'],
    [{ percent: '5', plans: '42,1000' }, 'The plans must be ids'],
    [{ percent: '5', travelItems: 'all' }, 'The travel items must be ids'],
    [{ percent: '5', until: '2027-02-30' }, 'The last day must be a date'],
    [{ percent: '5', from: '2027-03-02', until: '2027-03-01' }, 'must not be before'],
    [{ percent: '5', maxUses: '0' }, 'The uses must be a whole number above 0'],
    [{ percent: '5', partners: 'maybe' }, 'Partners must be yes or no.'],
  ])('is refused with a sentence: %j', async (input, message) => {
    await expect(add('REFUSED', input)).rejects.toThrow(message)
    expect(await find('REFUSED')).toBeUndefined()
  })

  it.each([undefined, '', 'A B', 'x', 'ÄÖÜ'])('cannot be called %j', async name => {
    await expect(addCoupon(shop.backend.db, name, { percent: '5' })).rejects.toThrow(
      'The name must',
    )
  })

  it('is found by its name in any case, and there is one of each', async () => {
    await expect(add('TAKE50', { percent: '5' })).rejects.toThrow(
      'There is a coupon take50 already',
    )
    await expect(change('NOWHERE', { percent: '5' })).rejects.toThrow('There is no coupon NOWHERE')
    await expect(change('take50', {})).rejects.toThrow('nothing to change')
  })
})
