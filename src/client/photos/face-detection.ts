import { filterLikelyFaces } from '@/domain/photos/face-position'
import type { Area } from '@/domain/photos/photo-crop'

type FaceApi = typeof import('@vladmandic/face-api')

/** Timeout of the detection, in milliseconds. */
const detectionTimeoutMs = 3_000
/** Timeout for loading and warming up the model. The customer waits for both at most. */
const setupTimeoutMs = 12_000
const modelFolder = '/checkouts/models'

let loading: Promise<FaceApi> | undefined

/**
 * Loads the model (half a megabyte) while the customer reads the photo hints; not with data saver
 * on.
 */
export function prepareFaceCheck(): void {
  if (isDataSaverOn()) return
  const prepare = () => void loadApiOnce().catch(() => {})
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') setTimeout(prepare, 200)
  else requestIdleCallback(prepare, { timeout: 2_000 })
}

/**
 * The likely faces in a picture, in shares of its width and height, the largest first; null if
 * unknown: a timeout, a failed load, or data saver.
 */
export async function findFaces(canvas: HTMLCanvasElement): Promise<Area[] | null> {
  if (isDataSaverOn()) return null
  const api = await withTimeout(setupTimeoutMs, loadApiOnce())
  return api && withTimeout(detectionTimeoutMs, detectFaces(api, canvas))
}

/** Null after the timeout, and if the task fails. */
const withTimeout = <Result>(timeoutMs: number, task: Promise<Result>): Promise<Result | null> =>
  Promise.race([
    task.catch(() => null),
    new Promise<null>(resolve => setTimeout(() => resolve(null), timeoutMs)),
  ])

async function detectFaces(api: FaceApi, canvas: HTMLCanvasElement): Promise<Area[]> {
  const detections = await runDetector(api, canvas)
  const { width, height } = canvas
  const faces = detections.map(({ box }) => ({
    x: box.x / width,
    y: box.y / height,
    width: box.width / width,
    height: box.height / height,
  }))
  return filterLikelyFaces(faces)
}

const runDetector = (
  { detectAllFaces, TinyFaceDetectorOptions }: FaceApi,
  canvas: HTMLCanvasElement,
) => detectAllFaces(canvas, new TinyFaceDetectorOptions({ inputSize: 320, scoreThreshold: 0.5 }))

/** Loads once per page; after a failure the next selfie tries again. */
function loadApiOnce(): Promise<FaceApi> {
  loading ??= loadApi().catch(error => {
    loading = undefined
    throw error
  })
  return loading
}

async function loadApi(): Promise<FaceApi> {
  // Keeps the model's runtime out of the server's build.
  if (typeof window === 'undefined') throw new Error('Faces are looked for in browsers alone.')
  const api: FaceApi = await import('@vladmandic/face-api/dist/face-api.esm.js')
  await api.nets.tinyFaceDetector.loadFromUri(modelFolder)
  await warmUp(api)
  return api
}

/**
 * The first detection takes seconds, because it compiles the shaders: run it on an empty picture.
 */
async function warmUp(api: FaceApi): Promise<void> {
  try {
    await runDetector(
      api,
      Object.assign(document.createElement('canvas'), { width: 320, height: 320 }),
    )
  } catch {
    // A failure shows again with the photo's own check.
  }
}

const isDataSaverOn = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
