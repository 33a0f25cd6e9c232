import type { Args } from '@/commands/command'
import { type Action, openDatabase, runActions } from '@/commands/run-actions'
import {
  addCoupon,
  type CouponInput,
  type CouponListing,
  changeCoupon,
  endCoupon,
  listCoupons,
} from '@/server/catalog/coupon-admin'

const options = {
  name: { type: 'string', value: 'CODE', description: 'add, change, end: what customers type' },
  percent: { type: 'string', value: 'PERCENT', description: 'off the plan, such as 15' },
  amounts: { type: 'string', value: 'LIST', description: 'off the plan, such as USD=10,EUR=9' },
  'cart-amounts': {
    type: 'string',
    value: 'LIST',
    description: 'off plan, urgent processing and travel items together',
  },
  plans: {
    type: 'string',
    value: 'IDS',
    description: 'the plans it is for, such as 42,45; or all',
  },
  'travel-items': {
    type: 'string',
    value: 'IDS',
    description: 'the travel items it reduces, such as 1,2; or none',
  },
  'free-shipping': { type: 'string', value: 'yes|no', description: 'whether delivery is free' },
  'new-customers': { type: 'string', value: 'yes|no', description: 'only for a first order' },
  partners: { type: 'string', value: 'yes|no', description: 'only for orders of partners' },
  from: {
    type: 'string',
    value: 'DAY',
    description: 'the first day in UTC, such as 2027-03-01; or none',
  },
  until: { type: 'string', value: 'DAY', description: 'the last day in UTC; or none' },
  'max-uses': { type: 'string', value: 'NUMBER', description: 'for so many orders; or none' },
} as const

type Values = Args<typeof options>['values']

const actions: Record<string, Action<typeof options>> = {
  list: {
    usage: '',
    run: async ({ db }) => {
      const coupons = await listCoupons(db, new Date())
      return {
        text: coupons.map(formatCoupon).join('') || 'There are no coupons.\n',
        json: { coupons },
      }
    },
  },
  add: {
    takesAll: true,
    usage: '--name AUTUMN15 --percent 15 [--until 2027-11-30] [--max-uses 100] …',
    run: async ({ db }, values) => {
      const coupon = await addCoupon(db, values.name, toInput(values))
      return { text: `${coupon} can be used within 10 seconds.\n`, json: { coupon } }
    },
  },
  change: {
    takesAll: true,
    usage: '--name AUTUMN15 --percent 10 …',
    run: async ({ db }, values) => {
      const coupon = await changeCoupon(db, values.name, toInput(values))
      return { text: `${coupon} is changed within 10 seconds.\n`, json: { coupon } }
    },
  },
  end: {
    usage: '--name AUTUMN15',
    run: async ({ db }, { name }) => {
      const coupon = await endCoupon(db, name, new Date())
      return { text: `${coupon} ends within 10 seconds.\n`, json: { coupon } }
    },
  },
}

await runActions({
  name: 'coupons',
  purpose: 'Lists, adds, changes and ends the coupons of the configured database.',
  options,
  actions,
  open: openDatabase,
})

function toInput({ name: _, json: __, help: ___, ...values }: Values): CouponInput {
  const {
    'cart-amounts': cartAmounts,
    'travel-items': travelItems,
    'free-shipping': freeShipping,
    'new-customers': newCustomers,
    'max-uses': maxUses,
    ...others
  } = values
  return { ...others, cartAmounts, travelItems, freeShipping, newCustomers, maxUses }
}

function formatCoupon(coupon: CouponListing): string {
  const { name, state, uses, maxUses, products, travelProducts, validFrom, validUntil } = coupon
  const parts = [
    name,
    state.replace('_', ' '),
    ...formatDiscount(coupon),
    ...(products.length > 0 ? [`plans ${products.join(', ')}`] : []),
    ...(travelProducts.length > 0 ? [`travel items ${travelProducts.join(', ')}`] : []),
    ...(coupon.freeShipping ? ['free shipping'] : []),
    ...(coupon.newCustomersOnly ? ['new customers only'] : []),
    ...(coupon.partnerOnly ? ['partners only'] : []),
    ...(validFrom ? [`from ${validFrom.toISOString()}`] : []),
    ...(validUntil ? [`until ${validUntil.toISOString()}`] : []),
    // Uses are counted for limited coupons only.
    ...(maxUses === null ? [] : [`${uses} of ${maxUses} uses`]),
  ]
  return `${parts.join('  ')}\n`
}

function formatDiscount({ discountType, percent, amounts }: CouponListing): string[] {
  if (discountType === 'percentage') return percent ? [`${percent} %`] : []
  const list = Object.entries(amounts ?? {}).map(([code, amount]) => `${code} ${amount}`)
  return [`${list.join(', ')}${discountType === 'fixed_cart' ? ' off the cart' : ''}`]
}
