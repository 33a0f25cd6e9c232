import { expect, it } from 'vitest'
import {
  type Area,
  aspectRatios,
  fitAreaAroundCard,
  fitAreaAroundFace,
  fitCentredArea,
  type Size,
} from '@/domain/photos/photo-crop'

const computeAspectRatio = ({ width, height }: Area, size: Size) =>
  (width * size.width) / (height * size.height)

const isInside = ({ x, y, width, height }: Area) =>
  x >= 0 && y >= 0 && x + width <= 1.000001 && y + height <= 1.000001

const sizes: Size[] = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 900, height: 900 },
]

it.each(sizes)(
  'every photo’s default crop is centred in $width x $height and has its aspect ratio',
  size => {
    for (const aspect of Object.values(aspectRatios)) {
      const area = fitCentredArea(size, aspect)
      expect(computeAspectRatio(area, size)).toBeCloseTo(aspect, 6)
      expect(Math.max(area.width, area.height)).toBeCloseTo(1, 6)
      expect(area.x + area.width / 2).toBeCloseTo(0.5, 6)
      expect(area.y + area.height / 2).toBeCloseTo(0.5, 6)
    }
  },
)

it('a camera frame leaves a margin', () => {
  const frame = fitCentredArea({ width: 1000, height: 1000 }, 2, 0.8)
  expect(frame.x).toBeCloseTo(0.1)
  expect(frame.y).toBeCloseTo(0.3)
  expect(frame.width).toBeCloseTo(0.8)
  expect(frame.height).toBeCloseTo(0.4)
})

it('the crop around a face leaves room for hair and shoulders', () => {
  const size = { width: 1920, height: 1280 }
  const face = { x: 0.6, y: 0.3, width: 0.1, height: 0.2 }
  const area = fitAreaAroundFace(face, size, aspectRatios.profile)
  expect(computeAspectRatio(area, size)).toBeCloseTo(aspectRatios.profile, 6)
  expect(area.x + area.width / 2).toBeCloseTo(0.65)
  expect(area.y + area.height / 2).toBeCloseTo(0.4)
  expect(face.height / area.height).toBeCloseTo(0.55)
})

it.each<[string, Area]>([
  ['in a corner', { x: 0, y: 0, width: 0.1, height: 0.2 }],
  ['across the lower edge', { x: 0.85, y: 0.9, width: 0.2, height: 0.3 }],
  ['larger than the picture', { x: -0.1, y: -0.1, width: 1.2, height: 1.2 }],
])('the crop around a face %s stays inside the picture', (_, face) => {
  for (const size of sizes) {
    const area = fitAreaAroundFace(face, size, aspectRatios.profile)
    expect(isInside(area)).toBe(true)
    expect(computeAspectRatio(area, size)).toBeCloseTo(aspectRatios.profile, 6)
  }
})

it('the crop around a card shows the whole card with a margin', () => {
  const size = { width: 1600, height: 1200 }
  const card = { x: 0.3, y: 0.4, width: 0.5, height: 0.4 }
  const area = fitAreaAroundCard(card, size)
  expect(computeAspectRatio(area, size)).toBeCloseTo(aspectRatios.license_front, 6)
  expect(isInside(area)).toBe(true)
  expect(card.x - area.x).toBeGreaterThan(0.02)
  expect(card.y - area.y).toBeGreaterThan(0.01)
  expect(area.x + area.width - card.x - card.width).toBeGreaterThan(0.02)
  expect(area.y + area.height - card.y - card.height).toBeGreaterThan(0.01)
})
