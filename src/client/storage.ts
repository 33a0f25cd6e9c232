import * as z from 'zod/mini'
import type { StateChange } from '@/domain/changes'

/**
 * All that is kept in this browser besides cookies: answers the server has not heard yet. Date of
 * birth, photos and card data are never among them.
 */
const draftKey = 'ida-checkout-draft'

const draft = z.object({ of: z.string(), change: z.record(z.string(), z.unknown()) })

/** Keeps unsent changes of a checkout over a reload; nothing left to send clears them. */
export function keepDraft(token: string, change: StateChange): void {
  const kept = withoutSecrets(change)
  attempt(() =>
    Object.keys(kept).length === 0
      ? localStorage.removeItem(draftKey)
      : localStorage.setItem(draftKey, JSON.stringify({ of: nameOf(token), change: kept })),
  )
}

/** The unsent changes of this checkout; those of another are dropped. */
export function keptDraft(token: string): StateChange {
  const text = attempt(() => localStorage.getItem(draftKey))
  if (!text) return {}
  const parsed = draft.safeParse(attempt(() => JSON.parse(text)))
  if (!parsed.success || parsed.data.of !== nameOf(token)) return {}
  return parsed.data.change as StateChange
}

export const clearStorage = (): void => {
  attempt(() => localStorage.removeItem(draftKey))
}

/** Tells checkouts apart without keeping what opens them. */
const nameOf = (token: string): string => token.slice(0, 8)

function withoutSecrets(change: StateChange): StateChange {
  if (!change.customer) return change
  const { date_of_birth: _, ...customer } = change.customer as Record<string, unknown>
  const { customer: __, ...others } = change
  return Object.keys(customer).length === 0 ? others : { ...others, customer }
}

/** Storage may be full or forbidden; the checkout goes on without it. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
