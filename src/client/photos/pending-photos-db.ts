import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DocumentType } from '@/domain/checkout/checkout-state'

/** A photo that the server has not confirmed yet. */
export interface PendingPhoto {
  /** Names the order it is for without opening it. */
  owner: string
  type: DocumentType
  /** The same for every attempt: what has arrived is not taken twice. */
  key: string
  addedAt: number
  image: Blob
  cropped: Blob | null
  needsReview: boolean
}

/** What a photo shows. */
export const pictureOf = ({ image, cropped }: Pick<PendingPhoto, 'image' | 'cropped'>): Blob =>
  cropped ?? image

/** Photos kept in this browser until the server confirms them: one of a type for each order. */
export interface PendingPhotoStore {
  /** Those of an order, the oldest first. */
  listByOwner: (owner: string) => Promise<PendingPhoto[]>
  put: (photo: PendingPhoto) => Promise<void>
  /** Deletes a photo; with a key only while it is still that one. */
  drop: (owner: string, type: DocumentType, key?: string) => Promise<void>
  /** Deletes every photo of other orders; what this browser has, and what it was lent, are apart. */
  dropOthers: (owner: string) => Promise<void>
}

const databaseName = 'ida-checkout-photos'

interface PhotosSchema extends DBSchema {
  photos: { key: [owner: string, type: DocumentType]; value: PendingPhoto }
}

/** Opens what is kept. Where the browser keeps nothing, photos live as long as the page. */
export const createPendingPhotoStore = (): PendingPhotoStore => new IndexedDbPhotoStore()

class IndexedDbPhotoStore implements PendingPhotoStore {
  private database: Promise<IDBPDatabase<PhotosSchema>> | undefined
  /** What the browser would not keep. */
  private inMemory = new Map<string, PendingPhoto>()

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
    // One before it must not be sent in its place.
    await this.withDatabase(db => db.delete('photos', [photo.owner, photo.type]))
    this.inMemory.set(memoryKeyOf(photo.owner, photo.type), photo)
  }

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

  /** Undefined where the browser keeps nothing: private windows, a full disk, a closed database. */
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

/** Names what a device may do that was let in for an order's photos alone: no two of them end at the same time. */
export const toHandoffOwner = (expiresAt: string): string => handoffPrefix + expiresAt

const isHandoffOwner = (owner: string): boolean => owner.startsWith(handoffPrefix)

const memoryKeyOf = (owner: string, type: DocumentType): string => `${owner} ${type}`

/** Arrays come after every text: this is everything whose key begins with the owner. */
const buildOwnerRange = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []])
