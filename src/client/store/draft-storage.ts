import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { fileHashesKey } from '@/client/store/upload-state'
import type { StateChange } from '@/domain/checkout/state-change'

/**
 * localStorage key of the unsent changes. Date of birth and card data are never stored there;
 * photos are in IndexedDB.
 */
const draftKey = 'ida-checkout-draft'

interface Draft {
  /** The checkout, by `tokenPrefixOf`. */
  of: string
  change: StateChange
}

/**
 * Stores a checkout's unsent changes so that they survive a reload; an empty change deletes them.
 */
export function writeDraft(token: string, change: StateChange): void {
  const unsentChange = withoutSecrets(change)
  const isEmpty = Object.keys(unsentChange).length === 0
  writeStorage(
    draftKey,
    isEmpty ? null : JSON.stringify({ of: tokenPrefixOf(token), change: unsentChange }),
  )
}

/** The unsent changes of this checkout; those of another one are ignored. */
export function readDraft(token: string): StateChange {
  const draft = parseJson(readStorage(draftKey)) as Partial<Draft> | null | undefined
  return draft?.of === tokenPrefixOf(token) && isChange(draft.change) ? draft.change : {}
}

/** What the browser stored may be damaged; the server checks the fields. */
const isChange = (change: unknown): change is StateChange =>
  typeof change === 'object' && change !== null && !Array.isArray(change)

export const clearStorage = (): void => {
  writeStorage(draftKey, null)
  writeStorage(fileHashesKey, null)
}

/** Identifies a checkout without storing the token that opens it. */
export const tokenPrefixOf = (token: string): string => token.slice(0, 8)

function withoutSecrets(change: StateChange): StateChange {
  if (!change.customer) return change
  const { date_of_birth: _, ...customer } = change.customer as Record<string, unknown>
  const { customer: __, ...others } = change
  return Object.keys(customer).length === 0 ? others : { ...others, customer }
}

/** Undefined for invalid JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
