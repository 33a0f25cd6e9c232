import { eq } from 'drizzle-orm'
import { type CurrencyCode, currencyCodes, unitMultiplierOf } from '@/domain/data/currencies'
import { toMajor, toMinor } from '@/domain/pricing/money'
import type { Db, Tx } from '@/server/db/open'
import { products, travelItems } from '@/server/db/tables/catalog'
import { coupons } from '@/server/db/tables/coupons'

// Operators' commands. Invalid arguments throw an error whose message is shown to the operator.

/** The arguments of a coupon as typed; a missing one leaves that part as it is. */
export interface CouponInput {
  /** Percent, such as `15` or `12.5`. */
  percent?: string | undefined
  /** Major units per currency, such as `USD=10,EUR=9`: off the plan. */
  amounts?: string | undefined
  /** The same, off plan, urgent processing and travel items together. */
  cartAmounts?: string | undefined
  /** Ids such as `42,45`, or `all`. */
  plans?: string | undefined
  /** Ids such as `1,2`, or `none`. */
  travelItems?: string | undefined
  /** `yes` or `no`, as the next two. */
  freeShipping?: string | undefined
  newCustomers?: string | undefined
  partners?: string | undefined
  /** First and last day in UTC, such as `2027-03-01`, or `none`. */
  from?: string | undefined
  until?: string | undefined
  /** A number of orders, or `none`. */
  maxUses?: string | undefined
}

type CouponRow = typeof coupons.$inferSelect
type Terms = Omit<CouponRow, 'id' | 'name' | 'uses'>

/** A coupon as operators see it; amounts are in major units. */
export interface CouponListing extends Omit<CouponRow, 'id' | 'amount' | 'amounts'> {
  percent: number | null
  amounts: Record<string, number> | null
  state: 'open' | 'planned' | 'ended' | 'used_up'
}

/** Every coupon, by name. */
export async function listCoupons(db: Db, now: Date): Promise<CouponListing[]> {
  const rows = await db.select().from(coupons).orderBy(coupons.name)
  return rows.map(({ id: _, amount, amounts, ...row }) => ({
    ...row,
    percent: amount,
    amounts: amounts && toMajorAmounts(amounts),
    state: findState(row, now),
  }))
}

const toMajorAmounts = (amounts: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(amounts).map(([code, minor]) => [code, toMajor(minor, code as CurrencyCode)]),
  )

function findState(
  {
    validFrom,
    validUntil,
    maxUses,
    uses,
  }: Pick<CouponRow, 'validFrom' | 'validUntil' | 'maxUses' | 'uses'>,
  now: Date,
): CouponListing['state'] {
  if (validUntil && validUntil <= now) return 'ended'
  if (validFrom && validFrom > now) return 'planned'
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'open'
}

/** Adds a coupon and returns its name. Throws for invalid values and for a name that exists. */
export const addCoupon = (db: Db, nameInput: string | undefined, input: CouponInput) =>
  db.transaction(async tx => {
    const name = parseName(nameInput)
    const existing = await findCoupon(tx, name)
    if (existing) throw new Error(`There is a coupon ${existing.name} already. Change it instead.`)
    if (!input.percent && !input.amounts && !input.cartAmounts && input.freeShipping !== 'yes')
      throw new Error('A percentage, amounts or free shipping is missing.')
    await tx.insert(coupons).values({ name, ...(await buildTerms(tx, newTerms, input)) })
    return name
  })

const newTerms: Terms = {
  discountType: 'percentage',
  amount: 0,
  amounts: null,
  products: [],
  travelProducts: [],
  freeShipping: false,
  validFrom: null,
  validUntil: null,
  maxUses: null,
  newCustomersOnly: false,
  partnerOnly: false,
}

/** Changes the given parts of a coupon and returns its name. Throws for invalid values. */
export const changeCoupon = (db: Db, nameInput: string | undefined, input: CouponInput) =>
  db.transaction(async tx => {
    const { id, name, uses: _, ...terms } = await requireCoupon(tx, nameInput)
    if (Object.values(input).every(value => value === undefined))
      throw new Error('There is nothing to change: give the option that is to be different.')
    const changed = await buildTerms(tx, terms, input)
    await tx.update(coupons).set(changed).where(eq(coupons.id, id))
    return name
  })

/** Ends a coupon now and returns its name. Payments under way keep it. Throws if it has ended. */
export const endCoupon = (db: Db, nameInput: string | undefined, now: Date) =>
  db.transaction(async tx => {
    const row = await requireCoupon(tx, nameInput)
    if (row.validUntil && row.validUntil <= now) throw new Error(`${row.name} has ended already.`)
    await tx.update(coupons).set({ validUntil: now }).where(eq(coupons.id, row.id))
    return row.name
  })

/** Names are looked up in any case, so two may not differ in case alone. */
async function findCoupon(tx: Tx, name: string): Promise<CouponRow | undefined> {
  const rows = await tx.select().from(coupons)
  return rows.find(row => row.name.toLowerCase() === name.toLowerCase())
}

async function requireCoupon(tx: Tx, nameInput: string | undefined): Promise<CouponRow> {
  const name = parseName(nameInput)
  const row = await findCoupon(tx, name)
  if (!row) throw new Error(`There is no coupon ${name}. See npm run coupons -- list.`)
  return row
}

// Customers type the name, and links carry it.
const namePattern = /^[\w-]{3,64}$/

function parseName(text = ''): string {
  const name = text.trim()
  if (namePattern.test(name)) return name
  throw new Error('The name must be 3 to 64 letters, digits, - and _, without blanks.')
}

async function buildTerms(tx: Tx, current: Terms, input: CouponInput): Promise<Terms> {
  const { plans, travelItems: items, from, until, maxUses } = input
  const terms: Terms = {
    ...current,
    ...parseDiscount(input),
    ...(plans && { products: await parseIds(tx, 'plans', plans) }),
    ...(items && { travelProducts: await parseIds(tx, 'travel items', items) }),
    ...(from && { validFrom: parseDay('The first day', from, 0) }),
    ...(until && { validUntil: parseDay('The last day', until, 1) }),
    ...(maxUses && { maxUses: parseMaxUses(maxUses) }),
    freeShipping: parseFlag('Free shipping', input.freeShipping) ?? current.freeShipping,
    newCustomersOnly: parseFlag('New customers', input.newCustomers) ?? current.newCustomersOnly,
    partnerOnly: parseFlag('Partners', input.partners) ?? current.partnerOnly,
  }
  if (terms.validFrom && terms.validUntil && terms.validUntil <= terms.validFrom)
    throw new Error('The last day must not be before the first day.')
  if (terms.discountType === 'percentage' && terms.amount === 0 && !terms.freeShipping)
    throw new Error('A coupon of 0 percent needs free shipping.')
  return terms
}

/** The discount that is given; empty without one. */
function parseDiscount({ percent, amounts, cartAmounts }: CouponInput) {
  const given = [percent, amounts, cartAmounts].filter(value => value !== undefined)
  if (given.length > 1)
    throw new Error('A coupon has a percentage, amounts, or amounts for the cart: give one.')
  if (percent !== undefined)
    return { discountType: 'percentage' as const, amount: parsePercent(percent), amounts: null }
  if (amounts !== undefined)
    return { discountType: 'fixed' as const, amount: null, amounts: parseAmounts(amounts) }
  if (cartAmounts !== undefined)
    return { discountType: 'fixed_cart' as const, amount: null, amounts: parseAmounts(cartAmounts) }
  return {}
}

function parsePercent(text: string): number {
  const percent = Number(text)
  if (!/^\d{1,3}(?:\.\d{1,3})?$/.test(text) || percent > 100)
    throw new Error('The percentage must be a number from 0 to 100, such as 15 or 12.5.')
  return percent
}

function parseAmounts(text: string): Record<string, number> {
  const pairs = text.split(',').map(pair => parseAmount(pair.trim()))
  const amounts = Object.fromEntries(pairs)
  if (Object.keys(amounts).length < pairs.length) throw new Error('A currency is given twice.')
  return amounts
}

function parseAmount(pair: string): [CurrencyCode, number] {
  const [, code = '', amount = ''] = /^([A-Z]{3})=(\d{1,7}(?:\.\d{1,2})?)$/.exec(pair) ?? []
  if (!code) throw new Error(`Amounts must be like USD=10,EUR=9.50, not ${pair}.`)
  const currency = currencyCodes.find(known => known === code)
  if (!currency) throw new Error(`The shop does not sell in ${code}: ${currencyCodes.join(', ')}.`)
  if (Number(amount) <= 0) throw new Error(`The amount in ${code} must be above 0.`)
  if (unitMultiplierOf(currency) === 1 && amount.includes('.'))
    throw new Error(`${code} has no decimals.`)
  return [currency, toMinor(Number(amount), currency)]
}

/** Ids of plans or travel items; a coupon's empty list means all plans, and no travel item. */
async function parseIds(tx: Tx, kind: 'plans' | 'travel items', text: string): Promise<number[]> {
  if (text === (kind === 'plans' ? 'all' : 'none')) return []
  const table = kind === 'plans' ? products : travelItems
  const known = (await tx.select({ id: table.id }).from(table).orderBy(table.id)).map(
    ({ id }) => id,
  )
  const ids = text.split(',').map(Number)
  if (ids.every(id => known.includes(id))) return [...new Set(ids)]
  throw new Error(
    `The ${kind} must be ids such as ${known.slice(0, 2).join(',')}: ${known.join(', ')}.`,
  )
}

/** The start of a day in UTC, so many days later; null for `none`. */
function parseDay(label: string, text: string, daysLater: number): Date | null {
  if (text === 'none') return null
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? new Date(`${text}T00:00:00Z`)
    : new Date(Number.NaN)
  // Date accepts 2027-02-30 as a day in March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new Error(`${label} must be a date such as 2027-03-01, or none.`)
  day.setUTCDate(day.getUTCDate() + daysLater)
  return day
}

function parseMaxUses(text: string): number | null {
  if (text === 'none') return null
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error('The uses must be a whole number above 0, or none.')
  return Number(text)
}

function parseFlag(label: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== 'yes' && text !== 'no') throw new Error(`${label} must be yes or no.`)
  return text === 'yes'
}
