import { useEffect, useState } from 'react'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'

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
  const objectUrl = useObjectUrl(blob)
  const previewUrl = image && `${buildPreviewUrl(image.id)}?r=${image.revision}`
  const url = blob ? objectUrl : previewUrl
  if (!url) return <span className={className} />
  // biome-ignore lint/performance/noImgElement: private, already small, and must not be cached by an optimiser
  return <img src={url} alt={label} className={className} />
}

const buildPreviewUrl = (id: string): string =>
  `/checkouts/backend/api/approval-images/${id}/preview/`

/** Object URL of a blob while it is shown. */
function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return undefined
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => {
      URL.revokeObjectURL(objectUrl)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
