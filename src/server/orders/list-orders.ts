import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Infer } from '@/contract/api-call'
import type { listOrders } from '@/contract/operator'
import type { OrderSummary } from '@/contract/order-details'
import type { OrderStatus } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { type OrderRow, orders } from '@/server/db/tables/orders'
import { ApiError } from '@/server/infra/api-error'
import { type SummaryAnswers, toOrderSummary } from '@/server/outbox/order-details'

export interface OrderFilter {
  status?: OrderStatus | undefined
  /** Orders that were begun then or later. */
  since?: Date | undefined
  limit: number
  /** The `next` of the page before. */
  cursor?: string | undefined
}

const defaultLimit = 50

/** The orders of an operator's call. */
export const listOrdersByCall = (
  backend: Pick<Backend, 'db'>,
  { query }: { query: Infer<typeof listOrders.query> },
): Promise<Infer<typeof listOrders.response>> =>
  findOrders(backend, {
    status: query.status,
    since: query.since === undefined ? undefined : new Date(query.since),
    limit: Number(query.limit ?? defaultLimit),
    cursor: query.cursor,
  })

/**
 * A page of the orders, the newest first, and the cursor of the next page, null after the last one.
 * Throws `unprocessable` for an unknown cursor.
 */
export async function findOrders(
  { db }: Pick<Backend, 'db'>,
  { status, since, limit, cursor }: OrderFilter,
): Promise<{ orders: OrderSummary[]; next: string | null }> {
  const rows = await db
    .select({ order: orders, state: summaryAnswers })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
    .where(
      and(
        status && eq(orders.status, status),
        since && gte(orders.createdAt, since),
        cursor === undefined ? undefined : isAfter(cursor),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    orders: page.map(({ order, state }) => toOrderSummary(order, state)),
    next: rows.length > limit && last ? toCursor(last.order) : null,
  }
}

/** Without the other answers: a state has a hundred, and a page has a hundred states. */
const summaryAnswers = sql<SummaryAnswers>`jsonb_build_object(
  'category', ${checkouts.state} -> 'category',
  'partner', ${checkouts.state} -> 'partner',
  'shipping', jsonb_build_object('country', ${checkouts.state} #> '{shipping,country}'),
  'approval_documents', jsonb_build_object('images', ${checkouts.state} #> '{approval_documents,images}')
)`

/** The position of an order in the list: time and number. */
const toCursor = ({ createdAt, id }: OrderRow): string => `${createdAt.toISOString()}~${id}`

function isAfter(cursor: string): SQL | undefined {
  const [time = '', id = ''] = cursor.split('~')
  const date = new Date(time)
  if (!id || Number.isNaN(date.getTime()))
    throw new ApiError('unprocessable', { issues: [{ field: 'cursor', message: 'value.type' }] })
  return or(lt(orders.createdAt, date), and(eq(orders.createdAt, date), lt(orders.id, id)))
}
