import { desc, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { offeredOf } from '@/domain/catalog/plans'
import { isCountryCode } from '@/domain/data/countries'
import { defaultCurrency } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { emailWrong } from '@/domain/driver/email'
import { arrangedPlan } from '@/domain/links/partner-offer'
import { readCatalog } from '@/server/catalog/catalog'
import type { Db } from '@/server/db/open'
import { orders } from '@/server/db/tables/orders'
import { partners, partnerTokens, pickupPoints } from '@/server/db/tables/partners'
import { hashOf, newId, newToken } from '@/server/infra/tokens'

// What operators do by command; what is wrong with their words is thrown as a sentence for them.

const named = (what: string) =>
  z
    .string(`${what} is missing.`)
    .check(
      z.trim(),
      z.minLength(1, `${what} is missing.`),
      z.maxLength(120, `${what} is too long.`),
    )

/** Working days within which a permit can be collected. */
interface PickupDays {
  least: number
  most: number
}

const mostPickupDays = 60

/** Reads working days such as `3-5`, or `4`. */
export function pickupDaysIn(typed: string): PickupDays {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(typed.trim()) ?? []
  const [least, most] = [Number(first), Number(last)]
  if (least < 1 || most < least || most > mostPickupDays)
    throw new Error(`The pickup must be working days such as 3-5, at most ${mostPickupDays}.`)
  return { least, most }
}

/** Adds a partner, or renews whether its customers collect their permits: free, within some working days. */
export async function addPartner(
  db: Db,
  asked: { name: string | undefined; pickup?: PickupDays | undefined },
): Promise<string> {
  const name = valid(named('The name'), asked.name)
  const { pickup: days } = asked
  const pickup = days && {
    minDelivery: days.least,
    maxDelivery: days.most,
    prices: Object.fromEntries(currencies.map(({ code }) => [code, 0])),
  }
  await db
    .insert(partners)
    .values({ name, pickup, createdAt: new Date() })
    .onConflictDoUpdate({ target: partners.name, set: { pickup: pickup ?? null } })
  return name
}

/** Adds a point where a partner's customers collect their permits. */
export async function addPoint(
  db: Db,
  asked: Record<'partner' | 'name' | 'address' | 'country' | 'hours', string | undefined>,
): Promise<string> {
  const partner = await knownPartner(db, asked.partner)
  if (!partner.pickup)
    throw new Error(
      `${partner.name} has no pickup. Add it: npm run partner -- add --name … --pickup 3-5`,
    )
  const country = (asked.country ?? '').toLowerCase()
  if (!isCountryCode(country)) throw new Error('The country must be a code such as ID.')
  const id = newId()
  await db.insert(pickupPoints).values({
    id,
    partner: partner.name,
    name: valid(named('The point’s name'), asked.name),
    address: valid(named('The address'), asked.address?.replaceAll(' / ', '\n')),
    country,
    hours: asked.hours?.trim() || null,
  })
  return id
}

interface AskedToken {
  partner: string | undefined
  format: string | undefined
  years: string | undefined
  email: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  days: string | undefined
  isSandbox: boolean
}

/** Makes a token for one customer. What opens it is told now and never again: only its hash is kept. */
export async function addPartnerToken(
  db: Db,
  asked: AskedToken,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const { name: partner } = await knownPartner(db, asked.partner)
  const { format, email = '' } = asked
  if (format !== 'physical' && format !== 'digital')
    throw new Error('The type must be physical or digital.')
  if (email && emailWrong(email)) throw new Error('That is no email address.')
  const years = wholeNumber('The years', asked.years ?? '3', 10)
  await refuseUnsold(db, format, years)
  const token = newToken()
  const days = wholeNumber('The days', asked.days ?? '30', 365)
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  await db.insert(partnerTokens).values({
    id: newId(),
    tokenHash: hashOf(token),
    partner,
    productType: format,
    years,
    customerEmail: email.trim(),
    customerFirstName: asked.firstName?.trim() ?? '',
    customerLastName: asked.lastName?.trim() ?? '',
    isSandbox: asked.isSandbox,
    createdAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** A link for a plan that the shop does not sell would never lead to an order. */
async function refuseUnsold(db: Db, format: 'physical' | 'digital', years: number): Promise<void> {
  const all = (await readCatalog(db)).products(defaultCurrency)
  const sold = offeredOf(all, { campaigns: [], products: [] })
  if (arrangedPlan(sold, { years, product_type: format })) return
  const plans = sold.filter(plan => plan.show_at_checkout && plan.category === format)
  const known = plans.flatMap(plan => plan.years ?? []).sort((one, other) => one - other)
  throw new Error(
    `There is no ${format} plan of ${years} years. Those that are sold have ${known.join(', ')}.`,
  )
}

/** Every partner with its points, and what has become of its tokens, the newest first. */
export async function partnersAndTokens(db: Db) {
  const points = await db.select().from(pickupPoints).orderBy(pickupPoints.name)
  const tokens = await db.select().from(partnerTokens).orderBy(desc(partnerTokens.createdAt))
  const paid = await db
    .select({ id: orders.id, token: orders.partnerTokenId })
    .from(orders)
    .where(isNotNull(orders.paidAt))
  const rows = await db.select().from(partners).orderBy(partners.name)
  return rows.map(({ name, pickup }) => ({
    name,
    pickup,
    points: points.filter(({ partner }) => partner === name),
    tokens: tokens
      .filter(({ partner }) => partner === name)
      .map(token => ({
        ...token,
        orders: paid.filter(order => order.token === token.id).map(({ id }) => id),
      })),
  }))
}

async function knownPartner(db: Db, asked: string | undefined) {
  const name = valid(named('The partner'), asked)
  const [partner] = await db.select().from(partners).where(eq(partners.name, name))
  if (!partner)
    throw new Error(`There is no partner ${name}. Add it: npm run partner -- add --name …`)
  return partner
}

function wholeNumber(what: string, typed: string, most: number): number {
  const number = Number(typed)
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`${what} must be a whole number from 1 to ${most}.`)
  return number
}

function valid(schema: z.ZodMiniType<string>, value: unknown): string {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(result.error.issues[0]?.message)
  return result.data
}
