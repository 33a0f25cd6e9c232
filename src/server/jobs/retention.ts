import { and, eq, exists, gte, isNull, lt, ne, notExists, type SQL } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { checkouts } from '@/server/db/tables/checkouts'
import { linkRejections, rateLimits } from '@/server/db/tables/counters'
import { providerEvents, trackedEvents } from '@/server/db/tables/events'
import { attempts, orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { approvalImages, approvalUploads, photoLinks } from '@/server/db/tables/photos'
import { todayOf } from '@/server/infra/clock'
import { faultOf } from '@/server/infra/safe-error-log'
import { sweepIncoming, sweepMails } from '@/server/jobs/retention-files'
import { drop, forgetNames, isOldFailure, isOldMessage } from '@/server/jobs/retention-rows'
import { repeat } from '@/server/jobs/run-periodically'
import { letGo, listAnew } from '@/server/photos/photo-repository'
import { removeDue } from '@/server/photos/storage'

const everyMs = 10 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Most of each that one run deletes: what is left comes with the next. */
const checkoutsAtOnce = 50
const filesAtOnce = 500

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
export async function tidyUp(backend: Backend): Promise<void> {
  const { env, now, log } = backend
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const { abandoned, paid } = env.photoDays
  const works: Record<string, () => Promise<number>> = {
    abandonedCheckouts: () => forgetPhotos(backend, ago(abandoned * dayMs), isAbandoned),
    paidCheckouts: () => forgetPhotos(backend, ago(paid * dayMs), isPaidLongAgo),
    files: () => removeDue(backend, filesAtOnce),
    halfUploads: () => sweepIncoming(backend),
    photoLinks: () => drop(backend, photoLinks.codeHash, lt(photoLinks.expiresAt, ago(dayMs))),
    uploadKeys: () =>
      drop(
        backend,
        approvalUploads.keyHash,
        lt(approvalUploads.createdAt, ago(uploadKeyDays * dayMs)),
      ),
    providerEvents: () =>
      drop(
        backend,
        providerEvents.id,
        lt(providerEvents.receivedAt, ago(providerEventDays * dayMs)),
      ),
    trackedEvents: () =>
      drop(backend, trackedEvents.id, lt(trackedEvents.createdAt, ago(trackedEventDays * dayMs))),
    linkRejections: () =>
      drop(
        backend,
        linkRejections.day,
        lt(linkRejections.day, todayOf(ago(trackedEventDays * dayMs))),
      ),
    rateLimits: () => drop(backend, rateLimits.key, lt(rateLimits.resetsAt, ago(dayMs))),
    mailFiles: () => sweepMails(backend, ago(mailFileDays * dayMs)),
    messages: () => drop(backend, outbox.id, isOldMessage(ago(messageDays * dayMs))),
    failedAttempts: () =>
      drop(backend, attempts.id, isOldFailure(backend, ago(failedAttemptDays * dayMs))),
    partnerTokens: () => forgetNames(backend, now()),
  }
  const gone: Record<string, number> = {}
  for (const [name, work] of Object.entries(works))
    gone[name] = await work().catch(error => {
      log.error(
        { ...faultOf(error), of: name },
        'not everything was deleted that is kept no longer',
      )
      return 0
    })
  if (Object.values(gone).some(count => count > 0)) log.info(gone, 'deleted what is kept no longer')
}

/** Tidies up now and then until stopped. */
export const startRetention = (backend: Backend): (() => void) =>
  repeat(backend, { everyMs, run: tidyUp, failed: 'the retention job failed' })

/** Whether a checkout's photos from before a moment are kept no longer. */
type Rule = (backend: Backend, before: Date) => SQL | undefined

const isAbandoned: Rule = (_, before) =>
  and(eq(checkouts.status, 'processing'), isNull(checkouts.paying), lt(checkouts.updatedAt, before))

/** Photos may come long after the payment: they have their time too. */
const isPaidLongAgo: Rule = ({ db }, before) =>
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
function forgetPhotos(backend: Backend, before: Date, isDue: Rule): Promise<number> {
  const { db } = backend
  const oldPhotos = lt(approvalImages.updatedAt, before)
  const hasOldPhotos = exists(
    db
      .select({ id: approvalImages.id })
      .from(approvalImages)
      .where(and(eq(approvalImages.checkoutId, checkouts.id), oldPhotos)),
  )
  return db.transaction(async tx => {
    const due = await tx
      .select()
      .from(checkouts)
      .where(and(hasOldPhotos, isDue(backend, before)))
      .limit(checkoutsAtOnce)
      .for('update', { skipLocked: true })
    for (const checkout of due) {
      const photos = await tx
        .delete(approvalImages)
        .where(and(eq(approvalImages.checkoutId, checkout.id), oldPhotos))
        .returning()
      await letGo(backend, tx, photos)
      await listAnew(tx, checkout)
    }
    return due.length
  })
}
