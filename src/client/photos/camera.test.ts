import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type CameraRequest,
  openCamera,
  showCamera,
  toCameraErrorCode,
} from '@/client/photos/camera'

const createError = (name: string) => Object.assign(new Error(name), { name })

interface Camera {
  facingMode?: string
  deviceId?: string
}

/** A device with cameras; the first one is opened. Errors come first, one per call. */
function stubDevice({ cameras = [{}] as Camera[], refusals = [] as Error[] } = {}) {
  const track = Object.assign(new EventTarget(), {
    stop: vi.fn(),
    getSettings: () => cameras[0] ?? {},
  })
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  const getUserMedia = vi.fn(async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    return stream
  })
  const enumerateDevices = async () => cameras.map(camera => ({ kind: 'videoinput', ...camera }))
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia, enumerateDevices } })
  return { getUserMedia, stream, track }
}

/** A video whose first frame comes immediately, unless the camera is silent. */
function createVideo({ isSilent = false } = {}) {
  const video = Object.assign(new EventTarget(), {
    srcObject: null as unknown,
    play: async () => {
      if (!isSilent) video.dispatchEvent(new Event('loadeddata'))
    },
  })
  return video as unknown as HTMLVideoElement
}

const selfieRequest: CameraRequest = { facing: 'user' }
const documentRequest: CameraRequest = { facing: 'environment' }

/** The first result. */
const readFirstResult = (request: CameraRequest, video = createVideo()) =>
  new Promise<Parameters<Parameters<typeof showCamera>[2]>[0]>(resolve => {
    showCamera(video, request, resolve)
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the reason for a missing camera is shown', () => {
  it.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'forbidden'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['SomethingNewError', 'failed'],
  ])('after %s: %s', async (name, wrong) => {
    expect(toCameraErrorCode(createError(name))).toBe(wrong)
    stubDevice({ refusals: [createError(name), createError(name)] })
    expect(await readFirstResult(selfieRequest)).toEqual({ wrong })
  })

  it('in a browser without camera support, such as an in-app browser', async () => {
    vi.stubGlobal('navigator', {})
    expect(await readFirstResult(selfieRequest)).toEqual({ wrong: 'unsupported' })
  })

  it('if it delivers no frame, and the camera is switched off', async () => {
    vi.useFakeTimers()
    const { track } = stubDevice()
    const result = readFirstResult(selfieRequest, createVideo({ isSilent: true }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await result).toEqual({ wrong: 'silent' })
    expect(track.stop).toHaveBeenCalled()
  })

  it('when it is unplugged', async () => {
    const { track } = stubDevice()
    const onResult = vi.fn()
    showCamera(createVideo(), selfieRequest, onResult)
    await vi.waitFor(() => expect(onResult).toHaveBeenCalledOnce())
    track.dispatchEvent(new Event('ended'))
    expect(onResult).toHaveBeenLastCalledWith({ wrong: 'lost' })
  })
})

describe('the camera', () => {
  it('takes selfies with the front camera and documents with the rear camera in Full HD', async () => {
    const { getUserMedia } = stubDevice()
    await openCamera(selfieRequest)
    expect(getUserMedia).toHaveBeenLastCalledWith({
      video: { facingMode: 'user', width: { ideal: 1280 } },
      audio: false,
    })
    await openCamera(documentRequest)
    expect(getUserMedia).toHaveBeenLastCalledWith({
      video: {
        facingMode: { ideal: 'environment' },
        width: { ideal: 1920 },
        height: { ideal: 1080 },
      },
      audio: false,
    })
  })

  it('is any camera if none matches', async () => {
    const { getUserMedia, stream } = stubDevice({ refusals: [createError('OverconstrainedError')] })
    expect(await openCamera(documentRequest)).toBe(stream)
    expect(getUserMedia).toHaveBeenLastCalledWith({ video: true, audio: false })
  })

  it.each<[string, Camera[], CameraRequest | null]>([
    ['is the only one of a laptop', [{ deviceId: 'a' }], null],
    [
      'of a phone can be turned around',
      [{ facingMode: 'user', deviceId: 'a' }, { deviceId: 'b' }, { deviceId: 'c' }],
      { facing: 'environment' },
    ],
    ['of a computer has a next one', [{ deviceId: 'a' }, { deviceId: 'b' }], { deviceId: 'b' }],
  ])('%s', async (_, cameras, other) => {
    stubDevice({ cameras })
    expect(await readFirstResult(selfieRequest)).toMatchObject({ live: { other } })
  })

  it('is switched off when the customer leaves, even while it is being opened', async () => {
    const { track } = stubDevice()
    const onResult = vi.fn()
    const video = createVideo()
    const stop = showCamera(video, selfieRequest, onResult)
    stop()
    await vi.waitFor(() => expect(track.stop).toHaveBeenCalled())
    expect(onResult).not.toHaveBeenCalled()
    expect(video.srcObject).toBeNull()
  })
})
