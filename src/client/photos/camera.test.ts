import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CameraWish, cameraWrongOf, openCamera, showCamera } from '@/client/photos/camera'

const named = (name: string) => Object.assign(new Error(name), { name })

interface Camera {
  facingMode?: string
  deviceId?: string
}

/** A device with cameras; the first one is opened. Refusals come first, one a call. */
function device({ cameras = [{}] as Camera[], refusals = [] as Error[] } = {}) {
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

/** A video that plays at once, unless the camera is silent. */
function videoOf({ isSilent = false } = {}) {
  const video = Object.assign(new EventTarget(), {
    srcObject: null as unknown,
    play: async () => {
      if (!isSilent) video.dispatchEvent(new Event('loadeddata'))
    },
  })
  return video as unknown as HTMLVideoElement
}

const selfie: CameraWish = { facing: 'user' }
const papers: CameraWish = { facing: 'environment' }

/** What is told first. */
const shown = (wish: CameraWish, video = videoOf()) =>
  new Promise<Parameters<Parameters<typeof showCamera>[2]>[0]>(resolve => {
    showCamera(video, wish, resolve)
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a customer is told why there is no camera', () => {
  it.each([
    ['NotAllowedError', 'blocked'],
    ['SecurityError', 'forbidden'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'busy'],
    ['SomethingNewError', 'failed'],
  ])('after %s: %s', async (name, wrong) => {
    expect(cameraWrongOf(named(name))).toBe(wrong)
    device({ refusals: [named(name), named(name)] })
    expect(await shown(selfie)).toEqual({ wrong })
  })

  it('in a browser that has none, such as one inside another app', async () => {
    vi.stubGlobal('navigator', {})
    expect(await shown(selfie)).toEqual({ wrong: 'unsupported' })
  })

  it('when it gives no picture, and its light goes out', async () => {
    vi.useFakeTimers()
    const { track } = device()
    const told = shown(selfie, videoOf({ isSilent: true }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await told).toEqual({ wrong: 'silent' })
    expect(track.stop).toHaveBeenCalled()
  })

  it('when it is unplugged', async () => {
    const { track } = device()
    const tell = vi.fn()
    showCamera(videoOf(), selfie, tell)
    await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce())
    track.dispatchEvent(new Event('ended'))
    expect(tell).toHaveBeenLastCalledWith({ wrong: 'lost' })
  })
})

describe('the camera', () => {
  it('of the front takes selfies, the one of the back takes papers in Full HD', async () => {
    const { getUserMedia } = device()
    await openCamera(selfie)
    expect(getUserMedia).toHaveBeenLastCalledWith({
      video: { facingMode: 'user', width: { ideal: 1280 } },
      audio: false,
    })
    await openCamera(papers)
    expect(getUserMedia).toHaveBeenLastCalledWith({
      video: {
        facingMode: { ideal: 'environment' },
        width: { ideal: 1920 },
        height: { ideal: 1080 },
      },
      audio: false,
    })
  })

  it('may be any when none is as wished', async () => {
    const { getUserMedia, stream } = device({ refusals: [named('OverconstrainedError')] })
    expect(await openCamera(papers)).toBe(stream)
    expect(getUserMedia).toHaveBeenLastCalledWith({ video: true, audio: false })
  })

  it.each<[string, Camera[], CameraWish | null]>([
    ['is the only one of a laptop', [{ deviceId: 'a' }], null],
    [
      'of a phone can be turned around',
      [{ facingMode: 'user', deviceId: 'a' }, { deviceId: 'b' }, { deviceId: 'c' }],
      { facing: 'environment' },
    ],
    ['of a computer has a next one', [{ deviceId: 'a' }, { deviceId: 'b' }], { deviceId: 'b' }],
  ])('%s', async (_, cameras, other) => {
    device({ cameras })
    expect(await shown(selfie)).toMatchObject({ live: { other } })
  })

  it('goes out when the customer leaves, even while it is still being opened', async () => {
    const { track } = device()
    const tell = vi.fn()
    const video = videoOf()
    const stop = showCamera(video, selfie, tell)
    stop()
    await vi.waitFor(() => expect(track.stop).toHaveBeenCalled())
    expect(tell).not.toHaveBeenCalled()
    expect(video.srcObject).toBeNull()
  })
})
