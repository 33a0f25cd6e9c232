/** What a tool of the photo step (camera, file check, signature pad) hands over when the customer is done with it. */
export interface CapturedPhoto {
  image: Blob
  cropped: Blob | null
  needsReview: boolean
  /** SHA-256 of the chosen file in hex: shows that two documents are the same file. */
  fingerprint: string
}
