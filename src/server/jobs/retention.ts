import { and, eq, exists, gte, isNull, lt, ne, notExists, type SQL } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { linkRejections, rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoLinks } from '@/server/db/tables/photos'
import { toIsoDate } from '@/server/infra/clock'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { sweepIncoming, sweepMails } from '@/server/jobs/retention-files'
import {
  deleteDueRows,
  erasePartnerNames,
  isOldFailure,
  isOldMessage,
} from '@/server/jobs/retention-rows'
import { runPeriodically } from '@/server/jobs/run-periodically'
import { releaseFiles, syncStateImages } from '@/server/photos/photo-repository'
import { removeDueFiles } from '@/server/photos/storage'

const intervalMs = 10 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Most of each that one run deletes: what is left comes with the next. */
const checkoutBatchSize = 50
const fileBatchSize = 500

/** A sender repeats an upload within minutes, a payment provider its events within days. */
const uploadKeyDays = 7
const providerEventDays = 90
/** Marketing compares a month with the same month of the year before. */
const trackedEventDays = 400
/** Mails in files hold names, addresses and links; who wants them longer has them sent. */
const mailFileDays = 30
/** Long enough to see what was sent, and to have tried again what was given up. */
const messageDays = 90
/** A payment that came to nothing is asked about by customers and their banks for some months. */
const failedAttemptDays = 180

/**
 * Deletes what is kept no longer: photos of orders that were abandoned or are long paid, their files, and
 * rows that have served their time. Any number of instances may do so at once, and any run may be cut short.
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
        { ...toSafeLog(error), of: name },
        'not everything was deleted that is kept no longer',
      )
      return 0
    })
  if (Object.values(deletedCounts).some(count => count > 0))
    log.info(deletedCounts, 'deleted what is kept no longer')
}

/** Tidies up now and then until stopped. */
export const startRetention = (backend: Backend): (() => void) =>
  runPeriodically(backend, {
    intervalMs,
    run: runRetention,
    failureMessage: 'the retention job failed',
  })

/** Whether a checkout's photos from before a moment are kept no longer. */
type RetentionRule = (backend: Backend, before: Date) => SQL | undefined

const isAbandoned: RetentionRule = (_, before) =>
  and(
    eq(checkouts.status, 'processing'),
    isNull(checkouts.activeAttemptId),
    lt(checkouts.updatedAt, before),
  )

/** Photos may come long after the payment: they have their time too. */
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

/** Takes photos from before a moment off their checkouts; the number of checkouts. Their files are due then. */
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
      await releaseFiles(backend, tx, photos)
      await syncStateImages(tx, checkout)
    }
    return dueCheckouts.length
  })
}
