import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage, DocumentType } from '@/domain/checkout/checkout-state'
import type { FieldIssue } from '@/domain/input/field-issue'
import type { CapturedPhoto } from '@/features/photos/captured-photo'

/** Where photos are handed in: in the checkout, or on a device that was let in for them alone. */
export interface PhotoSource {
  /** The page's own route. */
  route: string
  /** The form that sends the photos where there are no scripts. */
  form: string | undefined
  /** Names the order without opening it. */
  owner: string
  images: readonly ApprovalImage[]
  uploads: PhotoUploads
  /** What was wrong with photos posted without scripts, by their type. */
  issues: readonly FieldIssue[]
  /** Whose signature it is, as far as it is known here. */
  driverName: string
  photoDays: { abandoned: number; paid: number }
  add: (type: DocumentType, photo: CapturedPhoto) => Promise<void>
  cancel: (type: DocumentType) => void
  retry: (type: DocumentType) => void
  /** Takes a photo away that has arrived; false when that could not be done. */
  remove: (image: ApprovalImage) => Promise<boolean>
  /** Lets another device add photos too. */
  handoff?: Handoff
}

export interface Handoff {
  /** Makes the address that opens once, at this photo. Throws a `CallFailure`. */
  createUrl: (type: DocumentType) => Promise<{ url: string; expiresAt: string }>
  /** From now on looks for what the other device sends. */
  watch: () => void
}
