import * as z from 'zod/mini'
import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson, tokenPrefixOf } from '@/client/store/draft-storage'

const purchasesKey = 'ida-checkout-purchases'

/**
 * Checkouts whose payment started in this browser (`paying`), and orders already tracked (`told`).
 * Browsers store these names: after a rename they would track an order a second time.
 */
const purchases = z.object({ paying: z.array(z.string()), told: z.array(z.string()) })

/** More than one browser pays for during the life of a token. */
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

/**
 * Records that this browser started the payment of a checkout: other browsers do not track its
 * order.
 */
export const recordPaymentStart = (token: string): void => addEntry('paying', tokenPrefixOf(token))

/** Whether the payment of a checkout started in this browser. */
export const wasPaidHere = (token: string): boolean =>
  readPurchases().paying.includes(tokenPrefixOf(token))

/**
 * Whether an order still has to be tracked; true once. False in a browser that cannot store
 * anything.
 */
export function claimPurchase(orderId: string): boolean {
  if (readPurchases().told.includes(orderId)) return false
  addEntry('told', orderId)
  return readPurchases().told.includes(orderId)
}

/** Names of events tracked once per visit (per tab). */
const visitKey = 'ida-checkout-visit'

function readNames(): string[] {
  const names = parseJson(readStorage(visitKey, getSessionStorage))
  return Array.isArray(names) ? names : []
}

/**
 * Whether this is the first call for `name` in this visit. False if the browser cannot store it.
 */
export function isFirstTime(name: string): boolean {
  if (readNames().includes(name)) return false
  writeStorage(visitKey, JSON.stringify([...readNames(), name]), getSessionStorage)
  return readNames().includes(name)
}
