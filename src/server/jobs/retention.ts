import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { liveRenewalStates } from '@/domain/payments/auto-renewal'
import { openAttemptStates } from '@/domain/payments/payment-states'
import type { Backend } from '@/server/backend'
import { mailFolder } from '@/server/config/variables'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { linkRejections, rateLimits } from '@/server/db/tables/counters'
import { couponReservations } from '@/server/db/tables/coupons'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { partnerTokens } from '@/server/db/tables/partners'
import {
  approvalImages,
  approvalUploads,
  photoLinks,
  photoUploads,
} from '@/server/db/tables/photos'
import { recoveryAddresses, resumeTokens } from '@/server/db/tables/recovery'
import { subscriptions } from '@/server/db/tables/subscriptions'
import { toIsoDate } from '@/server/infra/clock'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { eraseCheckout } from '@/server/orders/erase-checkout'
import { removeDueFiles } from '@/server/photos/storage'
import { incomingFolder } from '@/server/photos/upload'

const intervalMs = 10 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Sizes of one run; the next run deletes the rest. */
const checkoutBatchSize = 50
const maxCheckoutBatches = 20
const fileBatchSize = 500
const rowBatchSize = 1_000

/** A browser repeats an upload within minutes, a payment provider its events within days. */
const uploadKeyDays = 7
const providerEventDays = 90
/**
 * An order that is not marked as fulfilled or refunded waits for photos or for an operator. A year
 * after the payment neither is expected any more.
 */
const unfulfilledDays = 365
/** Coupons for new customers recognise a buyer as long as marketing does. */
const buyerDays = 400
/** Mails are read late, and their link that stops them has to work then. */
const recoveryDays = 180
/** Marketing compares a month with the same month of the year before. */
const trackedEventDays = 400
/** Mail files contain names, addresses and links. */
const mailFileDays = 30
/** Long enough to look up what was sent and to retry what was given up. */
const messageDays = 90
/** Customers and their banks ask about a failed payment for some months. */
const failedAttemptDays = 180

/**
 * Erases expired data: what names the customers of abandoned and of done orders, their photos, and
 * old rows. docs/going-live.md, Retention, has every kind of data and its end. Several instances may run this in parallel, and any run may be interrupted.
 */
export async function runRetention(backend: Backend): Promise<void> {
  const { env, now, log } = backend
  const toCutoff = (days: number) => new Date(now().getTime() - days * dayMs)
  const deleteOlder = (key: PgColumn, date: PgColumn, days: number) =>
    deleteDueRows(backend, key, lt(date, toCutoff(days)))
  const tasks: Record<string, () => Promise<number>> = {
    abandonedCheckouts: () =>
      eraseDueCheckouts(backend, isAbandoned(backend, toCutoff(env.photoDays.abandoned))),
    paidCheckouts: () =>
      eraseDueCheckouts(
        backend,
        isDone(backend, toCutoff(env.photoDays.paid), toCutoff(unfulfilledDays)),
      ),
    buyers: () => clearBuyers(backend, toCutoff(buyerDays)),
    files: () => removeDueFiles(backend, fileBatchSize),
    // File times come from the machine's clock, not from `now`.
    halfUploads: () => deleteOldFiles(join(env.dataDir, incomingFolder), Date.now() - hourMs),
    // The files of their parts are due at the same time.
    photoUploads: () => deleteOlder(photoUploads.id, photoUploads.expiresAt, 0),
    photoLinks: () => deleteOlder(photoLinks.codeHash, photoLinks.expiresAt, 1),
    uploadKeys: () =>
      deleteOlder(approvalUploads.keyHash, approvalUploads.createdAt, uploadKeyDays),
    providerEvents: () =>
      deleteOlder(providerEvents.id, providerEvents.receivedAt, providerEventDays),
    trackedEvents: () => deleteOlder(trackedEvents.id, trackedEvents.createdAt, trackedEventDays),
    linkRejections: () =>
      deleteDueRows(
        backend,
        linkRejections.day,
        lt(linkRejections.day, toIsoDate(toCutoff(trackedEventDays))),
      ),
    resumeTokens: () => deleteDueRows(backend, resumeTokens.tokenHash, hasExpired(backend)),
    recoveryAddresses: () =>
      deleteDueRows(
        backend,
        recoveryAddresses.emailHash,
        sql`${and(isNull(recoveryAddresses.stoppedAt), lt(recoveryAddresses.mailedAt, toCutoff(recoveryDays)))}`,
      ),
    rateLimits: () => deleteOlder(rateLimits.key, rateLimits.resetsAt, 1),
    renewalHits: () => clearRenewalHits(backend, toCutoff(1)),
    mailFiles: () =>
      deleteOldFiles(
        join(env.dataDir, mailFolder),
        toCutoff(mailFileDays).getTime(),
        /\.eml(?:\.part)?$/,
      ),
    messages: () => deleteDueRows(backend, outbox.id, isOldMessage(toCutoff(messageDays))),
    failedAttempts: () =>
      deleteDueRows(backend, attempts.id, isOldFailure(backend, toCutoff(failedAttemptDays))),
    partnerTokens: () => erasePartnerNames(backend, now()),
  }
  const deletedCounts: Record<string, number> = {}
  for (const [name, task] of Object.entries(tasks))
    deletedCounts[name] = await task().catch(error => {
      log.error(
        { event: 'retention.delete_failed', ...toSafeLog(error), of: name },
        'expired data could not be deleted',
      )
      return 0
    })
  if (Object.values(deletedCounts).some(count => count > 0))
    log.info({ event: 'retention.deleted', ...deletedCounts }, 'expired data was deleted')
}

/** Whether the checkout of a mailed token can no longer be opened. */
const hasExpired = ({ db, now }: Backend): SQL =>
  exists(
    db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(eq(checkouts.id, resumeTokens.checkoutId), lt(checkouts.expiresAt, now()))),
  )

/** Clears the limits' hits of cards whose bank was not answered; returns the number of renewals. */
async function clearRenewalHits({ db }: Backend, before: Date): Promise<number> {
  const cleared = await db
    .update(subscriptions)
    .set({ limitHits: [] })
    .where(and(lt(subscriptions.updatedAt, before), sql`${subscriptions.limitHits} <> '[]'`))
    .returning({ id: subscriptions.id })
  return cleared.length
}

/** Starts the retention job; returns the stop function. */
export const startRetention = (backend: Backend): (() => void) =>
  runPeriodically(backend, {
    intervalMs,
    run: runRetention,
    failureEvent: 'retention.failed',
  })

/** Attempts without an end, photos and renewals whose customers may still need their data. */
const isAtRest = ({ db }: Backend, before: Date): SQL | undefined =>
  and(
    isNull(checkouts.erasedAt),
    isNull(checkouts.activeAttemptId),
    lt(checkouts.createdAt, before),
    notExists(
      db
        .select({ id: attempts.id })
        .from(attempts)
        .where(
          and(eq(attempts.checkoutId, checkouts.id), inArray(attempts.state, openAttemptStates)),
        ),
    ),
    // Photos may be uploaded long after the payment, so their own age counts too.
    notExists(
      db
        .select({ id: approvalImages.id })
        .from(approvalImages)
        .where(
          and(eq(approvalImages.checkoutId, checkouts.id), gte(approvalImages.updatedAt, before)),
        ),
    ),
    notExists(
      db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.checkoutId, checkouts.id),
            or(
              inArray(subscriptions.state, liveRenewalStates),
              gte(subscriptions.updatedAt, before),
            ),
          ),
        ),
    ),
  )

const isAbandoned = (backend: Backend, before: Date): SQL | undefined =>
  and(
    eq(checkouts.status, 'processing'),
    lt(checkouts.updatedAt, before),
    isAtRest(backend, before),
  )

/**
 * Whether all orders of a paid checkout were fulfilled or refunded before the date. An order that
 * waits for photos, or is disputed, has until `unfulfilledBefore` from its payment.
 */
const isDone = (backend: Backend, before: Date, unfulfilledBefore: Date): SQL | undefined =>
  and(
    ne(checkouts.status, 'processing'),
    isAtRest(backend, before),
    notExists(
      backend.db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(
            eq(orders.checkoutId, checkouts.id),
            or(
              and(eq(orders.status, 'fulfilled'), gte(orders.fulfilledAt, before)),
              and(eq(orders.status, 'refunded'), gte(orders.updatedAt, before)),
              and(
                inArray(orders.status, ['paid', 'disputed']),
                or(gte(orders.paidAt, unfulfilledBefore), gte(orders.updatedAt, before)),
              ),
            ),
          ),
        ),
    ),
  )

/**
 * Erases due checkouts, a batch in each transaction; returns their number. One that cannot be changed,
 * such as an odd row of an older version, is logged and holds up no other.
 */
async function eraseDueCheckouts(backend: Backend, due: SQL | undefined): Promise<number> {
  let erasedCount = 0
  let lastId = ''
  for (let batch = 0; batch < maxCheckoutBatches; batch += 1) {
    const ids = await backend.db.transaction(async tx => {
      const dueCheckouts = await tx
        .select()
        .from(checkouts)
        .where(and(due, gt(checkouts.id, lastId)))
        .orderBy(checkouts.id)
        .limit(checkoutBatchSize)
        .for('update', { skipLocked: true })
      for (const checkout of dueCheckouts)
        if (await tryErase(backend, tx, checkout)) erasedCount += 1
      return dueCheckouts.map(({ id }) => id)
    })
    if (ids.length < checkoutBatchSize) break
    lastId = ids.at(-1) ?? ''
  }
  return erasedCount
}

async function tryErase(backend: Backend, tx: Tx, checkout: CheckoutRow): Promise<boolean> {
  try {
    await tx.transaction(savepoint => eraseCheckout(backend, savepoint, checkout))
    return true
  } catch (error) {
    backend.log.error(
      { event: 'retention.erase_failed', ...toSafeLog(error), checkout: checkout.id },
      'a checkout could not be erased',
    )
    return false
  }
}

/** Clears the hashes that recognise returning buyers; returns the number of orders. */
async function clearBuyers({ db }: Backend, before: Date): Promise<number> {
  const cleared = await db
    .update(orders)
    // Not a change of the order.
    .set({ emailHash: null, updatedAt: sql`${orders.updatedAt}` })
    .where(and(isNotNull(orders.emailHash), lt(orders.paidAt, before)))
    .returning({ id: orders.id })
  return cleared.length
}

/**
 * Deletes files from before a time: old mails, and what dead processes of this machine have left.
 * Returns their number.
 */
async function deleteOldFiles(folder: string, beforeMs: number, pattern = /./): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let deletedCount = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!pattern.test(name) || !file || file.mtimeMs >= beforeMs) continue
    await rm(join(folder, name), { force: true })
    deletedCount += 1
  }
  return deletedCount
}

/** Sent or closed before the date. Open messages are not deleted, however old. */
const isOldMessage = (before: Date): SQL =>
  sql`${or(lt(outbox.sentAt, before), and(isNotNull(outbox.closed), lt(outbox.dueAt, before)))}`

/**
 * Failed or cancelled attempts without a coupon use. Attempts that moved money are never deleted.
 */
const isOldFailure = ({ db }: Backend, before: Date): SQL =>
  sql`${and(
    inArray(attempts.state, ['failed', 'cancelled']),
    lt(attempts.checkedAt, before),
    notExists(
      db
        .select({ id: couponReservations.attemptId })
        .from(couponReservations)
        .where(eq(couponReservations.attemptId, attempts.id)),
    ),
  )}`

/** Erases the customer's name and address from expired partner tokens. Returns their number. */
async function erasePartnerNames({ db }: Backend, before: Date): Promise<number> {
  const erasedRows = await db
    .update(partnerTokens)
    .set({ customerEmail: '', customerFirstName: '', customerLastName: '' })
    .where(and(lt(partnerTokens.expiresAt, before), hasCustomerName))
    .returning({ id: partnerTokens.id })
  return erasedRows.length
}

const hasCustomerName = or(
  ne(partnerTokens.customerEmail, ''),
  ne(partnerTokens.customerFirstName, ''),
  ne(partnerTokens.customerLastName, ''),
)

/**
 * Deletes a batch of due rows by their key column; rows locked by another instance are skipped.
 * Returns their number.
 */
async function deleteDueRows({ db }: Backend, key: PgColumn, due: SQL): Promise<number> {
  const table = key.table as PgTable
  const batch = db
    .select({ key })
    .from(table)
    .where(due)
    .limit(rowBatchSize)
    .for('update', { skipLocked: true })
  const deletedRows = await db
    .delete(table)
    .where(and(due, sql`${key} in (${batch})`))
    .returning({ key })
  return deletedRows.length
}
