import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  type CameraErrorCode,
  type CameraRequest,
  type LiveCamera,
  showCamera,
} from '@/client/photos/camera'
import { captureFrame } from '@/client/photos/image-editing'
import { useTranslation } from '@/client/texts/use-translation'
import type { DocumentType } from '@/domain/data/document-types'
import { type Area, aspectRatios, fitCentredArea, type Size } from '@/domain/photos/photo-crop'
import { buildAreaStyle } from '@/features/photos/studio/area-style'
import { FileButton } from '@/features/photos/studio/file-button'
import { focusOnMount, StageActions, StageIntro } from '@/features/photos/studio/studio-dialog'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { RetryIcon } from '@/ui/icons'
import { CameraIcon } from '@/ui/later-icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

interface CameraViewProps {
  type: DocumentType
  onCapture: (photo: Blob, frame: Area) => void
  onFile: (file: File) => void
}

/** Share of the camera image that the frame covers: a face needs less margin. */
const getFrameShare = (type: DocumentType) => (type === 'profile' ? 0.94 : 0.88)

/** The camera with a frame and a shutter. A file can always be chosen instead. */
export function CameraView({ type, onCapture, onFile }: CameraViewProps) {
  const { t } = useTranslation('studio')
  const { video, state, retry, switchCamera } = useCamera(type)
  const [size, setSize] = useState<Size>({ width: 4, height: 3 })
  const [isBusy, setBusy] = useState(false)
  const frame = fitCentredArea(size, aspectRatios[type], getFrameShare(type))
  const isLive = state.status === 'live'

  const handleCapture = async () => {
    if (!isLive || isBusy || !video.current) return
    setBusy(true)
    onCapture(await captureFrame(video.current), frame)
  }

  const hints = {
    profile: t('camera.aim.profile'),
    license_front: t('camera.aim.license'),
    license_back: t('camera.aim.license'),
    signature: t('camera.aim.signature'),
  }
  return (
    <>
      {state.status === 'wrong' ? (
        <CameraErrorView type={type} error={state.wrong} onRetry={retry} onFile={onFile} />
      ) : (
        <StageIntro>{hints[type]}</StageIntro>
      )}
      <div hidden={state.status === 'wrong'} className="grid grow">
        <div className="relative flex min-h-48 items-center justify-center overflow-hidden rounded-card bg-ink [container-type:size] lg:min-h-[400px]">
          <div
            dir="ltr"
            className="relative shrink-0"
            style={{ aspectRatio: size.width / size.height, width: calculateWidth(size, frame) }}
          >
            <CameraVideo
              video={video}
              onSize={setSize}
              isMirrored={type === 'profile' && !(isLive && state.facing === 'environment')}
            />
            {isLive && <FrameGuide area={frame} isFace={type === 'profile'} />}
          </div>
          {state.status === 'opening' && <OpeningIndicator />}
        </div>
      </div>
      {state.status !== 'wrong' && (
        <StageActions>
          {switchCamera && (
            <Button variant="secondary" icon={<RetryIcon />} onClick={switchCamera}>
              {t('camera.switch')}
            </Button>
          )}
          <FileButton onFile={onFile}>{t('chooseFile')}</FileButton>
          <Button
            icon={<CameraIcon />}
            busy={isBusy}
            aria-disabled={!isLive || undefined}
            className="aria-disabled:bg-ink-3 aria-disabled:shadow-none"
            onClick={handleCapture}
          >
            {t('camera.take')}
          </Button>
        </StageActions>
      )}
    </>
  )
}

function OpeningIndicator() {
  const { t } = useTranslation('studio')
  return (
    <p className="absolute inset-x-6 top-1/2 flex -translate-y-1/2 flex-wrap items-center justify-center gap-3 text-center text-white">
      <Spinner />
      {t('camera.opening')}
    </p>
  )
}

/** The largest width that fits the space with the frame still visible. */
function calculateWidth(size: Size, frame: Area): string {
  const ratio = size.width / size.height
  const containWidth = `min(100cqw, 100cqh * ${ratio})`
  const coverWidth = `max(100cqw, 100cqh * ${ratio})`
  const frameWidth = `min(94cqw / ${frame.width}, ${(94 * ratio) / frame.height}cqh)`
  return `max(${containWidth}, min(${coverWidth}, ${frameWidth}))`
}

interface CameraVideoProps {
  video: RefObject<HTMLVideoElement | null>
  onSize: (size: Size) => void
  isMirrored: boolean
}

/** Camera preview. Only the preview is mirrored, not the photo. */
function CameraVideo({ video, onSize, isMirrored }: CameraVideoProps) {
  const { t } = useTranslation('studio')
  const handleResize = ({
    currentTarget: { videoWidth, videoHeight },
  }: SyntheticEvent<HTMLVideoElement>) =>
    videoWidth > 0 && onSize({ width: videoWidth, height: videoHeight })
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      aria-label={t('camera.picture')}
      onLoadedMetadata={handleResize}
      // Phones change the aspect ratio of the video when rotated.
      onResize={handleResize}
      className={classNames('size-full object-cover', isMirrored && '-scale-x-100')}
    />
  )
}

/** The captured area is clear, the rest dimmed; a selfie has an oval for the face. */
const FrameGuide = ({ area, isFace }: { area: Area; isFace: boolean }) => (
  <div
    aria-hidden="true"
    className="absolute rounded-control border-2 border-white shadow-[0_0_0_9999px_rgb(20_33_61/0.55)]"
    style={buildAreaStyle(area)}
  >
    {isFace && (
      <div className="absolute inset-x-[19%] inset-y-[17%] rounded-[50%] border-2 border-white/80 border-dashed" />
    )}
  </div>
)

type CameraState =
  | { status: 'opening' }
  | ({ status: 'live' } & LiveCamera)
  | { status: 'wrong'; wrong: CameraErrorCode }

/** The camera while mounted: off in a hidden tab, on again afterwards. */
function useCamera(type: DocumentType) {
  const video = useRef<HTMLVideoElement>(null)
  const [cameraRequest, setCameraRequest] = useState<CameraRequest>(() => ({
    facing: type === 'profile' ? 'user' : 'environment',
  }))
  const [state, setState] = useState<CameraState>({ status: 'opening' })
  const isPageVisible = useSyncExternalStore(subscribeToVisibility, isDocumentVisible)

  useEffect(() => {
    if (!isPageVisible || !video.current) return
    setState({ status: 'opening' })
    return showCamera(video.current, cameraRequest, result =>
      setState(
        'live' in result ? { status: 'live', ...result.live } : { status: 'wrong', ...result },
      ),
    )
  }, [cameraRequest, isPageVisible])

  const otherCamera = state.status === 'live' ? state.other : null
  return {
    video,
    state,
    retry: () => setCameraRequest({ ...cameraRequest }),
    switchCamera: otherCamera && (() => setCameraRequest(otherCamera)),
  }
}

const isDocumentVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

interface CameraErrorViewProps {
  type: DocumentType
  error: CameraErrorCode
  onRetry: () => void
  onFile: (file: File) => void
}

/** Why there is no camera, what helps, and a file button instead. */
function CameraErrorView({ type, error, onRetry, onFile }: CameraErrorViewProps) {
  const { t } = useTranslation('studio')
  const texts = useCameraErrorTexts()[error]
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        <Notice tone="advice" role="alert" title={texts.title}>
          {texts.text}
        </Notice>
      </div>
      <StageActions>
        <FileButton onFile={onFile} variant="primary">
          {t('chooseFile')}
        </FileButton>
        {error === 'unsupported' ? (
          <FileButton
            onFile={onFile}
            capture={type === 'profile' ? 'user' : 'environment'}
            icon={<CameraIcon />}
          >
            {t('camera.system')}
          </FileButton>
        ) : (
          <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
            {t('camera.retry')}
          </Button>
        )}
      </StageActions>
    </>
  )
}

function useCameraErrorTexts(): Record<CameraErrorCode, { title: string; text: string }> {
  const { t } = useTranslation('studio')
  return {
    blocked: { title: t('trouble.blocked.title'), text: t('trouble.blocked.text') },
    forbidden: { title: t('trouble.forbidden.title'), text: t('trouble.forbidden.text') },
    none: { title: t('trouble.none.title'), text: t('trouble.none.text') },
    busy: { title: t('trouble.busy.title'), text: t('trouble.busy.text') },
    unsupported: { title: t('trouble.unsupported.title'), text: t('trouble.unsupported.text') },
    silent: { title: t('trouble.silent.title'), text: t('trouble.silent.text') },
    lost: { title: t('trouble.lost.title'), text: t('trouble.lost.text') },
    failed: { title: t('trouble.failed.title'), text: t('trouble.failed.text') },
  }
}
