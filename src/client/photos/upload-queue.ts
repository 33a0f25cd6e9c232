import { generateHexId } from '@/client/browser/hex'
import { type PendingPhoto, pictureOf } from '@/client/photos/pending-photos-db'
import type {
  NewPhoto,
  UploadContext,
  UploadQueue,
  UploadQueueDeps,
} from '@/client/photos/upload-queue-types'
import { uploadWithRetry } from '@/client/photos/upload-retry'
import {
  type PhotoUpload,
  type PhotoUploads,
  type UploadState,
  writePendingPhotosFlag,
} from '@/client/store/upload-state'
import type { DocumentType } from '@/domain/checkout/checkout-state'

export const createUploadQueue = (context: UploadContext, deps: UploadQueueDeps): UploadQueue =>
  new BrowserUploadQueue(context, deps)

/** Message between tabs of one browser. */
interface TabMessage {
  owner: string
  type: DocumentType
  /** Null: no longer uploading. Undefined: the tab that sends the photo must stop. */
  upload?: UploadState | null
}

class BrowserUploadQueue implements UploadQueue {
  private uploads: PhotoUploads = {}
  /** Photos that failed or are offline, by their keys; skipped until a retry. */
  private pausedKeys = new Map<DocumentType, string>()
  private current: { type: DocumentType; key: string; controller: AbortController } | undefined
  private isRunning = false
  private isClosed = false
  private channel = new BroadcastChannel('ida-checkout-photos')

  constructor(
    private context: UploadContext,
    private deps: UploadQueueDeps,
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

  add = async (type: DocumentType, photo: NewPhoto): Promise<void> => {
    const { image, cropped, needsReview } = photo
    const owner = this.context.getOwner()
    const pendingPhoto = {
      owner,
      type,
      image,
      cropped,
      needsReview,
      key: generateHexId(),
      addedAt: this.deps.now(),
    }
    this.stop(type)
    this.pausedKeys.delete(type)
    this.showWaiting(pendingPhoto)
    await this.deps.photoStore.put(pendingPhoto)
    writePendingPhotosFlag(true)
    // Another tab may be sending the previous photo.
    this.broadcast({ owner, type })
    void this.run()
  }

  cancel = async (type: DocumentType): Promise<void> => {
    const owner = this.context.getOwner()
    const wasSending = this.uploads[type]?.state === 'uploading'
    this.stop(type)
    await this.deps.photoStore.drop(owner, type)
    this.broadcast({ owner, type })
    // An upload cancelled at its end may have arrived.
    if (wasSending) await this.context.onServerChange()
    this.removeUpload(type)
    await this.updatePendingFlag()
  }

  retry = (type: DocumentType): void => {
    this.pausedKeys.delete(type)
    this.show(type, { state: 'waiting', picture: this.uploads[type]?.picture ?? null })
    void this.run()
  }

  resume = async (): Promise<void> => {
    const owner = this.context.getOwner()
    await this.deps.photoStore.dropOthers(owner)
    for (const photo of await this.deps.photoStore.listByOwner(owner))
      if (!this.uploads[photo.type]) this.showWaiting(photo)
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
    const owner = this.context.getOwner()
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
    const outcome = await uploadWithRetry(photo, {
      context: this.context,
      deps: this.deps,
      signal: controller.signal,
      onProgress: percent => this.publish(owner, type, { state: 'uploading', percent, picture }),
    })
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
        await this.context.onServerChange(outcome.state === 'sent' ? outcome.photo : undefined)
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
    if (owner !== this.context.getOwner()) return
    if (upload === undefined) {
      this.stop(type)
      this.pausedKeys.delete(type)
      void this.reloadPhoto(type)
    } else if (upload) {
      this.show(type, { ...upload, picture: this.uploads[type]?.picture ?? null })
    } else {
      void this.context.onServerChange().then(() => this.removeUpload(type))
    }
  }

  /** Another tab has added or cancelled a photo. */
  private async reloadPhoto(type: DocumentType): Promise<void> {
    const pendingPhotos = await this.deps.photoStore.listByOwner(this.context.getOwner())
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
    this.uploads = { ...this.uploads, [type]: upload }
    this.context.onUploadsChange(this.uploads)
  }

  private showWaiting(photo: PendingPhoto): void {
    this.show(photo.type, { state: 'waiting', picture: pictureOf(photo) })
  }

  private removeUpload(type: DocumentType): void {
    const { [type]: _, ...others } = this.uploads
    this.uploads = others
    this.context.onUploadsChange(others)
  }

  private async updatePendingFlag(): Promise<void> {
    writePendingPhotosFlag(
      (await this.deps.photoStore.listByOwner(this.context.getOwner())).length > 0,
    )
  }
}
