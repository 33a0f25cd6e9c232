import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { missingText } from '@/contract/operations'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { products } from '@/server/db/tables/catalog'
import { ApiError } from '@/server/infra/api-error'
import { checkWritable } from '@/server/infra/disk-check'
import { createOutageError } from '@/server/infra/outage'

/** Answers while the process is alive. */
export const checkLiveness = async () => ({ status: 'ok' as const })

/** A database that hangs is reported within 5 s, also to a probe that is on its way. */
const readyTimeoutMs = 3_000

/**
 * Answers if the database is reachable and contains products, and what is stored on this machine can
 * be written. Throws `temporarily_unavailable` otherwise, after 3 s at the latest, and `unavailable`
 * without products.
 */
export async function checkReadiness(backend: Backend) {
  const isStocked = await Promise.race([
    hasProducts(backend).catch(() => undefined),
    delay(readyTimeoutMs, undefined, { ref: false }),
  ])
  if (isStocked === undefined) throw createOutageError()
  if (!isStocked) throw new ApiError('unavailable')
  return { status: 'ready' as const }
}

async function hasProducts({ db, env }: Backend): Promise<boolean> {
  if (!env.databaseUrl || !env.s3) await checkWritable(env.dataDir)
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(products)
  return Boolean(row?.count)
}

/** Logs a missing text in development. Throws `not_found` elsewhere. */
export async function reportMissingText(
  { log }: Backend,
  { query }: Input<z.infer<NonNullable<(typeof missingText)['query']>>, unknown>,
) {
  if (process.env.NODE_ENV !== 'development') throw new ApiError('not_found')
  log.warn({ event: 'texts.key_missing', ...query }, 'a translation key is missing')
  return { received: true as const }
}
