import { and, asc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import { hasParcel, type PlanCategory } from '@/domain/catalog/plans'
import { type CurrencyCode, unitMultiplierOf } from '@/domain/data/currencies'
import type { OrderStatus } from '@/domain/payments/payment-states'
import { type Minor, toMajor } from '@/domain/pricing/money'
import type { Db } from '@/server/db/open'
import { products } from '@/server/db/tables/catalog'
import { checkouts } from '@/server/db/tables/checkouts'
import { attempts, isPayingAttempt, orders } from '@/server/db/tables/orders'

export interface ExportFilter {
  status?: OrderStatus | undefined
  /** Orders that were begun then or later. */
  since?: Date | undefined
  /** Orders that were begun before. */
  before?: Date | undefined
}

/**
 * The orders for the books as CSV (RFC 4180, UTF-8), the oldest first: the line of the names, then
 * pages of lines, so that memory holds one page. Amounts are decimals of major units. No line names a
 * customer. Cells that a spreadsheet would read as formulas begin with an apostrophe.
 */
export async function* exportOrders(
  db: Db,
  filter: ExportFilter,
  pageSize = 1_000,
): AsyncGenerator<string[]> {
  let last: OrderRecord['order'] | undefined
  for (;;) {
    const page = await readPage(db, filter, last, pageSize)
    // After the first read: without a database nothing is written.
    if (!last) yield [toCsvLine(Object.keys(columns))]
    if (page.length > 0)
      yield page.map(row => toCsvLine(Object.values(columns).map(toCell => toCell(row))))
    last = page.at(-1)?.order
    if (!last || page.length < pageSize) return
  }
}

type OrderRecord = Awaited<ReturnType<typeof readPage>>[number]

/** A page of orders after the last one of the page before; of a checkout's answers only these. */
const readPage = (
  db: Db,
  { status, since, before }: ExportFilter,
  last: Pick<typeof orders.$inferSelect, 'id' | 'createdAt'> | undefined,
  pageSize: number,
) =>
  db
    .select({
      order: orders,
      plan: products.name,
      provider: attempts.provider,
      reference: attempts.providerRef,
      category: sql<PlanCategory>`${checkouts.state} ->> 'category'`,
      parcelCountry: sql<string>`${checkouts.state} -> 'shipping' ->> 'country'`,
      homeCountry: sql<string>`${checkouts.state} -> 'customer' ->> 'country_of_residence'`,
      partner: sql<string | null>`${checkouts.state} ->> 'partner'`,
    })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .leftJoin(products, sql`${products.id} = (${orders.charged} ->> 'planId')::int`)
    .leftJoin(attempts, and(eq(attempts.orderId, orders.id), isPayingAttempt))
    .where(
      and(
        status && eq(orders.status, status),
        since && gte(orders.createdAt, since),
        before && lt(orders.createdAt, before),
        last &&
          or(
            gt(orders.createdAt, last.createdAt),
            and(eq(orders.createdAt, last.createdAt), gt(orders.id, last.id)),
          ),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(pageSize)

/** The columns by name, in their order. */
const columns: Record<string, (row: OrderRecord) => string> = {
  number: ({ order }) => order.id,
  kind: ({ order }) => order.kind,
  status: ({ order }) => order.status,
  begun: ({ order }) => formatTime(order.createdAt),
  paid: ({ order }) => formatTime(order.paidAt),
  fulfilled: ({ order }) => formatTime(order.fulfilledAt),
  plan_id: ({ order }) => `${order.charged?.planId ?? ''}`,
  plan_name: ({ plan }) => plan ?? '',
  currency: ({ order }) => order.currency,
  plan: row => formatPart(row, 'plan'),
  urgent: row => formatPart(row, 'urgent'),
  shipping: row => formatPart(row, 'shipping'),
  travel: row => formatPart(row, 'travel'),
  discount: row => formatPart(row, 'discount'),
  tax: row => formatPart(row, 'tax'),
  total: ({ order }) => formatMoney(order.total, order.currency),
  refunded: ({ order }) => formatMoney(order.refunded, order.currency),
  dispute: ({ order }) => order.dispute ?? '',
  country: ({ category, parcelCountry, homeCountry }) =>
    (hasParcel(category) ? parcelCountry : homeCountry).toUpperCase(),
  coupon: ({ order }) => order.charged?.coupon ?? '',
  partner: ({ order, partner }) => order.charged?.partner ?? partner ?? '',
  provider: ({ provider }) => provider ?? '',
  payment: ({ reference }) => reference ?? '',
}

type PricePart = 'plan' | 'urgent' | 'shipping' | 'travel' | 'discount' | 'tax'

/** A line of the price as charged; empty for an order that was not paid. */
const formatPart = ({ order }: OrderRecord, part: PricePart): string =>
  order.charged ? formatMoney(order.charged[part], order.currency) : ''

/** `49.50`, or `4400` in a currency without cents. */
function formatMoney(amount: Minor, code: string): string {
  const currency = code as CurrencyCode
  return toMajor(amount, currency).toFixed(Math.log10(unitMultiplierOf(currency)))
}

const formatTime = (time: Date | null): string => time?.toISOString() ?? ''

/** A line of cells with its line break. */
export const toCsvLine = (cells: string[]): string => `${cells.map(toCsvCell).join(',')}\r\n`

function toCsvCell(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}
