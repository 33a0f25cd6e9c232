import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DocumentType } from '@/domain/data/document-types'

/** A photo as the customer submits it. */
export interface NewPhoto {
  image: Blob
  cropped: Blob | null
  needsReview: boolean
}

/** A photo not yet confirmed by the server. */
export interface PendingPhoto extends NewPhoto {
  /** Identifies the order without giving access to it. */
  owner: string
  type: DocumentType
  /** Idempotency key, the same for every attempt. */
  key: string
  addedAt: number
  /** Id of the upload that has some of its bytes; opens nothing without the order's token. */
  uploadId?: string
}

/** The version of a photo to show. */
export const pictureOf = ({ image, cropped }: Pick<NewPhoto, 'image' | 'cropped'>): Blob =>
  cropped ?? image

const databaseName = 'ida-checkout-photos'

interface PhotosSchema extends DBSchema {
  photos: { key: [owner: string, type: DocumentType]; value: PendingPhoto }
}

/**
 * Stores photos until the server confirms them: one per type and order. Without IndexedDB, photos
 * live as long as the page.
 */
export class PendingPhotoStore {
  private database: Promise<IDBPDatabase<PhotosSchema>> | undefined
  /** Photos that IndexedDB could not store. */
  private inMemory = new Map<string, PendingPhoto>()

  /** The photos of an order, the oldest first. */
  listByOwner = async (owner: string): Promise<PendingPhoto[]> => {
    const storedPhotos = await this.withDatabase(db => db.getAll('photos', buildOwnerRange(owner)))
    const inMemory = [...this.inMemory.values()].filter(photo => photo.owner === owner)
    return [...(storedPhotos ?? []), ...inMemory].sort(
      (first, second) => first.addedAt - second.addedAt,
    )
  }

  put = async (photo: PendingPhoto): Promise<void> => {
    this.inMemory.delete(memoryKeyOf(photo.owner, photo.type))
    const storedKey = await this.withDatabase(db => db.put('photos', photo))
    if (storedKey) return
    // Delete the previous one, which must not be sent instead.
    await this.withDatabase(db => db.delete('photos', [photo.owner, photo.type]))
    this.inMemory.set(memoryKeyOf(photo.owner, photo.type), photo)
  }

  /** Remembers the upload that was begun for a photo, unless another photo has taken its place. */
  setUploadId = async ({ owner, type, key }: PendingPhoto, uploadId: string): Promise<void> => {
    const inMemory = this.inMemory.get(memoryKeyOf(owner, type))
    if (inMemory?.key === key) inMemory.uploadId = uploadId
    await this.withDatabase(async db => {
      const transaction = db.transaction('photos', 'readwrite')
      const photo = await transaction.store.get([owner, type])
      if (photo?.key === key) await transaction.store.put({ ...photo, uploadId })
      await transaction.done
    })
  }

  /** Deletes a photo; with a key only if it still has that key. */
  drop = async (owner: string, type: DocumentType, key?: string): Promise<void> => {
    const isMatch = (photo: PendingPhoto | undefined) => photo && (!key || photo.key === key)
    const name = memoryKeyOf(owner, type)
    if (isMatch(this.inMemory.get(name))) this.inMemory.delete(name)
    await this.withDatabase(async db => {
      const transaction = db.transaction('photos', 'readwrite')
      if (isMatch(await transaction.store.get([owner, type])))
        await transaction.store.delete([owner, type])
      await transaction.done
    })
  }

  /**
   * Deletes the photos of all other orders. Checkouts and hand-offs are separate: each deletes only
   * its own kind.
   */
  dropOthers = async (owner: string): Promise<void> => {
    const isOtherOwner = (candidate: string) =>
      candidate !== owner && isHandoffOwner(candidate) === isHandoffOwner(owner)
    for (const [name, photo] of this.inMemory)
      if (isOtherOwner(photo.owner)) this.inMemory.delete(name)
    await this.withDatabase(async db => {
      const transaction = db.transaction('photos', 'readwrite')
      for (const key of await transaction.store.getAllKeys())
        if (isOtherOwner(key[0])) await transaction.store.delete(key)
      await transaction.done
    })
  }

  /** Undefined if IndexedDB fails: private windows, a full disk, a closed database. */
  private async withDatabase<T>(operation: (db: IDBPDatabase<PhotosSchema>) => Promise<T>) {
    try {
      this.database ??= openDB<PhotosSchema>(databaseName, 1, {
        upgrade: database => {
          database.createObjectStore('photos', { keyPath: ['owner', 'type'] })
        },
      })
      return await operation(await this.database)
    } catch {
      this.database = undefined
      return undefined
    }
  }
}

const handoffPrefix = 'lent '

/** The owner key of a hand-off: no two passes expire at the same time. */
export const toHandoffOwner = (expiresAt: string): string => handoffPrefix + expiresAt

const isHandoffOwner = (owner: string): boolean => owner.startsWith(handoffPrefix)

const memoryKeyOf = (owner: string, type: DocumentType): string => `${owner} ${type}`

/**
 * In IndexedDB, arrays sort after all strings: the range covers every key that begins with the
 * owner.
 */
const buildOwnerRange = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []])
