import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { missingText } from '@/contract/operations'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { products } from '@/server/db/tables/catalog'
import { ApiError } from '@/server/infra/api-error'

/** Answers while the process lives. */
export const checkLiveness = async () => ({ status: 'ok' as const })

/** Answers when customers can be served: the database is there and holds the shop. Else `unavailable`. */
export async function checkReadiness({ db }: Backend) {
  const [row] = await db
    .select({ products: sql<number>`count(*)::int` })
    .from(products)
    .catch(() => [])
  if (!row?.products) throw new ApiError('unavailable')
  return { status: 'ready' as const }
}

/** Writes down which text is missing, where the product is being made; elsewhere nobody listens (`not_found`). */
export async function reportMissingText(
  { log }: Backend,
  { query }: Input<z.infer<NonNullable<(typeof missingText)['query']>>, unknown>,
) {
  if (process.env.NODE_ENV !== 'development') throw new ApiError('not_found')
  log.warn(query, 'a text is missing')
  return { received: true as const }
}
