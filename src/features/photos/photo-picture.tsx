import type { ApprovalImage } from '@/domain/checkout/checkout-state'
import { buildPreviewUrl } from '@/domain/photos/photo-files'
import { type PictureSource, usePicture } from '@/ui/picture-source'

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
  const source = blob ?? (image && buildPreviewUrl(image))
  if (!source) return <span className={className} />
  return <Picture label={label} source={source} className={className} />
}

interface PictureProps extends Pick<PhotoPictureProps, 'label' | 'className'> {
  source: PictureSource
}

const Picture = ({ label, source, className }: PictureProps) => (
  // biome-ignore lint/performance/noImgElement: private, already small, and must not be cached by an optimiser
  <img {...usePicture(source)} alt={label} className={className} />
)
