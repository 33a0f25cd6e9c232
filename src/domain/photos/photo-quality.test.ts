import { describe, expect, it } from 'vitest'
import {
  adviseOnPhoto,
  type CheckedPhoto,
  findStrengths,
  type PhotoAdvice,
  type Pixels,
} from '@/domain/photos/photo-quality'

type Grey = (x: number, y: number) => number

/** A grey picture from a function of x and y. */
function paint(grey: Grey, width = 320, height = 200): Pixels {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.fill(grey(x, y), 4 * (y * width + x), 4 * (y * width + x) + 3)
  return { data, width, height }
}

/** Sharp dark bars on a light card, like print. */
const bars: Grey = x => (x % 16 < 8 ? 60 : 180)
/** The same with blurred edges. */
const smooth =
  (sharp: Grey, reach: number): Grey =>
  (x, y) => {
    let sum = 0
    for (let step = -reach; step <= reach; step++) sum += sharp(x + step + 160, y)
    return sum / (2 * reach + 1)
  }
const scale =
  (grey: Grey, factor: number, offset = 0): Grey =>
  (x, y) =>
    grey(x, y) * factor + offset

/** The picture with a white disc. */
const withSpot =
  (grey: Grey, radius: number, position = { x: 160, y: 100 }): Grey =>
  (x, y) =>
    Math.hypot(x - position.x, y - position.y) < radius ? 255 : grey(x, y)

const buildPhoto = (grey: Grey, overrides: Partial<CheckedPhoto> = {}): CheckedPhoto => ({
  type: 'license_front',
  size: { width: 1600, height: 1000 },
  pixels: paint(grey),
  isDuplicate: false,
  ...overrides,
})

describe('the advice on a photo', () => {
  it.each<[string, CheckedPhoto, PhotoAdvice[]]>([
    ['is empty for a good photo', buildPhoto(bars), []],
    ['is empty for a good selfie', buildPhoto(bars, { type: 'profile' }), []],
    ['that it is dark', buildPhoto(scale(bars, 0.3)), ['dark']],
    [
      'is only that it is dark, without advice that light would change',
      buildPhoto(() => 10),
      ['dark'],
    ],
    ['is that it is too bright', buildPhoto(scale(bars, 0.2, 200)), ['bright']],
    ['is that it has low contrast', buildPhoto(scale(bars, 0.3, 90)), ['flat']],
    ['is that it is blurred', buildPhoto(scale(smooth(bars, 3), 0.9)), ['blurred']],
    ['is that it is very blurred', buildPhoto(x => 60 + (x / 320) * 130), ['veryBlurred']],
    ['is that a licence has a reflection', buildPhoto(withSpot(bars, 30)), ['glare']],
    ['ignores a reflection on a face', buildPhoto(withSpot(bars, 30), { type: 'profile' }), []],
    ['ignores a small reflection', buildPhoto(withSpot(bars, 12)), []],
    ['is that the same file is used twice', buildPhoto(bars, { isDuplicate: true }), ['same']],
    ['is that it is small', buildPhoto(bars, { size: { width: 900, height: 600 } }), ['small']],
  ])('%s', (_, sample, advice) => {
    expect(adviseOnPhoto(sample)).toEqual(advice)
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
    const advice = adviseOnPhoto(buildPhoto(bars, { type, size: { width, height } }))
    expect(advice.includes('small')).toBe(isSmall)
  })
})

describe('the advice on a photo of a signature', () => {
  const paper: Grey = (x, y) => 230 - (x + y) / 8
  const shadow: Grey = (x, y) => paper(x, y) * (x > 160 ? 0.75 : 1)
  const line =
    (paperTone: Grey): Grey =>
    (x, y) =>
      Math.abs(y - 100 - 30 * Math.sin(x / 15)) < 3 ? 40 : paperTone(x, y)
  const buildSignature = (grey: Grey) => buildPhoto(grey, { type: 'signature' })

  it.each<[string, CheckedPhoto, PhotoAdvice[]]>([
    ['is empty for a good signature', buildSignature(line(paper)), []],
    ['ignores a shadow on the paper', buildSignature(line(shadow)), []],
    ['is that the paper is empty', buildSignature(paper), ['blank']],
    ['is that it is a scribble', buildSignature((x, y) => ((x + y) % 4 < 2 ? 30 : 220)), ['inky']],
    ['that it is dark', buildSignature(scale(line(paper), 0.15)), ['dark']],
  ])('%s', (_, sample, advice) => {
    expect(adviseOnPhoto(sample)).toEqual(advice)
  })
})

it('two separate spots are measured separately', () => {
  // Each is 1.96 % of the picture, below the limit of 2 %.
  const twoSpots = withSpot(withSpot(bars, 20), 20, { x: 60, y: 60 })
  expect(adviseOnPhoto(buildPhoto(twoSpots))).toEqual([])
  expect(adviseOnPhoto(buildPhoto(withSpot(bars, 21)))).toEqual(['glare'])
})

it('a spot does not wrap around the edge of the picture', () => {
  const whiteEdges =
    (columns: number): Grey =>
    (x, y) =>
      x < columns || x >= 320 - columns ? 255 : bars(x, y)
  expect(adviseOnPhoto(buildPhoto(whiteEdges(6)))).toEqual([])
  expect(adviseOnPhoto(buildPhoto(whiteEdges(7)))).toEqual(['glare'])
})

it('a sharp picture is sharper than its blurred copy, and a grey wall has no edges', () => {
  const advise = (grey: Grey) => adviseOnPhoto(buildPhoto(grey))
  expect(advise(bars)).toEqual([])
  expect(advise(smooth(bars, 4))).toEqual(['blurred'])
  expect(advise(() => 128)).toEqual(['flat', 'veryBlurred'])
})

it('a picture too small to have edges is very blurred', () => {
  const speck = buildPhoto(bars, { pixels: paint(bars, 2, 1) })
  expect(adviseOnPhoto(speck)).toContain('veryBlurred')
})

describe('what is surely good about a photo', () => {
  it.each<[string, CheckedPhoto, string[]]>([
    ['is its light and sharpness', buildPhoto(bars), ['light', 'sharp']],
    ['is not its light if it is only not dark', buildPhoto(scale(bars, 0.6)), ['sharp']],
    ['is not its light if it is only not too bright', buildPhoto(scale(bars, 0.6, 130)), ['sharp']],
    ['is not its light with little contrast', buildPhoto(scale(bars, 0.5, 60)), ['sharp']],
    ['is not its sharpness if it is blurred', buildPhoto(smooth(bars, 3)), ['light']],
    ['is unknown for a signature', buildPhoto(bars, { type: 'signature' }), []],
  ])('%s', (_, photo, strengths) => {
    expect(findStrengths(photo)).toEqual(strengths)
  })
})
