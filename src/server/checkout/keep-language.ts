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
 * Stores the customer's language and the one before it, also for a paid order, because some of its
 * mails are not sent yet. Throws `not_found` for an unknown token.
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
