import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { toMailbox } from '@/domain/driver/email'
import { liveRenewalStates } from '@/domain/payments/auto-renewal'
import { openAttemptStates } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { emailHashOf } from '@/server/checkout/returning-buyers'
import { mailFolder } from '@/server/config/variables'
import type { Db, Tx } from '@/server/db/open'
import { checkouts } from '@/server/db/tables/checkouts'
import { trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { partnerTokens } from '@/server/db/tables/partners'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import { ApiError } from '@/server/infra/api-error'
import { eraseCheckout } from '@/server/orders/erase-checkout'
import { stopRenewal } from '@/server/payments/subscription'
import { findRenewalByCheckout } from '@/server/payments/subscription-repository'
import { removeUnclaimed } from '@/server/photos/storage'

/** One order with its checkout, or everything of a person: a mailbox, however it is written. */
export type EraseTarget = { order: string } | { email: string }

/** What was erased. */
export interface Erasure {
  checkouts: number
  /** Numbers of orders that stay in the books. */
  orders: string[]
  photoFiles: number
  mailFiles: number
}

/** An order that still needs its customer's data. */
export class EraseRefusal extends Error {
  override readonly name = 'EraseRefusal'
}

/**
 * Erases personal data on a customer's request, at once: answers, photos with their files, mail
 * files, and the customers' records at Stripe; the books stay. Throws `not_found` when there is
 * nothing of the target, and an `EraseRefusal`, without having erased anything, while a payment is
 * open, an order is paid and neither fulfilled nor refunded, or an auto-renewal runs. With `isForced`
 * it erases nevertheless, except a payment whose charge is not known yet; a renewal is then stopped, and
 * an open payment is refunded when its money arrives. Interrupted, it can be repeated.
 */
export async function eraseOrder(
  backend: Backend,
  target: EraseTarget,
  isForced = false,
): Promise<Erasure> {
  const ids = await findCheckouts(backend.db, target)
  for (const id of ids) await assertErasable(backend.db, id, isForced)
  const numbers = await listNumbers(backend.db, ids)
  const files: string[] = []
  for (const id of ids) files.push(...(await eraseOne(backend, id, isForced)))
  await removeUnclaimed(backend, files)
  const email = 'email' in target ? target.email : undefined
  const traceCount = email === undefined ? 0 : await eraseTraces(backend, email)
  const mailFiles = await eraseMailFiles(backend, numbers, email)
  if (ids.length + traceCount + mailFiles === 0) throw new ApiError('not_found')
  const erasure = { checkouts: ids.length, orders: numbers, photoFiles: files.length, mailFiles }
  backend.log.info({ event: 'order.erased', ...erasure }, 'a customer was erased on request')
  return erasure
}

async function listNumbers(db: Db, checkoutIds: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.checkoutId, checkoutIds))
    .orderBy(orders.id)
  return rows.map(({ id }) => id)
}

/**
 * The ids of a target's checkouts. An address is compared as a mailbox, with what the checkouts have
 * now and with the hashes that their orders were placed with.
 */
async function findCheckouts(db: Db, target: EraseTarget): Promise<string[]> {
  if ('order' in target) {
    const [order] = await db
      .select({ id: orders.checkoutId })
      .from(orders)
      .where(eq(orders.id, target.order))
    return order ? [order.id] : []
  }
  const email = sql<string>`${checkouts.state} -> 'customer' ->> 'email'`
  const rows = await db
    .select({ id: checkouts.id, email })
    .from(checkouts)
    .where(and(isNull(checkouts.erasedAt), hasDomainOf(email, target.email)))
  const placed = await db
    .select({ id: orders.checkoutId })
    .from(orders)
    .where(eq(orders.emailHash, emailHashOf(target.email) ?? ''))
  return [...new Set([...ofMailbox(rows, target.email), ...placed].map(({ id }) => id))]
}

/** Leaves few rows to compare as mailboxes. */
function hasDomainOf(column: SQL | PgColumn, email: string): SQL {
  const ending = `@${toMailbox(email).split('@').at(-1)}`
  return sql`right(lower(trim(${column})), ${ending.length}::int) = ${ending}`
}

const ofMailbox = <T extends { email: string }>(rows: T[], email: string): T[] =>
  rows.filter(row => toMailbox(row.email) === toMailbox(email))

/** Throws an `EraseRefusal` for a checkout that still needs its data. */
async function assertErasable(db: Db | Tx, id: string, isForced: boolean): Promise<void> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  const openAttempts = await db
    .select({ provider: attempts.provider, ref: attempts.providerRef })
    .from(attempts)
    .where(and(eq(attempts.checkoutId, id), inArray(attempts.state, openAttemptStates)))
  // Without the customer's record at the provider its charge could not be found.
  if (openAttempts.some(({ provider, ref }) => provider === 'stripe' && !ref))
    throw new EraseRefusal('The provider has not answered about a payment. Try again in minutes.')
  if (isForced) return
  const renewal = await findRenewalByCheckout(db, id)
  const waiting = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.checkoutId, id), inArray(orders.status, ['paid', 'disputed'])))
  if (checkout?.activeAttemptId || openAttempts.length > 0)
    throw new EraseRefusal('A payment is open. Wait until it has ended, or use --force.')
  if (waiting[0])
    throw new EraseRefusal(
      `Order ${waiting[0].id} is paid, and neither fulfilled nor refunded. Use --force to erase it.`,
    )
  if (renewal && liveRenewalStates.includes(renewal.state))
    throw new EraseRefusal('An auto-renewal runs. Use --force to stop it and to erase the order.')
}

/** Erases one checkout and returns the names of its photo files. */
async function eraseOne(backend: Backend, id: string, isForced: boolean): Promise<string[]> {
  const { db, stripe } = backend
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id))
  const renewal = await findRenewalByCheckout(db, id)
  if (renewal && liveRenewalStates.includes(renewal.state)) await stopRenewal(backend, renewal)
  // Before our own record of their ids is gone. They are deleted outside of the transaction.
  const customers = new Set([row?.stripeCustomer, renewal?.stripeCustomer])
  for (const customer of customers) if (customer) await stripe.deleteCustomer(customer)
  return db.transaction(async tx => {
    const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
    if (!checkout) return []
    await assertErasable(tx, id, isForced)
    await erasePartnerCustomers(backend, tx, eq(partnerTokens.checkoutId, id))
    const files = checkout.erasedAt ? [] : await eraseCheckout(backend, tx, checkout)
    await tx
      .update(orders)
      .set({ emailHash: null, updatedAt: sql`${orders.updatedAt}` })
      .where(eq(orders.checkoutId, id))
    return files
  })
}

/** Ends partner tokens and erases whom they were made for; returns their number. */
async function erasePartnerCustomers(
  { now }: Backend,
  tx: Tx | Db,
  condition: SQL,
): Promise<number> {
  const erased = await tx
    .update(partnerTokens)
    .set({
      customerEmail: '',
      customerFirstName: '',
      customerLastName: '',
      expiresAt: sql`least(${partnerTokens.expiresAt}, ${now().toISOString()})`,
    })
    .where(and(condition, ne(partnerTokens.customerEmail, '')))
    .returning({ id: partnerTokens.id })
  return erased.length
}

/**
 * Erases what is stored under a mailbox without a checkout, and returns the number of rows. The hash
 * of an address that stopped reminders stays, so that none follows.
 */
async function eraseTraces(backend: Backend, email: string): Promise<number> {
  const { db } = backend
  const emailHash = emailHashOf(email) ?? ''
  const events = await db
    .delete(trackedEvents)
    .where(eq(trackedEvents.emailHash, emailHash))
    .returning({ id: trackedEvents.id })
  const reminders = await db
    .delete(recoveryAddresses)
    .where(and(eq(recoveryAddresses.emailHash, emailHash), isNull(recoveryAddresses.stoppedAt)))
    .returning({ checkoutId: recoveryAddresses.checkoutId })
  const tokens = await db
    .select({ id: partnerTokens.id, email: partnerTokens.customerEmail })
    .from(partnerTokens)
    .where(hasDomainOf(partnerTokens.customerEmail, email))
  const ids = ofMailbox(tokens, email).map(({ id }) => id)
  const tokenCount = await erasePartnerCustomers(backend, db, inArray(partnerTokens.id, ids))
  return events.length + reminders.length + tokenCount
}

/** Deletes this machine's mail files of the orders, and those to the address. Returns their number. */
async function eraseMailFiles(
  { env }: Backend,
  numbers: string[],
  email: string | undefined,
): Promise<number> {
  const folder = join(env.dataDir, mailFolder)
  const names = await readdir(folder).catch(() => [])
  let erasedCount = 0
  for (const name of names.filter(file => /\.eml(?:\.part)?$/.test(file))) {
    const isOfOrder = numbers.some(number => name.startsWith(`${number}.`))
    if (!isOfOrder && !(email && (await isMailTo(join(folder, name), email)))) continue
    await rm(join(folder, name), { force: true })
    erasedCount += 1
  }
  return erasedCount
}

async function isMailTo(file: string, email: string): Promise<boolean> {
  const source = await readFile(file, 'utf8').catch(() => '')
  const [, to = ''] = /^To: <?([^>\r\n]*)/im.exec(source) ?? []
  return toMailbox(to) === toMailbox(email)
}
