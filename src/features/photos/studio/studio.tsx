import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { prepareFaceCheck } from '@/client/photos/face-detection'
import { closePicture, encodeUpload } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import type { CapturedPhoto } from '@/features/photos/photo-source'
import { useAdviceTexts } from '@/features/photos/studio/advice-texts'
import {
  analysePhoto,
  type IncomingPhoto,
  type PhotoAnalysis,
} from '@/features/photos/studio/analyse-photo'
import { CameraView } from '@/features/photos/studio/camera-view'
import { FileButton } from '@/features/photos/studio/file-button'
import { type AcceptedPhoto, PhotoReview } from '@/features/photos/studio/photo-review'
import { focusOnMount, StageActions, StudioDialog } from '@/features/photos/studio/studio-dialog'
import { Button, type ButtonProps } from '@/ui/button'
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
  | { name: 'reading'; photo: IncomingPhoto }
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
  const handleUse = async ({ picture, crop, needsReview }: AcceptedPhoto) => {
    if (saveStatus === 'busy') return
    setSaveStatus('busy')
    try {
      const { image, cropped } = await encodeUpload(picture, crop, type)
      onDone({ image, cropped, needsReview, fingerprint: picture.fingerprint })
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
  const statuses = {
    camera: '',
    reading: t('checking'),
    refused: '',
    review: listAdvice(stage)
      .map(advice => texts[advice].title)
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
      {stage.name === 'reading' && <CheckingIndicator />}
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
      {stage.name === 'review' && (
        <PhotoReview
          type={type}
          analysis={stage.analysis}
          firstName={firstName}
          renderRetry={renderRetry}
          isAdjusting={isAdjusting}
          onAdjustingChange={setAdjusting}
          isBusy={saveStatus === 'busy'}
          hasFailed={saveStatus === 'failed'}
          onUse={handleUse}
        />
      )}
    </StudioDialog>
  )
}

const listAdvice = (stage: Stage) => ('analysis' in stage ? stage.analysis.advice : [])

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
    analysePhoto(photo, type, otherFingerprints).then(handleResult, () =>
      handleResult({ wrong: 'broken' }),
    )
    return () => {
      isCancelled = true
    }
  }, [photo])
}

function CheckingIndicator() {
  const { t } = useTranslation('studio')
  return (
    <p className="m-auto flex items-center gap-3 py-16">
      <Spinner className="size-6 text-accent" />
      {t('checking')}
    </p>
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
