import * as z from 'zod/mini'
import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson, tokenPrefixOf } from '@/client/store/draft-storage'

/** Which checkouts this browser has taken to the till, and which orders it has told of. */
const purchasesKey = 'ida-checkout-purchases'

const purchases = z.object({ paying: z.array(z.string()), told: z.array(z.string()) })

/** Nobody pays more often within the life of a token. */
const maxEntries = 20

function readPurchases(): z.infer<typeof purchases> {
  const parsed = purchases.safeParse(parseJson(readStorage(purchasesKey)))
  return parsed.success ? parsed.data : { paying: [], told: [] }
}

function addEntry(listName: keyof z.infer<typeof purchases>, entry: string): void {
  const stored = readPurchases()
  if (stored[listName].includes(entry)) return
  const updated = { ...stored, [listName]: [...stored[listName], entry].slice(-maxEntries) }
  writeStorage(purchasesKey, JSON.stringify(updated))
}

/** Remembers that a checkout is paid for in this browser: elsewhere its order is only looked at. */
export const recordPaymentStart = (token: string): void => addEntry('paying', tokenPrefixOf(token))

/** Whether a checkout was paid for in this browser. */
export const wasPaidHere = (token: string): boolean =>
  readPurchases().paying.includes(tokenPrefixOf(token))

/** Whether an order is still to be told of; true once. A browser that remembers nothing tells of none. */
export function claimPurchase(orderId: string): boolean {
  if (readPurchases().told.includes(orderId)) return false
  addEntry('told', orderId)
  return readPurchases().told.includes(orderId)
}
