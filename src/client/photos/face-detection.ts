import { type FaceCheck, filterLikelyFaces } from '@/domain/photos/face-position'

type FaceApi = typeof import('@vladmandic/face-api')

/** The customer waits no longer than this for the check, which itself gives up after as long. */
const detectionTimeoutMs = 3_000
/** The first one may have to be loaded and made ready before; meanwhile the customer goes on. */
const setupTimeoutMs = 12_000
const modelFolder = '/checkouts/models'

let loading: Promise<FaceApi> | undefined

/**
 * Makes the check ready while the customer is still reading what a good photo is: half a megabyte, and
 * not for customers who save data.
 */
export function prepareFaceCheck(): void {
  if (isDataSaverOn()) return
  const prepare = () => void loadApiOnce().catch(() => {})
  // Safari has no idle time to offer.
  if (typeof requestIdleCallback === 'undefined') setTimeout(prepare, 200)
  else requestIdleCallback(prepare, { timeout: 2_000 })
}

/** The faces in a picture; null when nobody can tell: it took too long, could not be loaded, or data is saved. */
export async function checkFace(canvas: HTMLCanvasElement): Promise<FaceCheck | null> {
  if (isDataSaverOn()) return null
  const api = await withTimeout(setupTimeoutMs, loadApiOnce(), null)
  return api && withTimeout(detectionTimeoutMs, detectFaces(api, canvas), null)
}

/** What a check has found by the time nobody should wait longer for it; undefined when it still looks. */
export const waitForFaceCheck = (check: Promise<FaceCheck | null>) =>
  withTimeout(detectionTimeoutMs, check, undefined)

const withTimeout = <Result, Fallback extends null | undefined>(
  timeoutMs: number,
  task: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> =>
  Promise.race([
    task.catch(() => fallback),
    new Promise<Fallback>(resolve => setTimeout(() => resolve(fallback), timeoutMs)),
  ])

async function detectFaces(api: FaceApi, canvas: HTMLCanvasElement): Promise<FaceCheck> {
  const detections = await runDetector(api, canvas)
  const { width, height } = canvas
  const faces = detections.map(({ box }) => ({
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  }))
  return { faces: filterLikelyFaces(faces) }
}

const runDetector = (
  { detectAllFaces, TinyFaceDetectorOptions }: FaceApi,
  canvas: HTMLCanvasElement,
) => detectAllFaces(canvas, new TinyFaceDetectorOptions({ inputSize: 320, scoreThreshold: 0.5 }))

/** Once for the page; after a failure the next selfie tries again. */
function loadApiOnce(): Promise<FaceApi> {
  loading ??= loadApi().catch(error => {
    loading = undefined
    throw error
  })
  return loading
}

async function loadApi(): Promise<FaceApi> {
  // The server never looks at a face here, and its build need not hold the model's runtime.
  if (typeof window === 'undefined') throw new Error('Faces are looked for in browsers alone.')
  const api: FaceApi = await import('@vladmandic/face-api/dist/face-api.esm.js')
  await api.nets.tinyFaceDetector.loadFromUri(modelFolder)
  await warmUp(api)
  return api
}

/** The first look takes seconds, in which the graphics card is told how: an empty picture has that behind it. */
async function warmUp(api: FaceApi): Promise<void> {
  try {
    await runDetector(
      api,
      Object.assign(document.createElement('canvas'), { width: 320, height: 320 }),
    )
  } catch {
    // The photo's own look will tell.
  }
}

const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
