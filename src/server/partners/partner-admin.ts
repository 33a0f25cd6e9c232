import { desc, eq, isNotNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listOfferedProducts } from '@/domain/catalog/plans'
import { isCountryCode } from '@/domain/data/countries'
import { defaultCurrency } from '@/domain/data/currencies'
import { currencies } from '@/domain/data/currency-names'
import { validateEmail } from '@/domain/driver/email'
import { findArrangedPlan } from '@/domain/links/partner-offer'
import { readCatalog } from '@/server/catalog/catalog'
import type { Db } from '@/server/db/open'
import { orders } from '@/server/db/tables/orders'
import { partners, partnerTokens, pickupPoints } from '@/server/db/tables/partners'
import { generateId, generateToken, hashOf } from '@/server/infra/tokens'

// Operators' commands. Invalid arguments throw an error whose message is shown to the operator.

const buildNameSchema = (label: string) =>
  z
    .string(`${label} is missing.`)
    .check(
      z.trim(),
      z.minLength(1, `${label} is missing.`),
      z.maxLength(120, `${label} is too long.`),
    )

/** Working days until a permit can be collected. */
interface PickupDays {
  min: number
  max: number
}

const maxPickupDays = 60

/** Parses working days such as `3-5` or `4`. Throws unless 1 <= min <= max <= 60. */
export function parsePickupDays(text: string): PickupDays {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(text.trim()) ?? []
  const [min, max] = [Number(first), Number(last)]
  if (min < 1 || max < min || max > maxPickupDays)
    throw new Error(`The pickup must be working days such as 3-5, at most ${maxPickupDays}.`)
  return { min, max }
}

/**
 * Adds a partner or updates its pickup terms: free, within the given working days. Returns the
 * name. Throws for an invalid name.
 */
export async function addPartner(
  db: Db,
  input: { name: string | undefined; pickup?: PickupDays | undefined },
): Promise<string> {
  const name = validateText(buildNameSchema('The name'), input.name)
  const { pickup: days } = input
  const pickup = days && {
    minDelivery: days.min,
    maxDelivery: days.max,
    prices: Object.fromEntries(currencies.map(({ code }) => [code, 0])),
  }
  await db
    .insert(partners)
    .values({ name, pickup, createdAt: new Date() })
    .onConflictDoUpdate({ target: partners.name, set: { pickup: pickup ?? null } })
  return name
}

/**
 * Adds a pickup point of a partner and returns its id. Throws for an unknown partner, one without
 * pickup, and invalid values.
 */
export async function addPickupPoint(
  db: Db,
  input: Record<'partner' | 'name' | 'address' | 'country' | 'hours', string | undefined>,
): Promise<string> {
  const partner = await findPartner(db, input.partner)
  if (!partner.pickup)
    throw new Error(
      `${partner.name} has no pickup. Add it: npm run partner -- add --name … --pickup 3-5`,
    )
  const country = (input.country ?? '').toLowerCase()
  if (!isCountryCode(country)) throw new Error('The country must be a code such as ID.')
  const id = generateId()
  await db.insert(pickupPoints).values({
    id,
    partner: partner.name,
    name: validateText(buildNameSchema('The point’s name'), input.name),
    address: validateText(buildNameSchema('The address'), input.address?.replaceAll(' / ', '\n')),
    country,
    hours: input.hours?.trim() || null,
  })
  return id
}

interface NewPartnerToken {
  partner: string | undefined
  format: string | undefined
  years: string | undefined
  email: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  days: string | undefined
  isSandbox: boolean
}

/**
 * Creates a token for one customer. Only its hash is stored, so the token is returned once. Throws
 * for invalid values and for a plan that is not on sale.
 */
export async function issuePartnerToken(
  db: Db,
  input: NewPartnerToken,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const { name: partner } = await findPartner(db, input.partner)
  const { format, email = '' } = input
  if (format !== 'physical' && format !== 'digital')
    throw new Error('The type must be physical or digital.')
  if (email && validateEmail(email)) throw new Error('That is no email address.')
  const years = parseWholeNumber('The years', input.years ?? '3', 10)
  await assertPlanSold(db, format, years)
  const token = generateToken()
  const days = parseWholeNumber('The days', input.days ?? '30', 365)
  const expiresAt = new Date(now.getTime() + days * 86_400_000)
  await db.insert(partnerTokens).values({
    id: generateId(),
    tokenHash: hashOf(token),
    partner,
    productType: format,
    years,
    customerEmail: email.trim(),
    customerFirstName: input.firstName?.trim() ?? '',
    customerLastName: input.lastName?.trim() ?? '',
    isSandbox: input.isSandbox,
    createdAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** Throws for a plan that is not on sale: the link could never lead to an order. */
async function assertPlanSold(
  db: Db,
  format: 'physical' | 'digital',
  years: number,
): Promise<void> {
  const products = (await readCatalog(db)).products(defaultCurrency)
  const soldProducts = listOfferedProducts(products, { campaigns: [], products: [] })
  if (findArrangedPlan(soldProducts, { years, product_type: format })) return
  const plans = soldProducts.filter(plan => plan.show_at_checkout && plan.category === format)
  const knownYears = plans.flatMap(plan => plan.years ?? []).sort((left, right) => left - right)
  throw new Error(
    `There is no ${format} plan of ${years} years. Those that are sold have ${knownYears.join(', ')}.`,
  )
}

/**
 * Every partner with its points and its tokens, newest first, with the ids of their paid orders.
 */
export async function listPartnersWithTokens(db: Db) {
  const points = await db.select().from(pickupPoints).orderBy(pickupPoints.name)
  const tokens = await db.select().from(partnerTokens).orderBy(desc(partnerTokens.createdAt))
  const paidOrders = await db
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
        orders: paidOrders.filter(order => order.token === token.id).map(({ id }) => id),
      })),
  }))
}

async function findPartner(db: Db, partnerName: string | undefined) {
  const name = validateText(buildNameSchema('The partner'), partnerName)
  const [partner] = await db.select().from(partners).where(eq(partners.name, name))
  if (!partner)
    throw new Error(`There is no partner ${name}. Add it: npm run partner -- add --name …`)
  return partner
}

function parseWholeNumber(label: string, text: string, max: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw new Error(`${label} must be a whole number from 1 to ${max}.`)
  return number
}

function validateText(schema: z.ZodMiniType<string>, value: unknown): string {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(result.error.issues[0]?.message)
  return result.data
}
