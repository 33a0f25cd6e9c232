/** The device's camera, shown in the page. */

/** Which way a camera looks: at the customer, or away. */
export type Facing = 'user' | 'environment'

/** Which camera is wanted: by the way it looks, or one by its id. */
export type CameraWish = { facing: Facing } | { deviceId: string }

/** Why there is no picture from a camera: each has its own sentence. */
export type CameraWrong =
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
  other: CameraWish | null
}

/** A camera that gives no picture for so long gives none at all. */
const mostSilenceMs = 10_000

class CameraTrouble extends Error {
  constructor(readonly wrong: CameraWrong) {
    super(wrong)
    this.name = 'CameraTrouble'
  }
}

/** Why a camera could not be opened, by the name of what the browser threw. */
export function cameraWrongOf(thrown: unknown): CameraWrong {
  if (thrown instanceof CameraTrouble) return thrown.wrong
  return wrongByName[(thrown as Error | undefined)?.name ?? ''] ?? 'failed'
}

const wrongByName: Record<string, CameraWrong> = {
  NotAllowedError: 'blocked',
  SecurityError: 'forbidden',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Full HD for papers, that they can be read; a face needs less. */
const constraintsOf = (wish: CameraWish): MediaTrackConstraints =>
  'deviceId' in wish
    ? { deviceId: { exact: wish.deviceId }, width: { ideal: 1920 }, height: { ideal: 1080 } }
    : wish.facing === 'user'
      ? { facingMode: 'user', width: { ideal: 1280 } }
      : {
          facingMode: { ideal: 'environment' },
          width: { ideal: 1920 },
          height: { ideal: 1080 },
        }

/**
 * Asks for a camera, which may ask the customer. When none is as wished, any will do.
 * @throws what `cameraWrongOf` understands.
 */
export async function openCamera(wish: CameraWish): Promise<MediaStream> {
  // Browsers inside other apps have no cameras, and pages without encryption are given none.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.getUserMedia) throw new CameraTrouble('unsupported')
  try {
    return await devices.getUserMedia({ video: constraintsOf(wish), audio: false })
  } catch (error) {
    if ((error as Error).name !== 'OverconstrainedError') throw error
    return devices.getUserMedia({ video: true, audio: false })
  }
}

export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

type Told = { live: LiveCamera } | { wrong: CameraWrong }

/**
 * Shows a camera in a video and tells what became of it, more than once when it is lost later.
 * @returns the function that ends it: nothing is told after that, and the camera's light goes out.
 */
export function showCamera(
  video: HTMLVideoElement,
  wish: CameraWish,
  tell: (told: Told) => void,
): () => void {
  let isOver = false
  let opened: MediaStream | undefined
  const stop = () => {
    isOver = true
    if (opened) stopCamera(opened)
    video.srcObject = null
  }
  const fail = (wrong: CameraWrong) => {
    if (isOver) return
    stop()
    tell({ wrong })
  }
  const show = async () => {
    const stream = await openCamera(wish)
    opened = stream
    if (isOver) return stopCamera(stream)
    await play(video, stream)
    const live = { stream, facing: facingOf(stream), other: await otherCamera(stream) }
    if (isOver) return
    stream.getVideoTracks()[0]?.addEventListener('ended', () => fail('lost'))
    tell({ live })
  }
  show().catch(error => fail(cameraWrongOf(error)))
  return stop
}

/** Resolves with the first frame. @throws when none comes in time. */
async function play(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraTrouble('silent')), mostSilenceMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    video.addEventListener('loadeddata', begin, { once: true })
    // Refused in a tab that is not looked at; the frames that come say whether it plays.
    video.play().catch(() => {})
  })
}

/** Computers' cameras do not say which way they look. */
function facingOf(stream: MediaStream): Facing | null {
  const facing = stream.getVideoTracks()[0]?.getSettings().facingMode
  return facing === 'user' || facing === 'environment' ? facing : null
}

/** On phones the camera of the other side; on computers the next one that is plugged in. */
async function otherCamera(stream: MediaStream): Promise<CameraWish | null> {
  const cameras = await navigator.mediaDevices.enumerateDevices().then(
    devices => devices.filter(({ kind }) => kind === 'videoinput'),
    () => [],
  )
  if (cameras.length < 2) return null
  const facing = facingOf(stream)
  if (facing) return { facing: facing === 'user' ? 'environment' : 'user' }
  const current = stream.getVideoTracks()[0]?.getSettings().deviceId
  const index = cameras.findIndex(({ deviceId }) => deviceId === current)
  const next = cameras[(index + 1) % cameras.length]
  return next ? { deviceId: next.deviceId } : null
}
