import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { rotateClockwise } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { adviseOnCrop, findVisibleFaces } from '@/domain/photos/face-position'
import { aspectRatios, fitCentredArea } from '@/domain/photos/photo-crop'
import { useCropAdvice } from '@/features/photos/studio/advice-texts'
import type { EditedPhoto } from '@/features/photos/studio/analyse-photo'
import { CropControls, useCrop } from '@/features/photos/studio/crop-controls'
import { StageActions, StageIntro } from '@/features/photos/studio/studio-dialog'
import { usePreview } from '@/features/photos/studio/use-preview'
import { Button } from '@/ui/button'

interface AdjustViewProps {
  type: DocumentType
  photo: EditedPhoto
  onCancel: () => void
  onDone: (photo: EditedPhoto) => void
}

/** Crops the photo for the permit: moved, zoomed and rotated by touch, keys or buttons. */
export function AdjustView({ type, photo, onCancel, onDone }: AdjustViewProps) {
  const { t } = useTranslation('studio')
  const cropAdvice = useCropAdvice()
  const [{ picture, faces }, setRotated] = useState(photo)
  const preview = usePreview(picture)
  const crop = useCrop(photo.crop)
  const faceAdvice = faces && adviseOnCrop(findVisibleFaces(faces, crop.area), crop.area)

  const handleRotate = () => {
    const rotatedPicture = rotateClockwise(picture)
    const centreArea = fitCentredArea(rotatedPicture, aspectRatios[type])
    setRotated({ picture: rotatedPicture, crop: centreArea, faces: null })
    crop.restart(centreArea)
  }

  return (
    <>
      <StageIntro>{t('adjust.intro')}</StageIntro>
      <div
        dir="ltr"
        className="relative min-h-52 grow overflow-hidden rounded-card bg-ink lg:min-h-[360px]"
      >
        {preview && (
          <Cropper
            key={preview}
            image={preview}
            aspect={aspectRatios[type]}
            crop={crop.position}
            zoom={crop.zoom}
            maxZoom={crop.maxZoom}
            initialCroppedAreaPercentages={crop.initialAreaPercent}
            onCropChange={crop.setPosition}
            onZoomChange={crop.setZoom}
            onCropAreaChange={crop.setAreaPercent}
            setMediaSize={crop.setMedia}
            setCropSize={crop.setFrame}
            keyboardStep={10}
            // Its CSS is in src/styles/app.css: the page blocks injected styles.
            disableAutomaticStylesInjection
            mediaProps={{ alt: t('preview') }}
            cropperProps={{ role: 'group', 'aria-label': t('adjust.frame') }}
            classes={{ cropAreaClassName: 'focus-visible:outline-offset-[-3px]' }}
          />
        )}
      </div>
      <CropControls crop={crop} onRotate={handleRotate} />
      {/* Rendered before there is advice, so that the advice is announced and nothing moves. */}
      <p role="status" className="min-h-5 pt-3 text-center text-ink-2 text-sm">
        {faceAdvice && cropAdvice[faceAdvice]}
      </p>
      <StageActions>
        <Button variant="secondary" className="min-h-[54px]" onClick={onCancel}>
          {t('adjust.cancel')}
        </Button>
        <Button onClick={() => onDone({ picture, faces, crop: crop.area })}>
          {t('adjust.done')}
        </Button>
      </StageActions>
    </>
  )
}
