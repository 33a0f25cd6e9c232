import { generateHexId } from '@/client/browser/hex'
import {
  type NewPhoto,
  type PendingPhoto,
  PendingPhotoStore,
  pictureOf,
} from '@/client/photos/pending-photos-db'
import {
  type SentPhoto,
  type UploadDeps,
  uploadPhoto,
  uploadWithRetry,
} from '@/client/photos/upload-photo'
import {
  type PhotoUpload,
  type PhotoUploads,
  type UploadState,
  writePendingPhotosFlag,
} from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { DocumentType } from '@/domain/data/document-types'

/** The order that photos are sent to. */
interface UploadOrder {
  /** Identifies the order without giving access to it; empty without an order. */
  owner: string
  /** The order's token; undefined on a hand-off device. */
  token: string | undefined
  /** The photos on the server. */
  images: readonly ApprovalImage[]
}

/** Where photos are sent, and who shows their state. */
export interface UploadTarget {
  /** The current order: a tab may go on to another one. */
  order: () => UploadOrder
  store: {
    getState: () => { uploads: PhotoUploads }
    setState: (change: { uploads: PhotoUploads }) => void
  }
  /** The server's photos have changed: `sentPhoto` was added, or something unknown changed. */
  onServerChange: (sentPhoto?: SentPhoto) => Promise<void>
}

/** Dependencies, replaced in tests. */
interface UploadQueueDeps extends UploadDeps {
  photoStore: PendingPhotoStore
  /** Runs the task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>
  now: () => number
}

const createBrowserDeps = (): UploadQueueDeps => ({
  photoStore: new PendingPhotoStore(),
  upload: uploadPhoto,
  delay,
  withLock,
  now: Date.now,
})

const delay = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Without Web Locks each tab sends on its own: idempotency keys prevent duplicates. */
const withLock = async (task: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('ida-checkout-photos', task) : task()

/** Message between tabs of one browser. */
interface TabMessage {
  owner: string
  type: DocumentType
  /** Null: no longer uploading. Undefined: the tab that sends the photo must stop. */
  upload?: UploadState | null
}

/** Sends photos one at a time, across pages, until the server confirms each. */
export class UploadQueue {
  /** Photos that failed or are offline, by their keys; skipped until a retry. */
  private pausedKeys = new Map<DocumentType, string>()
  private current: { type: DocumentType; key: string; controller: AbortController } | undefined
  private isRunning = false
  private isClosed = false
  private channel = new BroadcastChannel('ida-checkout-photos')

  constructor(
    private target: UploadTarget,
    private deps = createBrowserDeps(),
  ) {
    window.addEventListener('online', this.handleOnline)
    window.addEventListener('offline', this.handleOffline)
    this.channel.onmessage = ({ data }) => this.handleMessage(data as TabMessage)
  }

  close = (): void => {
    this.isClosed = true
    window.removeEventListener('online', this.handleOnline)
    window.removeEventListener('offline', this.handleOffline)
    this.channel.close()
    this.current?.controller.abort('stopped')
  }

  add = async (type: DocumentType, { image, cropped, needsReview }: NewPhoto): Promise<void> => {
    const { owner } = this.target.order()
    const [key, addedAt] = [generateHexId(), this.deps.now()]
    const pendingPhoto = { owner, type, image, cropped, needsReview, key, addedAt }
    this.stop(type)
    this.pausedKeys.delete(type)
    this.showWaiting(pendingPhoto)
    await this.deps.photoStore.put(pendingPhoto)
    writePendingPhotosFlag(true)
    // Another tab may be sending the previous photo.
    this.broadcast({ owner, type })
    void this.run()
  }

  /** Discards a photo that is not sent yet. */
  cancel = async (type: DocumentType): Promise<void> => {
    const { owner } = this.target.order()
    const wasSending = this.target.store.getState().uploads[type]?.state === 'uploading'
    this.stop(type)
    await this.deps.photoStore.drop(owner, type)
    this.broadcast({ owner, type })
    // An upload cancelled at its end may have arrived.
    if (wasSending) await this.target.onServerChange()
    this.removeUpload(type)
    await this.updatePendingFlag()
  }

  retry = (type: DocumentType): void => {
    this.pausedKeys.delete(type)
    this.show(type, {
      state: 'waiting',
      picture: this.target.store.getState().uploads[type]?.picture ?? null,
    })
    void this.run()
  }

  /** Resumes uploads of an earlier page, and deletes photos of other orders. */
  resume = async (): Promise<void> => {
    const { owner } = this.target.order()
    await this.deps.photoStore.dropOthers(owner)
    for (const photo of await this.deps.photoStore.listByOwner(owner))
      if (!this.target.store.getState().uploads[photo.type]) this.showWaiting(photo)
    await this.updatePendingFlag()
    await this.run()
  }

  private run = async (): Promise<void> => {
    if (this.isRunning) return
    this.isRunning = true
    try {
      await this.deps.withLock(() => this.sendAll())
    } finally {
      this.isRunning = false
    }
    // A photo may have been added while the last upload ended.
    if (await this.findNext()) void this.run()
  }

  private async sendAll(): Promise<void> {
    for (let photo = await this.findNext(); photo; photo = await this.findNext())
      await this.send(photo)
  }

  private async findNext(): Promise<PendingPhoto | undefined> {
    const { owner } = this.target.order()
    if (!owner || this.isClosed) return undefined
    const pendingPhotos = await this.deps.photoStore.listByOwner(owner)
    // `close` may have been called during the read.
    return this.isClosed
      ? undefined
      : pendingPhotos.find(({ type, key }) => this.pausedKeys.get(type) !== key)
  }

  private async send(photo: PendingPhoto): Promise<void> {
    const { owner, type, key } = photo
    const controller = new AbortController()
    this.current = { type, key, controller }
    const picture = pictureOf(photo)
    const { token, images } = this.target.order()
    const replaces = images.find(image => image.type === type)?.id
    const outcome = await uploadWithRetry(
      { ...photo, checkout: token, replaces },
      {
        signal: controller.signal,
        onStarted: uploadId => void this.deps.photoStore.setUploadId(photo, uploadId),
        onProgress: percent => this.publish(owner, type, { state: 'uploading', percent, picture }),
      },
      this.deps,
    )
    this.current = undefined
    switch (outcome.state) {
      case 'stopped':
        return
      case 'offline':
      case 'failed':
        this.pausedKeys.set(type, key)
        this.publish(owner, type, { ...outcome, picture })
        return
      case 'rejected':
        await this.deps.photoStore.drop(owner, type, key)
        this.publish(owner, type, { ...outcome, picture: null })
        return this.updatePendingFlag()
      case 'sent':
      case 'gone':
        await this.deps.photoStore.drop(owner, type, key)
        await this.target.onServerChange(outcome.state === 'sent' ? outcome.photo : undefined)
        // A newer photo may have replaced it meanwhile.
        if (!controller.signal.aborted) this.removeUpload(type)
        this.broadcast({ owner, type, upload: null })
        return this.updatePendingFlag()
    }
  }

  private stop(type: DocumentType): void {
    if (this.current?.type === type) this.current.controller.abort('stopped')
  }

  private handleOnline = (): void => {
    for (const type of this.pausedKeys.keys()) this.retry(type)
  }

  private handleOffline = (): void => this.current?.controller.abort('offline')

  private handleMessage({ owner, type, upload }: TabMessage): void {
    if (owner !== this.target.order().owner) return
    if (upload === undefined) {
      this.stop(type)
      this.pausedKeys.delete(type)
      void this.reloadPhoto(type)
    } else if (upload) {
      this.show(type, {
        ...upload,
        picture: this.target.store.getState().uploads[type]?.picture ?? null,
      })
    } else {
      void this.target.onServerChange().then(() => this.removeUpload(type))
    }
  }

  /** Another tab has added or cancelled a photo. */
  private async reloadPhoto(type: DocumentType): Promise<void> {
    const pendingPhotos = await this.deps.photoStore.listByOwner(this.target.order().owner)
    const photo = pendingPhotos.find(candidate => candidate.type === type)
    if (!photo) this.removeUpload(type)
    else this.showWaiting(photo)
  }

  private publish(owner: string, type: DocumentType, { picture, ...state }: PhotoUpload): void {
    this.show(type, { ...state, picture })
    this.broadcast({ owner, type, upload: state })
  }

  private broadcast(message: TabMessage): void {
    if (!this.isClosed) this.channel.postMessage(message)
  }

  private show(type: DocumentType, upload: PhotoUpload): void {
    const { store } = this.target
    store.setState({ uploads: { ...store.getState().uploads, [type]: upload } })
  }

  private showWaiting(photo: PendingPhoto): void {
    this.show(photo.type, { state: 'waiting', picture: pictureOf(photo) })
  }

  private removeUpload(type: DocumentType): void {
    const { store } = this.target
    const { [type]: _, ...uploads } = store.getState().uploads
    store.setState({ uploads })
  }

  private async updatePendingFlag(): Promise<void> {
    writePendingPhotosFlag(
      (await this.deps.photoStore.listByOwner(this.target.order().owner)).length > 0,
    )
  }
}
