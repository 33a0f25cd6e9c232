import { type KeptPhoto, pictureOf } from '@/client/photos/pending-photos-db'
import type {
  NewPhoto,
  PhotoHolder,
  PhotoQueue,
  QueueTools,
} from '@/client/photos/upload-queue-types'
import { attemptsAt } from '@/client/photos/upload-retry'
import {
  flagWaitingPhotos,
  type PhotoUpload,
  type PhotoUploads,
  type UploadState,
} from '@/client/store/upload-state'
import type { DocumentType } from '@/domain/checkout/checkout-state'

export const photoQueue = (holder: PhotoHolder, tools: QueueTools): PhotoQueue =>
  new Queue(holder, tools)

/** What tabs of one browser tell each other. */
interface Told {
  owner: string
  type: DocumentType
  /** Null: it is no longer on its way. Undefined: whoever sends it is to stop. */
  upload?: UploadState | null
}

class Queue implements PhotoQueue {
  private uploads: PhotoUploads = {}
  /** Photos that wait for more than their turn, by their keys. */
  private parked = new Map<DocumentType, string>()
  private current: { type: DocumentType; key: string; stop: AbortController } | undefined
  private isRunning = false
  private isClosed = false
  private channel = new BroadcastChannel('ida-checkout-photos')

  constructor(
    private holder: PhotoHolder,
    private tools: QueueTools,
  ) {
    window.addEventListener('online', this.online)
    window.addEventListener('offline', this.offline)
    this.channel.onmessage = ({ data }) => this.hear(data as Told)
  }

  close = (): void => {
    this.isClosed = true
    window.removeEventListener('online', this.online)
    window.removeEventListener('offline', this.offline)
    this.channel.close()
    this.current?.stop.abort('stopped')
  }

  add = async (type: DocumentType, photo: NewPhoto): Promise<void> => {
    const { image, cropped, needsReview } = photo
    const owner = this.holder.owner()
    const kept = {
      owner,
      type,
      image,
      cropped,
      needsReview,
      key: newKey(),
      addedAt: this.tools.now(),
    }
    this.stop(type)
    this.parked.delete(type)
    this.showWaiting(kept)
    await this.tools.kept.put(kept)
    flagWaitingPhotos(true)
    // Another tab may be sending the one before it.
    this.tellTabs({ owner, type })
    void this.run()
  }

  cancel = async (type: DocumentType): Promise<void> => {
    const owner = this.holder.owner()
    const wasSending = this.uploads[type]?.state === 'uploading'
    this.stop(type)
    await this.tools.kept.drop(owner, type)
    this.tellTabs({ owner, type })
    // Stopped at its end, it may have arrived all the same.
    if (wasSending) await this.holder.changed()
    this.end(type)
    await this.flag()
  }

  retry = (type: DocumentType): void => {
    this.parked.delete(type)
    this.show(type, { state: 'waiting', picture: this.uploads[type]?.picture ?? null })
    void this.run()
  }

  resume = async (): Promise<void> => {
    const owner = this.holder.owner()
    await this.tools.kept.dropOthers(owner)
    for (const photo of await this.tools.kept.of(owner))
      if (!this.uploads[photo.type]) this.showWaiting(photo)
    await this.flag()
    await this.run()
  }

  private run = async (): Promise<void> => {
    if (this.isRunning) return
    this.isRunning = true
    try {
      await this.tools.alone(() => this.sendAll())
    } finally {
      this.isRunning = false
    }
    // Something may have come while the last one ended.
    if (await this.next()) void this.run()
  }

  private async sendAll(): Promise<void> {
    for (let photo = await this.next(); photo; photo = await this.next()) await this.send(photo)
  }

  private async next(): Promise<KeptPhoto | undefined> {
    const owner = this.holder.owner()
    if (!owner || this.isClosed) return undefined
    const kept = await this.tools.kept.of(owner)
    // Closed while it looked.
    return this.isClosed ? undefined : kept.find(({ type, key }) => this.parked.get(type) !== key)
  }

  private async send(photo: KeptPhoto): Promise<void> {
    const { owner, type, key } = photo
    const stop = new AbortController()
    this.current = { type, key, stop }
    const picture = pictureOf(photo)
    const outcome = await attemptsAt(photo, {
      holder: this.holder,
      tools: this.tools,
      signal: stop.signal,
      onProgress: percent => this.tell(owner, type, { state: 'uploading', percent, picture }),
    })
    this.current = undefined
    switch (outcome.state) {
      case 'stopped':
        return
      case 'offline':
      case 'failed':
        this.parked.set(type, key)
        this.tell(owner, type, { ...outcome, picture })
        return
      case 'rejected':
        await this.tools.kept.drop(owner, type, key)
        this.tell(owner, type, { ...outcome, picture: null })
        return this.flag()
      case 'sent':
      case 'gone':
        await this.tools.kept.drop(owner, type, key)
        await this.holder.changed(outcome.state === 'sent' ? outcome.photo : undefined)
        // A newer one may have taken its place meanwhile.
        if (!stop.signal.aborted) this.end(type)
        this.tellTabs({ owner, type, upload: null })
        return this.flag()
    }
  }

  private stop(type: DocumentType): void {
    if (this.current?.type === type) this.current.stop.abort('stopped')
  }

  private online = (): void => {
    for (const type of this.parked.keys()) this.retry(type)
  }

  private offline = (): void => this.current?.stop.abort('offline')

  private hear({ owner, type, upload }: Told): void {
    if (owner !== this.holder.owner()) return
    if (upload === undefined) {
      this.stop(type)
      this.parked.delete(type)
      void this.recount(type)
    } else if (upload) {
      this.show(type, { ...upload, picture: this.uploads[type]?.picture ?? null })
    } else {
      void this.holder.changed().then(() => this.end(type))
    }
  }

  /** Another tab has added a photo, or let one go. */
  private async recount(type: DocumentType): Promise<void> {
    const kept = await this.tools.kept.of(this.holder.owner())
    const photo = kept.find(one => one.type === type)
    if (!photo) this.end(type)
    else this.showWaiting(photo)
  }

  private tell(owner: string, type: DocumentType, { picture, ...state }: PhotoUpload): void {
    this.show(type, { ...state, picture })
    this.tellTabs({ owner, type, upload: state })
  }

  private tellTabs(told: Told): void {
    if (!this.isClosed) this.channel.postMessage(told)
  }

  private show(type: DocumentType, upload: PhotoUpload): void {
    this.uploads = { ...this.uploads, [type]: upload }
    this.holder.show(this.uploads)
  }

  private showWaiting(photo: KeptPhoto): void {
    this.show(photo.type, { state: 'waiting', picture: pictureOf(photo) })
  }

  private end(type: DocumentType): void {
    const { [type]: _, ...others } = this.uploads
    this.uploads = others
    this.holder.show(others)
  }

  private async flag(): Promise<void> {
    flagWaitingPhotos((await this.tools.kept.of(this.holder.owner())).length > 0)
  }
}

/** Unlike `randomUUID`, there over plain HTTP too. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
