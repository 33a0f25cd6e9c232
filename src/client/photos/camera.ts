/** The device's camera, shown in the page. */

/** Facing mode: `user` is the front camera, `environment` the rear one. */
type Facing = 'user' | 'environment'

/** The requested camera, by facing mode or by id. */
export type CameraRequest = { facing: Facing } | { deviceId: string }

/** Why a camera shows nothing; each code has a text. */
export type CameraErrorCode =
  | 'blocked'
  | 'forbidden'
  | 'none'
  | 'busy'
  | 'unsupported'
  | 'silent'
  | 'lost'
  | 'failed'

export interface LiveCamera {
  stream: MediaStream
  facing: Facing | null
  /** The other camera, if there is one. */
  other: CameraRequest | null
}

/** A camera without a frame for this long counts as silent. */
const firstFrameTimeoutMs = 10_000

class CameraError extends Error {
  constructor(readonly code: CameraErrorCode) {
    super(code)
    this.name = 'CameraError'
  }
}

/** The code for an error of `openCamera`, by its name. */
export function toCameraErrorCode(error: unknown): CameraErrorCode {
  if (error instanceof CameraError) return error.code
  return codeByErrorName[(error as Error | undefined)?.name ?? ''] ?? 'failed'
}

const codeByErrorName: Record<string, CameraErrorCode> = {
  NotAllowedError: 'blocked',
  SecurityError: 'forbidden',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Full HD for documents, so that they are readable; a face needs less. */
const buildConstraints = (request: CameraRequest): MediaTrackConstraints =>
  'deviceId' in request
    ? { deviceId: { exact: request.deviceId }, width: { ideal: 1920 }, height: { ideal: 1080 } }
    : request.facing === 'user'
      ? { facingMode: 'user', width: { ideal: 1280 } }
      : {
          facingMode: { ideal: 'environment' },
          width: { ideal: 1920 },
          height: { ideal: 1080 },
        }

/**
 * Opens a camera, which may show a permission prompt. Falls back to any camera. @throws what
 * `toCameraErrorCode` understands.
 */
export async function openCamera(request: CameraRequest): Promise<MediaStream> {
  // In-app browsers and insecure contexts have no `mediaDevices`.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new CameraError('unsupported')
  try {
    return await devices.getUserMedia({ video: buildConstraints(request), audio: false })
  } catch (error) {
    if ((error as Error).name !== 'OverconstrainedError') throw error
    return devices.getUserMedia({ video: true, audio: false })
  }
}

function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

type CameraResult = { live: LiveCamera } | { wrong: CameraErrorCode }

/**
 * Shows a camera in a video and reports the result, again if the camera is lost later. @returns the
 * cleanup: stops the camera, and no result is reported after it.
 */
export function showCamera(
  video: HTMLVideoElement,
  request: CameraRequest,
  onResult: (result: CameraResult) => void,
): () => void {
  let isStopped = false
  let openedStream: MediaStream | undefined
  const stop = () => {
    isStopped = true
    if (openedStream) stopCamera(openedStream)
    video.srcObject = null
  }
  const fail = (code: CameraErrorCode) => {
    if (isStopped) return
    stop()
    onResult({ wrong: code })
  }
  const start = async () => {
    const stream = await openCamera(request)
    openedStream = stream
    if (isStopped) return stopCamera(stream)
    await playStream(video, stream)
    const liveCamera = { stream, facing: readFacing(stream), other: await findOtherCamera(stream) }
    if (isStopped) return
    stream.getVideoTracks()[0]?.addEventListener('ended', () => fail('lost'))
    onResult({ live: liveCamera })
  }
  start().catch(error => fail(toCameraErrorCode(error)))
  return stop
}

/** Resolves with the first frame. @throws if none comes in time. */
async function playStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraError('silent')), firstFrameTimeoutMs)
    const handleLoadedData = () => {
      clearTimeout(timer)
      resolve()
    }
    video.addEventListener('loadeddata', handleLoadedData, { once: true })
    // `play` rejects in a background tab; the frames show whether it works.
    video.play().catch(() => {})
  })
}

/** Null for cameras of computers, which report no facing mode. */
function readFacing(stream: MediaStream): Facing | null {
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode
  return facing === 'user' || facing === 'environment' ? facing : null
}

/** The camera of the other side on phones; the next connected one on computers. */
async function findOtherCamera(stream: MediaStream): Promise<CameraRequest | null> {
  const cameras = await navigator.mediaDevices.enumerateDevices().then(
    devices => devices.filter(({ kind }) => kind === 'videoinput'),
    () => [],
  )
  if (cameras.length < 2) return null
  const facing = readFacing(stream)
  if (facing) return { facing: facing === 'user' ? 'environment' : 'user' }
  const current = stream.getVideoTracks()[0]?.getSettings().deviceId
  const index = cameras.findIndex(({ deviceId }) => deviceId === current)
  const next = cameras[(index + 1) % cameras.length]
  return next ? { deviceId: next.deviceId } : null
}
