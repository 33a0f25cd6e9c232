import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { missingText } from '@/contract/operations'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { products } from '@/server/db/tables/catalog'
import { ApiError } from '@/server/infra/api-error'

/** Answers while the process is alive. */
export const checkLiveness = async () => ({ status: 'ok' as const })

/** Answers if the database is reachable and contains products. Throws `unavailable` otherwise. */
export async function checkReadiness({ db }: Backend) {
  const [row] = await db
    .select({ products: sql<number>`count(*)::int` })
    .from(products)
    .catch(() => [])
  if (!row?.products) throw new ApiError('unavailable')
  return { status: 'ready' as const }
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
