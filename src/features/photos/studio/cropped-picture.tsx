import { type ReactNode, useCallback } from 'react'
import { drawPicture } from '@/client/photos/image-editing'
import type { EditedPhoto } from '@/features/photos/studio/analyse-photo'
import { buildAreaStyle } from '@/features/photos/studio/area-style'
import { classNames } from '@/ui/class-names'

/** Sharp on the screens that show it. */
const maxCropSide = 1000
const maxThumbnailSide = 240

interface PictureProps {
  photo: Pick<EditedPhoto, 'picture' | 'crop'>
  /** Alt text. */
  label: string
}

interface CroppedPictureProps extends PictureProps {
  /** Leaves room on phones for advice below the picture. */
  isLow?: boolean
  children?: ReactNode
}

/** The part of the photo that is used, with what lies over it. */
export function CroppedPicture({
  photo: { picture, crop },
  label,
  isLow = false,
  children,
}: CroppedPictureProps) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      // Null when it leaves the page: by then another file may have replaced the picture.
      if (canvas) drawPicture(picture, { area: crop, maxSide: maxCropSide, canvas })
    },
    [picture, crop],
  )
  const ratio = (crop.width * picture.width) / (crop.height * picture.height)
  return (
    <div
      className={classNames(
        'relative mx-auto w-full overflow-hidden rounded-card bg-paper [--max-height:min(50dvh,440px)]',
        isLow && 'tall:max-lg:[--max-height:28dvh]',
      )}
      style={{ aspectRatio: ratio, maxWidth: `calc(var(--max-height) * ${ratio})` }}
    >
      <canvas ref={draw} role="img" aria-label={label} className="block size-full" />
      {children}
    </div>
  )
}

/** The whole photo, small, with the used part marked. */
export function WholePicture({
  photo: { picture, crop },
  label,
  className,
}: PictureProps & { className: string | undefined }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      if (canvas) drawPicture(picture, { maxSide: maxThumbnailSide, canvas })
    },
    [picture],
  )
  return (
    <div className={classNames('max-w-22 rounded-control', className)}>
      {/* The area is measured from the left in every language. */}
      <div
        dir="ltr"
        className="relative overflow-hidden rounded-control border-[3px] border-white bg-white"
      >
        <canvas ref={draw} role="img" aria-label={label} className="block h-auto max-h-22 w-full" />
        <span
          aria-hidden="true"
          className="absolute outline-2 outline-white shadow-[0_0_0_999px_rgb(20_33_61/0.4)] forced-colors:outline-[Highlight]"
          style={buildAreaStyle(crop)}
        />
      </div>
    </div>
  )
}
