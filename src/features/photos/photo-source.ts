import type { NewPhoto } from '@/client/photos/pending-photos-db'
import type { PhotoUploads } from '@/client/store/upload-state'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import type { DocumentType } from '@/domain/data/document-types'
import type { FieldIssue } from '@/domain/input/field-issue'

/** Where photos are added: in the checkout, or on a device with access to the photos only. */
export interface PhotoSource {
  /** Route of the page. */
  route: string
  /** Form that submits the photos without scripts. */
  form: string | undefined
  /** Identifies the order without granting access to it. */
  owner: string
  images: readonly ApprovalImage[]
  uploads: PhotoUploads
  /** Errors of photos posted without scripts, by photo type. */
  issues: readonly FieldIssue[]
  /** The driver's names, empty on a device that does not know them. */
  driver: { firstName: string; fullName: string }
  /** After how many days photos are deleted; a paid order has no `abandoned`. */
  photoDays: { abandoned?: number; paid: number }
  add: (type: DocumentType, photo: CapturedPhoto) => Promise<void>
  cancel: (type: DocumentType) => void
  retry: (type: DocumentType) => void
  /** Deletes an uploaded photo; false on failure. */
  remove: (image: ApprovalImage) => Promise<boolean>
  /** Lets another device add photos, too. */
  handoff?: Handoff
}

export interface Handoff {
  /** Creates a single-use URL for this photo. Throws an `ApiClientError`. */
  createUrl: (type: DocumentType) => Promise<{ url: string; expiresAt: string }>
  /** Starts polling for photos from the other device. */
  watch: () => void
}

/** Result of a photo tool (camera, file check, signature pad). */
export interface CapturedPhoto extends NewPhoto {
  /** SHA-256 of the chosen file in hex; detects one file in two documents. */
  fingerprint: string
}
