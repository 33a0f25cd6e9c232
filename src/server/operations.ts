import { sql } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { products } from '@/server/db/schema'
import { Failure } from '@/server/failures'

/** Answers while the process lives. */
export const alive = async () => ({ status: 'ok' as const })

/** Answers when customers can be served: the database is there and holds the shop. Else `unavailable`. */
export async function canServe({ db }: Backend) {
  const [row] = await db
    .select({ products: sql<number>`count(*)::int` })
    .from(products)
    .catch(() => [])
  if (!row?.products) throw new Failure('unavailable')
  return { status: 'ready' as const }
}
