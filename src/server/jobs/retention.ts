import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, exists, gte, isNull, lt, ne, notExists, type SQL } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { linkRejections, rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoLinks } from '@/server/db/tables/photos'
import { mailFolder } from '@/server/gateways/mail'
import { toIsoDate } from '@/server/infra/clock'
import { toSafeLog } from '@/server/infra/safe-error-log'
import {
  deleteDueRows,
  erasePartnerNames,
  isOldFailure,
  isOldMessage,
} from '@/server/jobs/retention-rows'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { markFilesForDeletion, syncStateImages } from '@/server/photos/photo-repository'
import { removeDueFiles } from '@/server/photos/storage'
import { incomingFolder } from '@/server/photos/upload'

const intervalMs = 10 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Batch sizes of one run; the next run deletes the rest. */
const checkoutBatchSize = 50
const fileBatchSize = 500

/** A browser repeats an upload within minutes, a payment provider its events within days. */
const uploadKeyDays = 7
const providerEventDays = 90
/** Marketing compares a month with the same month of the year before. */
const trackedEventDays = 400
/** Mail files contain names, addresses and links. */
const mailFileDays = 30
/** Long enough to look up what was sent and to retry what was given up. */
const messageDays = 90
/** Customers and their banks ask about a failed payment for some months. */
const failedAttemptDays = 180

/**
 * Deletes expired data: photos of abandoned or long-paid orders, their files, and old rows. Several
 * instances may run this in parallel, and any run may be interrupted.
 */
export async function runRetention(backend: Backend): Promise<void> {
  const { env, now, log } = backend
  const toCutoff = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const { abandoned: abandonedDays, paid: paidDays } = env.photoDays
  const tasks: Record<string, () => Promise<number>> = {
    abandonedCheckouts: () =>
      deleteOldPhotos(backend, toCutoff(abandonedDays * dayMs), isAbandoned),
    paidCheckouts: () => deleteOldPhotos(backend, toCutoff(paidDays * dayMs), isPaidLongAgo),
    files: () => removeDueFiles(backend, fileBatchSize),
    halfUploads: () => sweepIncoming(backend),
    photoLinks: () =>
      deleteDueRows(backend, photoLinks.codeHash, lt(photoLinks.expiresAt, toCutoff(dayMs))),
    uploadKeys: () =>
      deleteDueRows(
        backend,
        approvalUploads.keyHash,
        lt(approvalUploads.createdAt, toCutoff(uploadKeyDays * dayMs)),
      ),
    providerEvents: () =>
      deleteDueRows(
        backend,
        providerEvents.id,
        lt(providerEvents.receivedAt, toCutoff(providerEventDays * dayMs)),
      ),
    trackedEvents: () =>
      deleteDueRows(
        backend,
        trackedEvents.id,
        lt(trackedEvents.createdAt, toCutoff(trackedEventDays * dayMs)),
      ),
    linkRejections: () =>
      deleteDueRows(
        backend,
        linkRejections.day,
        lt(linkRejections.day, toIsoDate(toCutoff(trackedEventDays * dayMs))),
      ),
    rateLimits: () =>
      deleteDueRows(backend, rateLimits.key, lt(rateLimits.resetsAt, toCutoff(dayMs))),
    mailFiles: () => sweepMails(backend, toCutoff(mailFileDays * dayMs)),
    messages: () => deleteDueRows(backend, outbox.id, isOldMessage(toCutoff(messageDays * dayMs))),
    failedAttempts: () =>
      deleteDueRows(
        backend,
        attempts.id,
        isOldFailure(backend, toCutoff(failedAttemptDays * dayMs)),
      ),
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

/** Starts the retention job; returns the stop function. */
export const startRetention = (backend: Backend): (() => void) =>
  runPeriodically(backend, {
    intervalMs,
    run: runRetention,
    failureEvent: 'retention.failed',
  })

/** Selects checkouts whose photos from before the date are deleted. */
type RetentionRule = (backend: Backend, before: Date) => SQL | undefined

const isAbandoned: RetentionRule = (_, before) =>
  and(
    eq(checkouts.status, 'processing'),
    isNull(checkouts.activeAttemptId),
    lt(checkouts.updatedAt, before),
  )

/** Photos may be uploaded long after the payment, so their own age counts too. */
const isPaidLongAgo: RetentionRule = ({ db }, before) =>
  and(
    ne(checkouts.status, 'processing'),
    notExists(
      db
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.checkoutId, checkouts.id), gte(orders.paidAt, before))),
    ),
  )

/** Deletes photos from before the date; returns the number of checkouts. Their files become due. */
function deleteOldPhotos(backend: Backend, before: Date, isDue: RetentionRule): Promise<number> {
  const { db } = backend
  const oldPhotos = lt(approvalImages.updatedAt, before)
  const hasOldPhotos = exists(
    db
      .select({ id: approvalImages.id })
      .from(approvalImages)
      .where(and(eq(approvalImages.checkoutId, checkouts.id), oldPhotos)),
  )
  return db.transaction(async tx => {
    const dueCheckouts = await tx
      .select()
      .from(checkouts)
      .where(and(hasOldPhotos, isDue(backend, before)))
      .limit(checkoutBatchSize)
      .for('update', { skipLocked: true })
    for (const checkout of dueCheckouts) {
      const photos = await tx
        .delete(approvalImages)
        .where(and(eq(approvalImages.checkoutId, checkout.id), oldPhotos))
        .returning()
      await markFilesForDeletion(backend, tx, photos)
      await syncStateImages(tx, checkout)
    }
    return dueCheckouts.length
  })
}

/** Deletes old mail files and the remains of crashes. Returns their number. */
async function sweepMails({ env }: Backend, before: Date): Promise<number> {
  const folder = join(env.dataDir, mailFolder)
  const names = await readdir(folder).catch(() => [])
  let deletedCount = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!/\.eml(?:\.part)?$/.test(name) || !file || file.mtimeMs >= before.getTime()) continue
    await rm(join(folder, name), { force: true })
    deletedCount += 1
  }
  return deletedCount
}

/** Deletes upload forms that a dead process of this machine was reading. Returns their number. */
async function sweepIncoming({ env }: Backend): Promise<number> {
  // File times come from the machine's clock, not from `now`.
  const beforeMs = Date.now() - hourMs
  const folder = join(env.dataDir, incomingFolder)
  const names = await readdir(folder).catch(() => [])
  let deletedCount = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file || file.mtimeMs >= beforeMs) continue
    await rm(join(folder, name), { force: true })
    deletedCount += 1
  }
  return deletedCount
}
