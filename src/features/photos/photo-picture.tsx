import { useEffect, useState } from 'react'
import type { ApprovalImage } from '@/domain/checkout/checkout-state'

interface PhotoPictureProps {
  /** What the photo shows; empty beside words that say it. */
  label: string
  /** A photo that is still here. */
  blob?: Blob | null | undefined
  /** A photo that the server has. */
  image?: ApprovalImage | undefined
  className: string
}

/** A photo in small. The customer's cookie opens it: no token stands in its address. */
export function PhotoPicture({ label, blob, image, className }: PhotoPictureProps) {
  const objectUrl = useObjectUrl(blob)
  const previewUrl = image && `${buildPreviewUrl(image.id)}?r=${image.revision}`
  const url = blob ? objectUrl : previewUrl
  if (!url) return <span className={className} />
  // biome-ignore lint/performance/noImgElement: private, already small, and never to be kept by an optimiser
  return <img src={url} alt={label} className={className} />
}

const buildPreviewUrl = (id: string): string =>
  `/checkouts/backend/api/approval-images/${id}/preview/`

/** The address of a picture in memory, as long as it is shown. */
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
