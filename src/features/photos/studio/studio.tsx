import { useTranslation } from 'next-i18next/pages'
import { useEffect, useState } from 'react'
import { prepareFaceCheck } from '@/client/photos/face-detection'
import { closePicture, drawn, fileOf } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { PhotoWrong } from '@/domain/photos/photo-files'
import type { TakenPhoto } from '@/features/photos/captured-photo'
import { AdjustView, type Cropped } from '@/features/photos/studio/adjust-view'
import { AdviceView } from '@/features/photos/studio/advice-view'
import { CameraView } from '@/features/photos/studio/camera-view'
import { FileButton } from '@/features/photos/studio/file-button'
import { type IncomingPhoto, type ReadPhoto, readPhoto } from '@/features/photos/studio/read-photo'
import { RefusedView } from '@/features/photos/studio/refused-view'
import { StudioDialog } from '@/features/photos/studio/studio-dialog'
import { useAdviceTexts } from '@/features/photos/studio/use-advice-texts'
import { Button, type ButtonProps } from '@/ui/button'
import { CameraIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

export interface StudioProps {
  type: DocumentType
  start: 'camera' | File
  /** Fingerprints of the other photos here: the same file twice is told. */
  others: readonly string[]
  onDone: (photo: TakenPhoto) => void
  onCancel: () => void
}

type Stage =
  | { at: 'camera' }
  | { at: 'reading'; photo: IncomingPhoto }
  | { at: 'refused'; wrong: PhotoWrong }
  | { at: 'advice' | 'adjust'; read: ReadPhoto; photo: IncomingPhoto }

/** Takes one photo, or a chosen file, to what is sent: looked at, cropped, and without its metadata. */
export default function Studio({ type, start, others, onDone, onCancel }: StudioProps) {
  const { t } = useTranslation(['studio', 'common'])
  const [stage, setStage] = useState<Stage>(() =>
    start === 'camera' ? { at: 'camera' } : { at: 'reading', photo: { file: start } },
  )
  const [saving, setSaving] = useState<'no' | 'busy' | 'failed'>('no')
  useReading(stage, type, others, setStage)
  useEffect(() => {
    if (type === 'profile') prepareFaceCheck()
  }, [type])

  const startAgain = (next: Stage) => {
    if ('read' in stage) closePicture(stage.read.picture)
    setSaving('no')
    setStage(next)
  }
  const chooseFile = (file: File) => startAgain({ at: 'reading', photo: { file } })
  const openCamera = () => startAgain({ at: 'camera' })
  const use = async ({ picture, crop, isAwry }: Cropped) => {
    if (saving === 'busy' || stage.at !== 'adjust') return
    setSaving('busy')
    try {
      const image = await fileOf(drawn(picture))
      const cropped = await fileOf(drawn(picture, { area: crop }))
      const needsReview = isAwry || stage.read.advice.length > 0
      onDone({ image, cropped, needsReview, fingerprint: picture.fingerprint })
    } catch {
      setSaving('failed')
    }
  }

  const isShot = 'photo' in stage && stage.photo.frame !== undefined
  const again = (look: ButtonProps['look']) =>
    isShot ? (
      <Button look={look} icon={<CameraIcon />} onClick={openCamera}>
        {t('retake')}
      </Button>
    ) : (
      <FileButton look={look} onFile={chooseFile}>
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
    advice: adviceIn(stage)
      .map(one => texts[one].title)
      .reduce((first, second) => (first ? t('common:sentences', { first, second }) : second), ''),
    adjust: saving === 'busy' ? t('saving') : '',
  }
  return (
    <StudioDialog
      title={titles[type]}
      status={statuses[stage.at]}
      // A chosen file lies where it was; a photo just taken does not.
      wouldLose={isShot}
      onClose={onCancel}
    >
      {stage.at === 'camera' && (
        <CameraView
          type={type}
          onShot={(file, frame) => setStage({ at: 'reading', photo: { file, frame } })}
          onFile={chooseFile}
        />
      )}
      {stage.at === 'reading' && <Checking />}
      {stage.at === 'refused' && (
        <RefusedView wrong={stage.wrong}>
          <FileButton look="primary" onFile={chooseFile}>
            {t('chooseAnother')}
          </FileButton>
          <Button look="secondary" icon={<CameraIcon />} onClick={openCamera}>
            {t('camera.take')}
          </Button>
        </RefusedView>
      )}
      {stage.at === 'advice' && (
        <AdviceView
          picture={stage.read.picture}
          advice={stage.read.advice}
          again={again('primary')}
          onUse={() => setStage({ ...stage, at: 'adjust' })}
        />
      )}
      {stage.at === 'adjust' && (
        <AdjustView
          type={type}
          read={stage.read}
          again={again('secondary')}
          isBusy={saving === 'busy'}
          hasFailed={saving === 'failed'}
          onUse={use}
        />
      )}
    </StudioDialog>
  )
}

const adviceIn = (stage: Stage) => ('read' in stage ? stage.read.advice : [])

/** Looks at a photo that has come, and goes on to what there is to say of it. */
function useReading(
  stage: Stage,
  type: DocumentType,
  others: readonly string[],
  goTo: (stage: Stage) => void,
) {
  const photo = stage.at === 'reading' ? stage.photo : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a photo is read once, with what was there then
  useEffect(() => {
    if (!photo) return
    let isOver = false
    const show = (read: Awaited<ReturnType<typeof readPhoto>>) => {
      if (isOver) return 'picture' in read && closePicture(read.picture)
      if ('wrong' in read) return goTo({ at: 'refused', wrong: read.wrong })
      goTo({ at: read.advice.length > 0 ? 'advice' : 'adjust', read, photo })
    }
    readPhoto(photo, type, others).then(show, () => show({ wrong: 'broken' }))
    return () => {
      isOver = true
    }
  }, [photo])
}

function Checking() {
  const { t } = useTranslation('studio')
  return (
    <p className="m-auto flex items-center gap-3 py-16">
      <Spinner className="size-6 text-accent" />
      {t('checking')}
    </p>
  )
}
