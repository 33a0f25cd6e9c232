/** Result of a photo tool (camera, file check, signature pad). */
export interface CapturedPhoto {
  image: Blob
  cropped: Blob | null
  needsReview: boolean
  /** SHA-256 of the chosen file in hex; detects one file in two documents. */
  fingerprint: string
}
