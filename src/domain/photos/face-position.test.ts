import { describe, expect, it } from 'vitest'
import {
  adviseOnCrop,
  adviseOnFaces,
  type FaceAdvice,
  filterLikelyFaces,
} from '@/domain/photos/face-position'
import { type Area, aspectRatios, fitAreaAroundFace } from '@/domain/photos/photo-crop'

const size = { width: 1920, height: 1280 }

/** A square face of so many pixels, its middle at a share of the picture. */
const buildFace = (x: number, y: number, pixels: number): Area => {
  const width = pixels / size.width
  const height = pixels / size.height
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const adviseOn = (...faces: Area[]) => {
  const crop = fitAreaAroundFace(faces[0] ?? buildFace(0.5, 0.5, 400), size, aspectRatios.profile)
  return adviseOnFaces({ faces }, crop, size)
}

describe('of a photo of the driver is said', () => {
  it.each<[string, Area[], FaceAdvice | null]>([
    ['nothing against one face of a good size', [buildFace(0.5, 0.5, 500)], null],
    [
      'nothing against a face beside the middle: the crop goes there',
      [buildFace(0.7, 0.4, 500)],
      null,
    ],
    ['that no face was found', [], 'noFace'],
    [
      'that there are several',
      [buildFace(0.3, 0.5, 400), buildFace(0.7, 0.5, 300)],
      'severalFaces',
    ],
    ['that a face far away has too few pixels', [buildFace(0.5, 0.5, 200)], 'smallFace'],
    ['that a face is too near', [buildFace(0.5, 0.5, 1150)], 'largeFace'],
    ['that a face is cut by the edge', [buildFace(0.02, 0.5, 500)], 'edgeFace'],
  ])('%s', (_, faces, advice) => {
    expect(adviseOn(...faces)).toBe(advice)
  })
})

describe('while the customer crops', () => {
  const face = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  it.each<[string, Area, FaceAdvice | null]>([
    ['a face in the middle is well', { x: 0.35, y: 0.3, width: 0.3, height: 0.4 }, null],
    [
      'a crop around much more is too wide',
      { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
      'smallFace',
    ],
    [
      'a crop of hardly more than the face is too tight',
      { x: 0.4, y: 0.39, width: 0.2, height: 0.22 },
      'largeFace',
    ],
    ['a face at the side is told', { x: 0.4, y: 0.3, width: 0.3, height: 0.4 }, 'edgeFace'],
    ['a face at the top is told', { x: 0.35, y: 0.39, width: 0.3, height: 0.4 }, 'edgeFace'],
  ])('%s', (_, crop, advice) => {
    expect(adviseOnCrop(face, crop)).toBe(advice)
  })
})

it('the largest face comes first, and specks are no faces', () => {
  const [large, small, speck] = [
    buildFace(0.2, 0.5, 500),
    buildFace(0.5, 0.5, 300),
    buildFace(0.8, 0.5, 90),
  ]
  expect(filterLikelyFaces([speck, small, large])).toEqual([large, small])
  expect(filterLikelyFaces([])).toEqual([])
})
