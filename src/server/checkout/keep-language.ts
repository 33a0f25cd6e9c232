import { eq, sql } from 'drizzle-orm'
import type { StateChange } from '@/domain/checkout/state-change'
import type { Backend } from '@/server/backend'
import { loadCheckout } from '@/server/checkout/checkout-repository'
import { checkouts } from '@/server/db/tables/checkouts'

interface LanguageChange {
  from: string
  to: string
}

/**
 * Keeps which language the customer of a checkout reads, and which it was before (SPEC 4). Of a paid order, too:
 * some of its mails are still to come. `not_found` without such a checkout.
 */
export async function keepLanguage(
  backend: Backend,
  token: string,
  resolveLanguages: (savedLanguage: string) => LanguageChange,
): Promise<void> {
  const { row } = await loadCheckout(backend, token)
  const { from, to } = resolveLanguages(row.state.language)
  if (row.state.language === to || row.status === 'completed') return
  const change = {
    language: to,
    ...(from !== to && { langData: { from_value: from, to_value: to } }),
  } satisfies StateChange
  await backend.db
    .update(checkouts)
    .set({
      state: sql`${checkouts.state} || ${JSON.stringify(change)}::jsonb`,
      version: sql`${checkouts.version} + 1`,
      updatedAt: backend.now(),
    })
    .where(eq(checkouts.id, row.id))
}
