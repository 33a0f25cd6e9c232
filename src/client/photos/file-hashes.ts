import * as z from 'zod/mini'
import { keep, kept } from '@/client/browser/web-storage'
import { jsonIn } from '@/client/store/draft-storage'
import { printsKey } from '@/client/store/upload-state'
import { type DocumentType, documentTypes } from '@/domain/checkout/checkout-state'

/** Fingerprints of the files that photos were made of (SHA-256, in hex), by type. */
type PhotoPrints = Partial<Record<DocumentType, string>>

const stored = z.object({
  of: z.string(),
  prints: z.partialRecord(z.enum(documentTypes), z.string()),
})

/** What the browser would not keep lives as long as the page. */
let held: z.infer<typeof stored> | undefined

/** The fingerprints of this order's photos that were added in this browser, also before a reload. */
export function keptPrints(owner: string): PhotoPrints {
  const known = stored.safeParse(jsonIn(kept(printsKey))).data ?? held
  return known?.of === owner ? known.prints : {}
}

/** Those of another order go: one is kept at a time. */
export function keepPrint(owner: string, type: DocumentType, print: string): void {
  write(owner, { ...keptPrints(owner), [type]: print })
}

export function dropPrint(owner: string, type: DocumentType): void {
  const { [type]: _, ...others } = keptPrints(owner)
  write(owner, others)
}

function write(of: string, prints: PhotoPrints): void {
  const isEmpty = Object.keys(prints).length === 0
  held = isEmpty ? undefined : { of, prints }
  keep(printsKey, isEmpty ? null : JSON.stringify(held))
}
