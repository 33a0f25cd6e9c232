import { describe, expect, it } from 'vitest'
import {
  adviceOnPhoto,
  type CheckedPhoto,
  largestGlare,
  lumaOf,
  type PhotoAdvice,
  type Pixels,
  sharpnessOf,
} from '@/domain/photos/photo-quality'

type Grey = (x: number, y: number) => number

/** A grey picture, painted pixel by pixel. */
function painted(grey: Grey, width = 320, height = 200): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(grey(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3)
  return { data, width, height }
}

/** Print on a card: sharp bars, dark on light. */
const bars: Grey = x => (x % 16 < 8 ? 60 : 180)
/** The same, with every edge drawn out over its neighbours. */
const smooth =
  (sharp: Grey, reach: number): Grey =>
  (x, y) => {
    let sum = 0
    for (let step = -reach; step <= reach; step++) sum += sharp(x + step + 160, y)
    return sum / (2 * reach + 1)
  }
const times =
  (grey: Grey, factor: number, plus = 0): Grey =>
  (x, y) =>
    grey(x, y) * factor + plus

/** A white disc on the picture. */
const withSpot =
  (grey: Grey, radius: number, at = { x: 160, y: 100 }): Grey =>
  (x, y) =>
    Math.hypot(x - at.x, y - at.y) < radius ? 255 : grey(x, y)

const photo = (grey: Grey, rest: Partial<CheckedPhoto> = {}): CheckedPhoto => ({
  type: 'license_front',
  size: { width: 1600, height: 1000 },
  pixels: painted(grey),
  isTwice: false,
  ...rest,
})

describe('of a photo is said', () => {
  it.each<[string, CheckedPhoto, PhotoAdvice[]]>([
    ['nothing when it is good', photo(bars), []],
    ['nothing when a selfie is good', photo(bars, { type: 'profile' }), []],
    ['that it is dark', photo(times(bars, 0.3)), ['dark']],
    ['that it is dark, and nothing that light would change', photo(() => 10), ['dark']],
    ['that it is too bright', photo(times(bars, 0.2, 200)), ['bright']],
    ['that it is flat', photo(times(bars, 0.3, 90)), ['flat']],
    ['that it is blurred', photo(times(smooth(bars, 3), 0.9)), ['blurred']],
    ['that it is very blurred', photo(x => 60 + (x / 320) * 130), ['veryBlurred']],
    ['that light is reflected on a licence', photo(withSpot(bars, 30)), ['glare']],
    ['nothing of a reflection on a face', photo(withSpot(bars, 30), { type: 'profile' }), []],
    ['nothing of a small reflection', photo(withSpot(bars, 12)), []],
    ['that it is the same file twice', photo(bars, { isTwice: true }), ['same']],
    ['that it is small', photo(bars, { size: { width: 900, height: 600 } }), ['small']],
  ])('%s', (_, checked, advice) => {
    expect(adviceOnPhoto(checked)).toEqual(advice)
  })

  it.each<[CheckedPhoto['type'], number, number, boolean]>([
    ['profile', 600, 750, false],
    ['profile', 750, 600, false],
    ['profile', 1280, 720, false],
    ['profile', 640, 480, true],
    ['profile', 599, 2000, true],
    ['license_back', 1000, 630, false],
    ['license_back', 630, 1000, false],
    ['license_back', 999, 999, true],
    ['signature', 300, 100, false],
  ])('whether a %s of %i x %i is too small', (type, width, height, isSmall) => {
    const advice = adviceOnPhoto(photo(bars, { type, size: { width, height } }))
    expect(advice.includes('small')).toBe(isSmall)
  })
})

describe('of a photographed signature is said', () => {
  const paper: Grey = (x, y) => 230 - (x + y) / 8
  const shadow: Grey = (x, y) => paper(x, y) * (x > 160 ? 0.75 : 1)
  const line =
    (on: Grey): Grey =>
    (x, y) =>
      Math.abs(y - 100 - 30 * Math.sin(x / 15)) < 3 ? 40 : on(x, y)
  const written = (grey: Grey) => photo(grey, { type: 'signature' })

  it.each<[string, CheckedPhoto, PhotoAdvice[]]>([
    ['nothing when it is there', written(line(paper)), []],
    ['nothing when a shadow lies on the paper', written(line(shadow)), []],
    ['that the paper is empty', written(paper), ['blank']],
    ['that it is a scribble', written((x, y) => ((x + y) % 4 < 2 ? 30 : 220)), ['inky']],
    ['that it is dark', written(times(line(paper), 0.15)), ['dark']],
  ])('%s', (_, checked, advice) => {
    expect(adviceOnPhoto(checked)).toEqual(advice)
  })
})

it('two spots of light are not one', () => {
  const one = painted(withSpot(bars, 20))
  const two = painted(withSpot(withSpot(bars, 20), 20, { x: 60, y: 60 }))
  expect(largestGlare(two)).toBeCloseTo(largestGlare(one), 3)
})

it('a spot does not go around the edge of the picture', () => {
  const edges = painted(x => (x < 10 || x > 309 ? 255 : 0))
  expect(largestGlare(edges)).toBeCloseTo(10 / 320)
})

it('a sharp picture is sharper than the same one blurred, and a grey wall has no edges', () => {
  const of = (grey: Grey) => sharpnessOf(lumaOf(painted(grey)), { width: 320, height: 200 })
  expect(of(bars)).toBeGreaterThan(of(smooth(bars, 1)))
  expect(of(smooth(bars, 1))).toBeGreaterThan(of(smooth(bars, 3)))
  expect(of(() => 128)).toBe(0)
  expect(sharpnessOf(new Float32Array(2), { width: 2, height: 1 })).toBe(0)
})
