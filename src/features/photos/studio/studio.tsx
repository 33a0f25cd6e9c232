import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { prepareFaceCheck } from '@/client/photos/face-detection'
import { closePicture, encodeUpload, type Picture } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { wholePicture } from '@/domain/photos/photo-crop'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import type { CapturedPhoto } from '@/features/photos/photo-source'
import { AdjustView } from '@/features/photos/studio/adjust-view'
import { useAdviceTexts } from '@/features/photos/studio/advice-texts'
import {
  analyseCrop,
  analysePhoto,
  type EditedPhoto,
  type IncomingPhoto,
  type PhotoAnalysis,
} from '@/features/photos/studio/analyse-photo'
import { CameraView } from '@/features/photos/studio/camera-view'
import { CroppedPicture } from '@/features/photos/studio/cropped-picture'
import { FileButton } from '@/features/photos/studio/file-button'
import { PhotoReview } from '@/features/photos/studio/photo-review'
import { focusOnMount, StageActions, StudioDialog } from '@/features/photos/studio/studio-dialog'
import { Button, type ButtonProps } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { CameraIcon } from '@/ui/later-icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

export interface StudioProps {
  type: DocumentType
  start: 'camera' | File
  /** The driver's first name; empty if unknown. */
  firstName: string
  /** Fingerprints of the other photos, to detect the same file twice. */
  otherFingerprints: readonly string[]
  /** A file cannot be used; undefined when another photo follows it. */
  onRefusal: (error: PhotoErrorCode | undefined) => void
  onDone: (photo: CapturedPhoto) => void
  onCancel: () => void
}

type Stage =
  | { name: 'camera' }
  /** With the picture once it is open and its face is being checked. */
  | { name: 'reading'; photo: IncomingPhoto; picture?: Picture }
  | { name: 'refused'; error: PhotoErrorCode }
  | { name: 'review'; analysis: PhotoAnalysis; photo: IncomingPhoto }

/** Turns a shot or a chosen file into the submitted photo: checked, cropped, without metadata. */
export default function Studio({
  type,
  start,
  firstName,
  otherFingerprints,
  onRefusal,
  onDone,
  onCancel,
}: StudioProps) {
  const { t } = useTranslation(['studio', 'common'])
  const [stage, setStage] = useState<Stage>(() =>
    start === 'camera' ? { name: 'camera' } : { name: 'reading', photo: { file: start } },
  )
  const [isAdjusting, setAdjusting] = useState(false)
  const [saveStatus, setSaveStatus] = useState<'no' | 'busy' | 'failed'>('no')
  const goTo = (next: Stage) => {
    setStage(next)
    onRefusal(next.name === 'refused' ? next.error : undefined)
  }
  useAnalysePhoto(stage, type, otherFingerprints, goTo)
  useEffect(() => {
    if (type === 'profile') prepareFaceCheck()
  }, [type])

  const restart = (next: Stage) => {
    if ('analysis' in stage) closePicture(stage.analysis.picture)
    setSaveStatus('no')
    goTo(next)
  }
  const chooseFile = (file: File) => restart({ name: 'reading', photo: { file } })
  const openCamera = () => restart({ name: 'camera' })
  const handleAdjusted = (edited: EditedPhoto) => {
    setAdjusting(false)
    if (stage.name === 'review')
      setStage({ ...stage, analysis: analyseCrop(stage.analysis, edited) })
  }
  const handleUse = async () => {
    if (stage.name !== 'review' || saveStatus === 'busy') return
    const { picture, crop, advice } = stage.analysis
    setSaveStatus('busy')
    try {
      const { image, cropped } = await encodeUpload(picture, crop, type)
      onDone({
        image,
        cropped,
        needsReview: advice.length > 0,
        fingerprint: picture.fingerprint,
      })
    } catch {
      setSaveStatus('failed')
    }
  }

  const isCameraShot = 'photo' in stage && stage.photo.frame !== undefined
  const renderRetry = (variant: ButtonProps['variant']) =>
    isCameraShot ? (
      <Button variant={variant} className="min-h-[54px]" onClick={openCamera}>
        {t('retake')}
      </Button>
    ) : (
      <FileButton variant={variant} onFile={chooseFile}>
        {t('chooseAnother')}
      </FileButton>
    )
  const titles = {
    profile: t('title.profile'),
    license_front: t('title.license_front'),
    license_back: t('title.license_back'),
    signature: t('title.signature'),
  }
  const texts = useAdviceTexts()
  // Empty while the crop changes, so that what remains is announced anew.
  const advice = stage.name === 'review' && !isAdjusting ? stage.analysis.advice : []
  const statuses = {
    camera: '',
    reading: 'picture' in stage ? t('review.checkingFace') : t('checking'),
    refused: '',
    review: advice
      .map(adviceKey => texts[adviceKey].title)
      .reduce((first, second) => (first ? t('common:sentences', { first, second }) : second), ''),
  }
  return (
    <StudioDialog
      title={titles[type]}
      status={saveStatus === 'busy' ? t('saving') : statuses[stage.name]}
      // A chosen file still exists on the device; a new shot does not.
      hasUnsavedWork={isCameraShot}
      onBack={isAdjusting ? () => setAdjusting(false) : undefined}
      onClose={onCancel}
    >
      {stage.name === 'camera' && (
        <CameraView
          type={type}
          onCapture={(file, frame) => setStage({ name: 'reading', photo: { file, frame } })}
          onFile={chooseFile}
        />
      )}
      {stage.name === 'reading' && <CheckingView picture={stage.picture} />}
      {stage.name === 'refused' && (
        <RefusedView error={stage.error}>
          <Button variant="secondary" icon={<CameraIcon />} onClick={openCamera}>
            {t('camera.take')}
          </Button>
          <FileButton variant="primary" onFile={chooseFile}>
            {t('chooseAnother')}
          </FileButton>
        </RefusedView>
      )}
      {stage.name === 'review' &&
        (isAdjusting ? (
          <AdjustView
            type={type}
            photo={stage.analysis}
            onCancel={() => setAdjusting(false)}
            onDone={handleAdjusted}
          />
        ) : (
          <PhotoReview
            type={type}
            analysis={stage.analysis}
            firstName={firstName}
            renderRetry={renderRetry}
            isBusy={saveStatus === 'busy'}
            hasFailed={saveStatus === 'failed'}
            onAdjust={() => setAdjusting(true)}
            onUse={handleUse}
          />
        ))}
    </StudioDialog>
  )
}

/** Analyses a new photo and opens the stage for the result. */
function useAnalysePhoto(
  stage: Stage,
  type: DocumentType,
  otherFingerprints: readonly string[],
  goTo: (stage: Stage) => void,
) {
  const photo = stage.name === 'reading' ? stage.photo : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is read once, with what was there then
  useEffect(() => {
    if (!photo) return
    let isCancelled = false
    const handleResult = (analysis: Awaited<ReturnType<typeof analysePhoto>>) => {
      if (isCancelled) return 'picture' in analysis && closePicture(analysis.picture)
      if ('wrong' in analysis) return goTo({ name: 'refused', error: analysis.wrong })
      goTo({ name: 'review', analysis, photo })
    }
    const handleFaceCheck = (picture: Picture) =>
      isCancelled || goTo({ name: 'reading', photo, picture })
    analysePhoto(photo, type, otherFingerprints, handleFaceCheck).then(handleResult, () =>
      handleResult({ wrong: 'broken' }),
    )
    return () => {
      isCancelled = true
    }
  }, [photo])
}

/** The whole photo as soon as it is open: the check of its face may take seconds. */
function CheckingView({ picture }: { picture: Picture | undefined }) {
  const { t } = useTranslation('studio')
  return (
    <>
      {picture && <CroppedPicture photo={{ picture, crop: wholePicture }} label={t('preview')} />}
      <p
        className={classNames(
          'mx-auto flex items-center gap-3',
          picture ? 'py-5' : 'my-auto py-16',
        )}
      >
        <Spinner className="size-6 text-accent" />
        {picture ? t('review.checkingFace') : t('checking')}
      </p>
    </>
  )
}

interface RefusedViewProps {
  error: PhotoErrorCode
  /** Buttons to choose another photo. */
  children: ReactNode
}

/** Why a file cannot be used and what to do. */
function RefusedView({ error, children }: RefusedViewProps) {
  const { t } = useTranslation(['photos', 'studio'])
  const texts: Partial<Record<PhotoErrorCode, string>> = {
    empty: t('photos:issues.photo.empty'),
    type: t('photos:issues.photo.type'),
    heic: t('studio:heic'),
    large: t('photos:issues.photo.large'),
    pixels: t('photos:issues.photo.pixels'),
    small: t('photos:issues.photo.small'),
  }
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        <Notice tone="error" role="alert">
          {texts[error] ?? t('photos:issues.photo.broken')}
        </Notice>
      </div>
      <StageActions>{children}</StageActions>
    </>
  )
}
