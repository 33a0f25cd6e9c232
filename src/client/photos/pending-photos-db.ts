import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DocumentType } from '@/domain/checkout/checkout-state'

/** A photo that the server has not confirmed yet. */
export interface KeptPhoto {
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
export const pictureOf = ({ image, cropped }: Pick<KeptPhoto, 'image' | 'cropped'>): Blob =>
  cropped ?? image

/** Photos kept in this browser until the server confirms them: one of a type for each order. */
export interface KeptPhotos {
  /** Those of an order, the oldest first. */
  of: (owner: string) => Promise<KeptPhoto[]>
  put: (photo: KeptPhoto) => Promise<void>
  /** Deletes a photo; with a key only while it is still that one. */
  drop: (owner: string, type: DocumentType, key?: string) => Promise<void>
  /** Deletes every photo of other orders; what this browser has, and what it was lent, are apart. */
  dropOthers: (owner: string) => Promise<void>
}

const databaseName = 'ida-checkout-photos'

interface Photos extends DBSchema {
  photos: { key: [owner: string, type: DocumentType]; value: KeptPhoto }
}

/** Opens what is kept. Where the browser keeps nothing, photos live as long as the page. */
export const keptPhotos = (): KeptPhotos => new KeptInBrowser()

class KeptInBrowser implements KeptPhotos {
  private database: Promise<IDBPDatabase<Photos>> | undefined
  /** What the browser would not keep. */
  private held = new Map<string, KeptPhoto>()

  of = async (owner: string): Promise<KeptPhoto[]> => {
    const stored = await this.stored(photos => photos.getAll('photos', photosOf(owner)))
    const held = [...this.held.values()].filter(photo => photo.owner === owner)
    return [...(stored ?? []), ...held].sort((one, other) => one.addedAt - other.addedAt)
  }

  put = async (photo: KeptPhoto): Promise<void> => {
    this.held.delete(nameOf(photo.owner, photo.type))
    const stored = await this.stored(photos => photos.put('photos', photo))
    if (stored) return
    // One before it must not be sent in its place.
    await this.stored(photos => photos.delete('photos', [photo.owner, photo.type]))
    this.held.set(nameOf(photo.owner, photo.type), photo)
  }

  drop = async (owner: string, type: DocumentType, key?: string): Promise<void> => {
    const isMeant = (photo: KeptPhoto | undefined) => photo && (!key || photo.key === key)
    const name = nameOf(owner, type)
    if (isMeant(this.held.get(name))) this.held.delete(name)
    await this.stored(async photos => {
      const change = photos.transaction('photos', 'readwrite')
      if (isMeant(await change.store.get([owner, type]))) await change.store.delete([owner, type])
      await change.done
    })
  }

  dropOthers = async (owner: string): Promise<void> => {
    const isOther = (one: string) => one !== owner && isLent(one) === isLent(owner)
    for (const [name, photo] of this.held) if (isOther(photo.owner)) this.held.delete(name)
    await this.stored(async photos => {
      const change = photos.transaction('photos', 'readwrite')
      for (const key of await change.store.getAllKeys())
        if (isOther(key[0])) await change.store.delete(key)
      await change.done
    })
  }

  /** Undefined where the browser keeps nothing: private windows, a full disk, a closed database. */
  private async stored<T>(work: (photos: IDBPDatabase<Photos>) => Promise<T>) {
    try {
      this.database ??= openDB<Photos>(databaseName, 1, {
        upgrade: database => {
          database.createObjectStore('photos', { keyPath: ['owner', 'type'] })
        },
      })
      return await work(await this.database)
    } catch {
      this.database = undefined
      return undefined
    }
  }
}

const lent = 'lent '

/** Names what a device may do that was let in for an order's photos alone: no two of them end at the same time. */
export const lentOwner = (expiresAt: string): string => lent + expiresAt

const isLent = (owner: string): boolean => owner.startsWith(lent)

const nameOf = (owner: string, type: DocumentType): string => `${owner} ${type}`

/** Arrays come after every text: this is everything whose key begins with the owner. */
const photosOf = (owner: string): IDBKeyRange => IDBKeyRange.bound([owner], [owner, []])
