import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const detectAllFaces = vi.fn()
const loadFromUri = vi.fn(async (_folder: string) => {})

vi.mock('@vladmandic/face-api/dist/face-api.esm.js', () => ({
  detectAllFaces,
  TinyFaceDetectorOptions: class {},
  nets: { tinyFaceDetector: { loadFromUri } },
}))

const canvas = { width: 640, height: 400 } as HTMLCanvasElement
const box = (x: number, y: number, width: number, height: number) => ({
  box: { x, y, width, height },
})

/** Imports a fresh module, because a loaded model stays loaded. */
const importFreshModule = () => import('@/client/photos/face-detection')

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('finds faces as fractions of the picture, the largest first', async () => {
  detectAllFaces.mockResolvedValue([box(64, 40, 64, 40), box(320, 100, 160, 100)])
  const { findFaces } = await importFreshModule()
  expect(await findFaces(canvas)).toEqual([
    { x: 0.5, y: 0.25, width: 0.25, height: 0.25 },
    { x: 0.1, y: 0.1, width: 0.1, height: 0.1 },
  ])
  expect(loadFromUri).toHaveBeenCalledWith('/checkouts/models')
})

it('loads its model once', async () => {
  detectAllFaces.mockResolvedValue([])
  const { findFaces } = await importFreshModule()
  expect(await findFaces(canvas)).toEqual([])
  await findFaces(canvas)
  expect(loadFromUri).toHaveBeenCalledOnce()
})

it('loads nothing for customers with data saver on', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  vi.useFakeTimers()
  const { findFaces, prepareFaceCheck } = await importFreshModule()
  prepareFaceCheck()
  await vi.runAllTimersAsync()
  expect(await findFaces(canvas)).toBeNull()
  expect(loadFromUri).not.toHaveBeenCalled()
})

it('is ready before the photo is taken', async () => {
  vi.useFakeTimers()
  const { prepareFaceCheck } = await importFreshModule()
  prepareFaceCheck()
  expect(loadFromUri).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()
  await vi.waitFor(() => expect(loadFromUri).toHaveBeenCalledOnce())
})

it('returns null if the model fails to load, and tries again with the next photo', async () => {
  loadFromUri.mockRejectedValueOnce(new Error('offline'))
  detectAllFaces.mockResolvedValue([])
  const { findFaces } = await importFreshModule()
  expect(await findFaces(canvas)).toBeNull()
  expect(await findFaces(canvas)).toEqual([])
})

it('returns null if it takes too long', async () => {
  vi.useFakeTimers()
  detectAllFaces.mockReturnValue(new Promise(() => {}))
  const { findFaces } = await importFreshModule()
  const pendingFaces = findFaces(canvas)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await pendingFaces).toBeNull()
})

it('is warmed up with an empty picture, so that the first photo is checked in time', async () => {
  vi.stubGlobal('document', { createElement: () => ({}) })
  detectAllFaces.mockResolvedValue([])
  vi.useFakeTimers()
  const { prepareFaceCheck } = await importFreshModule()
  prepareFaceCheck()
  await vi.runAllTimersAsync()
  await vi.waitFor(() =>
    expect(detectAllFaces).toHaveBeenCalledWith({ width: 320, height: 320 }, expect.anything()),
  )
})

it('has a longer timeout for the warm-up, after which the first photo is still checked', async () => {
  vi.useFakeTimers()
  let resolveLoad = () => {}
  loadFromUri.mockReturnValueOnce(
    new Promise(resolve => {
      resolveLoad = resolve
    }),
  )
  detectAllFaces.mockResolvedValue([box(64, 40, 64, 40)])
  const { findFaces } = await importFreshModule()
  const pendingFaces = findFaces(canvas)
  await vi.advanceTimersByTimeAsync(11_000)
  resolveLoad()
  expect(await pendingFaces).toHaveLength(1)
})

it('returns null if the model never loads', async () => {
  vi.useFakeTimers()
  loadFromUri.mockReturnValueOnce(new Promise(() => {}))
  const { findFaces } = await importFreshModule()
  const pendingFaces = findFaces(canvas)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await pendingFaces).toBeNull()
})
