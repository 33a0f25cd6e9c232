import type { Backend } from '@/server/backend'
import type { AttemptRow } from '@/server/db/schema'
import { settle } from '@/server/payments/settle'

/**
 * An attempt after the provider was told not to take its money any more. What is final already, or can no
 * longer be stopped, comes back as it stands.
 */
export async function calledOff(backend: Backend, attempt: AttemptRow): Promise<AttemptRow> {
  if (attempt.state !== 'confirming' || !attempt.providerRef) return attempt
  await backend.stripe.cancel(attempt.providerRef)
  return settle(backend, attempt.id)
}
