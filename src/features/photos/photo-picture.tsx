import { useCallback } from 'react'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { buildPreviewUrl } from '@/domain/photos/photo-files'

interface PhotoPictureProps {
  /** Alt text; empty next to text that describes the photo. */
  label: string
  /** A photo in memory. */
  blob?: Blob | null | undefined
  /** A photo on the server. */
  image?: ApprovalImage | undefined
  className: string
}

/** Thumbnail of a photo. Authorised by the customer's cookie: its URL contains no token. */
export function PhotoPicture({ label, blob, image, className }: PhotoPictureProps) {
  if (blob) return <BlobPicture label={label} blob={blob} className={className} />
  if (!image) return <span className={className} />
  // biome-ignore lint/performance/noImgElement: private, already small, and must not be cached by an optimiser
  return <img src={buildPreviewUrl(image)} alt={label} className={className} />
}

interface BlobPictureProps {
  label: string
  blob: Blob
  className: string
}

/** The photo's object URL lives as long as the element shows it. */
function BlobPicture({ label, blob, className }: BlobPictureProps) {
  const showBlob = useCallback(
    (element: HTMLImageElement) => {
      const objectUrl = URL.createObjectURL(blob)
      element.src = objectUrl
      return () => URL.revokeObjectURL(objectUrl)
    },
    [blob],
  )
  // biome-ignore lint/performance/noImgElement: the photo is in this browser's memory
  return <img ref={showBlob} alt={label} className={className} />
}
