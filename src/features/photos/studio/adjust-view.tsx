import { type ReactNode, useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import { rotateClockwise } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { adviseOnCrop } from '@/domain/photos/face-position'
import { type Area, aspectRatios, fitCentredArea } from '@/domain/photos/photo-crop'
import { useAdviceTexts } from '@/features/photos/studio/advice-view'
import type { LateFace, PhotoAnalysis } from '@/features/photos/studio/analyse-photo'
import { CropControls, useCrop } from '@/features/photos/studio/crop-controls'
import { StageActions, StageIntro } from '@/features/photos/studio/studio-dialog'
import { usePreview } from '@/features/photos/studio/use-preview'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface AdjustViewProps {
  type: DocumentType
  analysis: PhotoAnalysis
  /** Button to take or choose another photo. */
  retryAction: ReactNode
  isBusy: boolean
  hasFailed: boolean
  onUse: (photo: CroppedPhoto) => void
}

/** The photo as the customer cropped it. */
export interface CroppedPhoto extends Pick<PhotoAnalysis, 'picture'> {
  crop: Area
  /** The face is not placed well in the crop. */
  isFaceMisplaced: boolean
}

/** Crops the photo for the permit: moved, zoomed and rotated by touch, keys or buttons. */
export function AdjustView({
  type,
  analysis,
  retryAction,
  isBusy,
  hasFailed,
  onUse,
}: AdjustViewProps) {
  const { t } = useTranslation('studio')
  const [{ picture, crop: initialCrop, face: initialFace }, setEditedPhoto] =
    useState<EditedPhoto>(analysis)
  const preview = usePreview(picture)
  const crop = useCrop(initialCrop)
  const lateFace = useLateFace(analysis)
  // The late face belongs to the original photo, not to a rotated one.
  const isUnrotated = picture === analysis.picture
  const face = initialFace ?? (isUnrotated ? lateFace?.face : null)
  const missingFaceAdvice = isUnrotated && !face ? lateFace?.advice : null
  const faceAdvice = (face && adviseOnCrop(face, crop.area)) ?? missingFaceAdvice ?? null

  const handleRotate = () => {
    const rotatedPicture = rotateClockwise(picture)
    const centreArea = fitCentredArea(rotatedPicture, aspectRatios[type])
    setEditedPhoto({ picture: rotatedPicture, crop: centreArea, face: null })
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
      <Advice faceAdvice={faceAdvice} />
      {hasFailed && (
        <Notice tone="error" role="alert" className="mt-4">
          {t('adjust.failed')}
        </Notice>
      )}
      <StageActions>
        <Button
          busy={isBusy}
          onClick={() => onUse({ picture, crop: crop.area, isFaceMisplaced: Boolean(faceAdvice) })}
        >
          {isBusy ? t('saving') : t('adjust.use')}
        </Button>
        {retryAction}
      </StageActions>
    </>
  )
}

type EditedPhoto = Pick<PhotoAnalysis, 'picture' | 'crop' | 'face'>

/** Result of a face check that ends while the customer is already cropping. */
function useLateFace({ pendingFace }: PhotoAnalysis): LateFace | undefined {
  const [lateFace, setLateFace] = useState<LateFace>()
  useEffect(() => {
    let isCancelled = false
    void pendingFace?.then(result => isCancelled || setLateFace(result))
    return () => {
      isCancelled = true
    }
  }, [pendingFace])
  return lateFace
}

/** Rendered before there is advice, so that the advice is announced and nothing moves. */
function Advice({ faceAdvice }: { faceAdvice: ReturnType<typeof adviseOnCrop> }) {
  const { t } = useTranslation(['studio', 'common'])
  const texts = useAdviceTexts()
  const joinSentences = ({ title, text }: { title: string; text: string }) =>
    t('common:sentences', { first: title, second: text })
  const hints = {
    noFace: joinSentences(texts.noFace),
    severalFaces: joinSentences(texts.severalFaces),
    smallFace: t('adjust.smallFace'),
    largeFace: t('adjust.largeFace'),
    edgeFace: t('adjust.edgeFace'),
  }
  const hint = faceAdvice && hints[faceAdvice]
  return (
    <p role="status" className="min-h-5 pt-3 text-center text-ink-2 text-sm">
      {hint}
    </p>
  )
}
