import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { openAttemptStates, unmatchedReason } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { attempts, orders, refunds } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { photoFiles } from '@/server/db/tables/photos'

/** A gauge's value with its labels. */
export interface Figure {
  labels: Record<string, string>
  value: number
}

/** The gauges of the shop's rows: what each means, its labels, and how it is read. */
interface FigureDefinition {
  help: string
  labelNames: string[]
  read: (backend: Backend) => Promise<Figure[]>
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Each is one query that an index bounds to the rows it counts. */
export const shopFigures: Record<string, FigureDefinition> = {
  checkout_outbox_messages: {
    help: 'Messages by kind. open: not sent yet; retrying: open after a failure; overdue: open, and due for a minute.',
    labelNames: ['kind', 'state'],
    read: readOpenMessages,
  },
  checkout_outbox_given_up: {
    help: 'Messages that were given up, by kind.',
    labelNames: ['kind'],
    read: ({ db }) =>
      db
        .select({ kind: outbox.kind, value: count })
        .from(outbox)
        .where(eq(outbox.closed, 'given_up'))
        .groupBy(outbox.kind)
        .then(rows => rows.map(({ kind, value }) => ({ labels: { kind }, value }))),
  },
  checkout_open_attempts: {
    help: 'Payments without a result, by state and age.',
    labelNames: ['state', 'age'],
    read: readOpenAttempts,
  },
  checkout_unmatched_payments: {
    help: 'Payments that no order expects and that are not refunded yet.',
    labelNames: [],
    read: backend =>
      countRows(
        backend,
        attempts,
        and(eq(attempts.state, 'captured'), eq(attempts.reason, unmatchedReason)),
      ),
  },
  checkout_refunds: {
    help: 'Refunds by operators. requested: not confirmed yet; unknown: given up, a person has to look.',
    labelNames: ['state'],
    read: ({ db }) =>
      db
        .select({ state: refunds.state, value: count })
        .from(refunds)
        .where(inArray(refunds.state, ['requested', 'unknown']))
        .groupBy(refunds.state)
        .then(rows => fillStates(['requested', 'unknown'], rows)),
  },
  checkout_open_disputes: {
    help: 'Orders with an open dispute.',
    labelNames: [],
    read: backend => countRows(backend, orders, eq(orders.dispute, 'open')),
  },
  checkout_orders_to_fulfil: {
    help: 'Paid orders that are not fulfilled, by the time since the payment.',
    labelNames: ['age'],
    read: readOrdersToFulfil,
  },
  checkout_photo_files_due: {
    help: 'Photo files that are to be removed.',
    labelNames: [],
    read: backend => countRows(backend, photoFiles, lte(photoFiles.removeAfter, backend.now())),
  },
}

const count = sql<number>`count(*)::int`

/** The counts of these states, 0 for one without rows: an alarm needs a value. */
const fillStates = (states: string[], rows: { state: string; value: number }[]): Figure[] =>
  states.map(state => ({
    labels: { state },
    value: rows.find(row => row.state === state)?.value ?? 0,
  }))

async function countRows(
  { db }: Backend,
  table: PgTable,
  condition: SQL | undefined,
): Promise<Figure[]> {
  const [row] = await db.select({ value: count }).from(table).where(condition)
  return [{ labels: {}, value: row?.value ?? 0 }]
}

async function readOpenMessages({ db, now }: Backend): Promise<Figure[]> {
  const overdueBefore = new Date(now().getTime() - minuteMs)
  const rows = await db
    .select({
      kind: outbox.kind,
      open: count,
      retrying: sql<number>`(count(*) filter (where ${outbox.reason} is not null))::int`,
      overdue: sql<number>`(count(*) filter (where ${lte(outbox.dueAt, overdueBefore)}))::int`,
    })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.closed)))
    .groupBy(outbox.kind)
  return rows.flatMap(({ kind, ...states }) =>
    Object.entries(states).map(([state, value]) => ({ labels: { kind, state }, value })),
  )
}

/** Ages by their upper limit in milliseconds, from the shortest. */
type Ages = Record<string, number>

const attemptAges: Ages = { under_5m: 5 * minuteMs, under_1h: hourMs }
const orderAges: Ages = { under_1d: dayMs, under_3d: 3 * dayMs, under_7d: 7 * dayMs }

/** The SQL of a row's age: the first limit that it is under, or `older`. */
function ageOf(date: PgColumn, ages: Ages, now: Date): SQL<string> {
  const cases = Object.entries(ages).map(([age, limitMs]) => {
    const since = new Date(now.getTime() - limitMs).toISOString()
    return sql`when ${date} > ${since}::timestamptz then ${sql.raw(`'${age}'`)}`
  })
  return sql<string>`case ${sql.join(cases, sql` `)} else 'older' end`
}

async function readOpenAttempts({ db, now }: Backend): Promise<Figure[]> {
  const rows = await db
    .select({
      state: attempts.state,
      age: ageOf(attempts.createdAt, attemptAges, now()),
      value: count,
    })
    .from(attempts)
    .where(or(...openAttemptStates.map(state => eq(attempts.state, state))))
    .groupBy(sql`1`, sql`2`)
  return rows.map(({ value, ...labels }) => ({ labels, value }))
}

async function readOrdersToFulfil({ db, now }: Backend): Promise<Figure[]> {
  const rows = await db
    .select({ age: ageOf(orders.paidAt, orderAges, now()), value: count })
    .from(orders)
    .where(eq(orders.status, 'paid'))
    .groupBy(sql`1`)
  return [...Object.keys(orderAges), 'older'].map(age => ({
    labels: { age },
    value: rows.find(row => row.age === age)?.value ?? 0,
  }))
}
