import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import { turned } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { adviceOnCrop } from '@/domain/photos/face-position'
import { type Area, aspects, middleArea } from '@/domain/photos/photo-crop'
import { CropControls } from '@/features/photos/studio/crop-controls'
import type { LateFace, ReadPhoto } from '@/features/photos/studio/read-photo'
import { StageActions, StageIntro } from '@/features/photos/studio/stage'
import { useAdviceTexts } from '@/features/photos/studio/use-advice-texts'
import { useCrop } from '@/features/photos/studio/use-crop'
import { usePreview } from '@/features/photos/studio/use-preview'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface AdjustViewProps {
  type: DocumentType
  read: ReadPhoto
  /** Takes or chooses another photo. */
  again: ReactNode
  isBusy: boolean
  hasFailed: boolean
  onUse: (use: Cropped) => void
}

/** The photo as the customer wants it. */
export interface Cropped extends Pick<ReadPhoto, 'picture'> {
  crop: Area
  /** The face does not sit well in the crop. */
  isAwry: boolean
}

/** What of the photo goes on the permit: moved, zoomed and turned with a finger, by keys or by buttons. */
export function AdjustView({ type, read, again, isBusy, hasFailed, onUse }: AdjustViewProps) {
  const { t } = useTranslation('studio')
  const [{ picture, crop: start, face: found }, setShown] = useState<Shown>(read)
  const preview = usePreview(picture)
  const crop = useCrop(start)
  const late = useLateFace(read)
  // It was found in the photo as it came, not as it was turned since.
  const isAsItCame = picture === read.picture
  const face = found ?? (isAsItCame ? late?.face : null)
  const faceless = isAsItCame && !face ? late?.advice : null
  const awry = (face && adviceOnCrop(face, crop.area)) ?? faceless ?? null

  const turn = () => {
    const upright = turned(picture)
    const middle = middleArea(upright, aspects[type])
    setShown({ picture: upright, crop: middle, face: null })
    crop.restart(middle)
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
            aspect={aspects[type]}
            crop={crop.place}
            zoom={crop.zoom}
            maxZoom={crop.mostZoom}
            initialCroppedAreaPercentages={crop.start}
            onCropChange={crop.setPlace}
            onZoomChange={crop.setZoom}
            onCropAreaChange={crop.tell}
            setMediaSize={crop.setMedia}
            setCropSize={crop.setFrame}
            keyboardStep={10}
            // Its style sheet comes with this file: the page allows no other.
            disableAutomaticStylesInjection
            mediaProps={{ alt: t('preview') }}
            cropperProps={{ role: 'group', 'aria-label': t('adjust.frame') }}
            classes={{ cropAreaClassName: 'focus-visible:outline-offset-[-3px]' }}
          />
        )}
      </div>
      <CropControls crop={crop} onTurn={turn} />
      <Advice awry={awry} />
      {hasFailed && (
        <Notice tone="error" role="alert" className="mt-4">
          {t('adjust.failed')}
        </Notice>
      )}
      <StageActions>
        <Button
          busy={isBusy}
          onClick={() => onUse({ picture, crop: crop.area, isAwry: Boolean(awry) })}
        >
          {isBusy ? t('saving') : t('adjust.use')}
        </Button>
        {again}
      </StageActions>
    </>
  )
}

type Shown = Pick<ReadPhoto, 'picture' | 'crop' | 'face'>

/** What is found of the face while the customer is here already. */
function useLateFace({ later }: ReadPhoto): LateFace | undefined {
  const [late, setLate] = useState<LateFace>()
  useEffect(() => {
    let isOver = false
    void later?.then(found => isOver || setLate(found))
    return () => {
      isOver = true
    }
  }, [later])
  return late
}

/** Stands in its place before there is anything to say, so that it is heard and nothing jumps. */
function Advice({ awry }: { awry: ReturnType<typeof adviceOnCrop> }) {
  const { t } = useTranslation(['studio', 'common'])
  const texts = useAdviceTexts()
  const said = ({ title, text }: { title: string; text: string }) =>
    t('common:sentences', { first: title, second: text })
  const hints = {
    noFace: said(texts.noFace),
    severalFaces: said(texts.severalFaces),
    smallFace: t('adjust.smallFace'),
    largeFace: t('adjust.largeFace'),
    edgeFace: t('adjust.edgeFace'),
  }
  const hint = awry && hints[awry]
  return (
    <p role="status" className="min-h-5 pt-3 text-center text-ink-2 text-sm">
      {hint}
    </p>
  )
}
