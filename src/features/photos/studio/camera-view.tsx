import { useTranslation } from 'next-i18next/pages'
import { type RefObject, type SyntheticEvent, useState } from 'react'
import { shotOf } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { type Area, aspects, middleArea, type Size } from '@/domain/photos/photo-crop'
import { CameraTrouble } from '@/features/photos/studio/camera-trouble'
import { FileButton } from '@/features/photos/studio/file-button'
import { FrameGuide } from '@/features/photos/studio/frame-guide'
import { StageActions, StageIntro } from '@/features/photos/studio/stage'
import { useCamera } from '@/features/photos/studio/use-camera'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { CameraIcon, RetryIcon } from '@/ui/icons'
import { Spinner } from '@/ui/spinner'

interface CameraViewProps {
  type: DocumentType
  onShot: (shot: Blob, frame: Area) => void
  onFile: (file: File) => void
}

/** How much of the camera's picture the frame takes: a face needs less room around it. */
const frameShare = (type: DocumentType) => (type === 'profile' ? 0.94 : 0.88)

/** The camera with a frame to aim with, and the shutter. A file is always another way. */
export function CameraView({ type, onShot, onFile }: CameraViewProps) {
  const { t } = useTranslation('studio')
  const { video, state, retry, turnAround } = useCamera(type)
  const [size, setSize] = useState<Size>({ width: 4, height: 3 })
  const [isBusy, setBusy] = useState(false)
  const frame = middleArea(size, aspects[type], frameShare(type))
  const isLive = state.at === 'live'

  const shoot = async () => {
    if (!isLive || isBusy || !video.current) return
    setBusy(true)
    onShot(await shotOf(video.current), frame)
  }

  const aims = {
    profile: t('camera.aim.profile'),
    license_front: t('camera.aim.license'),
    license_back: t('camera.aim.license'),
    signature: t('camera.aim.signature'),
  }
  return (
    <>
      {state.at === 'wrong' ? (
        <CameraTrouble type={type} wrong={state.wrong} onRetry={retry} onFile={onFile} />
      ) : (
        <StageIntro>{aims[type]}</StageIntro>
      )}
      <div hidden={state.at === 'wrong'} className="grid grow">
        <div className="relative flex min-h-48 items-center justify-center overflow-hidden rounded-card bg-ink [container-type:size] lg:min-h-[400px]">
          <div
            dir="ltr"
            className="relative shrink-0"
            style={{ aspectRatio: size.width / size.height, width: widthOf(size, frame) }}
          >
            <Live
              video={video}
              onSize={setSize}
              isMirrored={type === 'profile' && !(isLive && state.facing === 'environment')}
            />
            {isLive && <FrameGuide area={frame} isFace={type === 'profile'} />}
          </div>
          {state.at === 'opening' && <Opening />}
        </div>
      </div>
      {state.at !== 'wrong' && (
        <StageActions>
          <Button
            icon={<CameraIcon />}
            busy={isBusy}
            aria-disabled={!isLive || undefined}
            className="aria-disabled:bg-ink-3 aria-disabled:shadow-none"
            onClick={shoot}
          >
            {t('camera.take')}
          </Button>
          <FileButton onFile={onFile}>{t('chooseFile')}</FileButton>
          {turnAround && (
            <Button look="secondary" icon={<RetryIcon />} onClick={turnAround}>
              {t('camera.switch')}
            </Button>
          )}
        </StageActions>
      )}
    </>
  )
}

function Opening() {
  const { t } = useTranslation('studio')
  return (
    <p className="absolute inset-x-6 top-1/2 flex -translate-y-1/2 flex-wrap items-center justify-center gap-3 text-center text-white">
      <Spinner />
      {t('camera.opening')}
    </p>
  )
}

/** As much of the room as the camera's picture can fill with its frame still in view. */
function widthOf(size: Size, frame: Area): string {
  const ratio = size.width / size.height
  const contained = `min(100cqw, 100cqh * ${ratio})`
  const covering = `max(100cqw, 100cqh * ${ratio})`
  const framed = `min(94cqw / ${frame.width}, ${(94 * ratio) / frame.height}cqh)`
  return `max(${contained}, min(${covering}, ${framed}))`
}

interface LiveProps {
  video: RefObject<HTMLVideoElement | null>
  onSize: (size: Size) => void
  isMirrored: boolean
}

/** What the camera sees. A mirror for who looks at it; the photo is not. */
function Live({ video, onSize, isMirrored }: LiveProps) {
  const { t } = useTranslation('studio')
  const tell = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) =>
    videoWidth > 0 && onSize({ width: videoWidth, height: videoHeight })
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={t('camera.picture')}
      onLoadedMetadata={tell}
      // Phones change the shape of their picture when they are turned.
      onResize={tell}
      className={classNames('size-full object-cover', isMirrored && '-scale-x-100')}
    />
  )
}
