import * as z from 'zod/mini'
import { keep, kept } from '@/client/browser/web-storage'
import { jsonIn, nameOf } from '@/client/store/draft-storage'

/** Which checkouts this browser has taken to the till, and which orders it has told of. */
const purchasesKey = 'ida-checkout-purchases'

const purchases = z.object({ paying: z.array(z.string()), told: z.array(z.string()) })

/** Nobody pays more often within the life of a token. */
const mostKept = 20

function known(): z.infer<typeof purchases> {
  const parsed = purchases.safeParse(jsonIn(kept(purchasesKey)))
  return parsed.success ? parsed.data : { paying: [], told: [] }
}

function add(list: keyof z.infer<typeof purchases>, entry: string): void {
  const all = known()
  if (all[list].includes(entry)) return
  const after = { ...all, [list]: [...all[list], entry].slice(-mostKept) }
  keep(purchasesKey, JSON.stringify(after))
}

/** Remembers that a checkout is paid for in this browser: elsewhere its order is only looked at. */
export const notePaying = (token: string): void => add('paying', nameOf(token))

/** Whether a checkout was paid for in this browser. */
export const wasPaidHere = (token: string): boolean => known().paying.includes(nameOf(token))

/** Whether an order is still to be told of; true once. A browser that remembers nothing tells of none. */
export function claimPurchase(orderId: string): boolean {
  if (known().told.includes(orderId)) return false
  add('told', orderId)
  return known().told.includes(orderId)
}
