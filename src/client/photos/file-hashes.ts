import * as z from 'zod/mini'
import { readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson } from '@/client/store/draft-storage'
import { fileHashesKey } from '@/client/store/upload-state'
import { type DocumentType, documentTypes } from '@/domain/data/document-types'

/** SHA-256 hashes (hex) of the photos' source files, by type. */
type FileHashes = Partial<Record<DocumentType, string>>

const storedSchema = z.object({
  of: z.string(),
  prints: z.partialRecord(z.enum(documentTypes), z.string()),
})

/** Fallback without storage: lives as long as the page. */
let inMemory: z.infer<typeof storedSchema> | undefined

/** The hashes of this order's photos added in this browser, including those added before a reload. */
export function readFileHashes(owner: string): FileHashes {
  const storedHashes =
    storedSchema.safeParse(parseJson(readStorage(fileHashesKey))).data ?? inMemory
  return storedHashes?.of === owner ? storedHashes.prints : {}
}

/** Hashes of another order are dropped: only one order is stored. */
export function storeFileHash(owner: string, type: DocumentType, hash: string): void {
  writeHashes(owner, { ...readFileHashes(owner), [type]: hash })
}

export function deleteFileHash(owner: string, type: DocumentType): void {
  const { [type]: _, ...others } = readFileHashes(owner)
  writeHashes(owner, others)
}

function writeHashes(owner: string, hashes: FileHashes): void {
  const isEmpty = Object.keys(hashes).length === 0
  inMemory = isEmpty ? undefined : { of: owner, prints: hashes }
  writeStorage(fileHashesKey, isEmpty ? null : JSON.stringify(inMemory))
}
