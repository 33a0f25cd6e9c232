import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, exists, gte, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Backend } from '@/server/backend'
import {
  approvalImages,
  approvalUploads,
  checkouts,
  orders,
  photoLinks,
  providerEvents,
  rateLimits,
} from '@/server/db/schema'
import { faultOf } from '@/server/faults'
import { repeat } from '@/server/jobs/repeat'
import { letGo, listAnew } from '@/server/photos/rows'
import { removeDue } from '@/server/photos/storage'
import { incomingFolder } from '@/server/photos/upload'

const everyMs = 10 * 60_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Most of each that one run deletes: what is left comes with the next. */
const checkoutsAtOnce = 50
const filesAtOnce = 500
const rowsAtOnce = 1_000

/** A sender repeats an upload within minutes, a payment provider its events within days. */
const uploadKeyDays = 7
const providerEventDays = 90

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
    rateLimits: () => drop(backend, rateLimits.key, lt(rateLimits.resetsAt, ago(dayMs))),
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

/** Deletes forms that a process of this machine was reading when it died. */
async function sweepIncoming({ env }: Backend): Promise<number> {
  // Files are dated by the machine's own clock.
  const beforeMs = Date.now() - hourMs
  const folder = join(env.dataDir, incomingFolder)
  const names = await readdir(folder).catch(() => [])
  let gone = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file || file.mtimeMs >= beforeMs) continue
    await rm(join(folder, name), { force: true })
    gone += 1
  }
  return gone
}

/** Deletes rows that are due, by a column that names them; rows another instance holds are skipped. */
async function drop({ db }: Backend, key: PgColumn, due: SQL): Promise<number> {
  const table = key.table as PgTable
  const some = db
    .select({ key })
    .from(table)
    .where(due)
    .limit(rowsAtOnce)
    .for('update', { skipLocked: true })
  const gone = await db
    .delete(table)
    .where(and(due, sql`${key} in (${some})`))
    .returning({ key })
  return gone.length
}
