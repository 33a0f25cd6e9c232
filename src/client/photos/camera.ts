/** The device's camera, shown in the page. */

/** Which way a camera looks: at the customer, or away. */
export type Facing = 'user' | 'environment'

/** Which camera is wanted: by the way it looks, or one by its id. */
export type CameraRequest = { facing: Facing } | { deviceId: string }

/** Why there is no picture from a camera: each has its own sentence. */
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
  /** The other camera, when there is one. */
  other: CameraRequest | null
}

/** A camera that gives no picture for so long gives none at all. */
const firstFrameTimeoutMs = 10_000

class CameraError extends Error {
  constructor(readonly code: CameraErrorCode) {
    super(code)
    this.name = 'CameraError'
  }
}

/** Why a camera could not be opened, by the name of what the browser threw. */
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

/** Full HD for papers, that they can be read; a face needs less. */
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
 * Asks for a camera, which may ask the customer. When none is as wished, any will do.
 * @throws what `toCameraErrorCode` understands.
 */
export async function openCamera(request: CameraRequest): Promise<MediaStream> {
  // Browsers inside other apps have no cameras, and pages without encryption are given none.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new CameraError('unsupported')
  try {
    return await devices.getUserMedia({ video: buildConstraints(request), audio: false })
  } catch (error) {
    if ((error as Error).name !== 'OverconstrainedError') throw error
    return devices.getUserMedia({ video: true, audio: false })
  }
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

type CameraResult = { live: LiveCamera } | { wrong: CameraErrorCode }

/**
 * Shows a camera in a video and tells what became of it, more than once when it is lost later.
 * @returns the function that ends it: nothing is told after that, and the camera's light goes out.
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

/** Resolves with the first frame. @throws when none comes in time. */
async function playStream(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraError('silent')), firstFrameTimeoutMs)
    const handleLoadedData = () => {
      clearTimeout(timer)
      resolve()
    }
    video.addEventListener('loadeddata', handleLoadedData, { once: true })
    // Refused in a tab that is not looked at; the frames that come say whether it plays.
    video.play().catch(() => {})
  })
}

/** Computers' cameras do not say which way they look. */
function readFacing(stream: MediaStream): Facing | null {
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode
  return facing === 'user' || facing === 'environment' ? facing : null
}

/** On phones the camera of the other side; on computers the next one that is plugged in. */
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
