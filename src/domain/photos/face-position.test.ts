import { describe, expect, it } from 'vitest'
import {
  adviceOnCrop,
  adviceOnFaces,
  type FaceAdvice,
  likelyFaces,
} from '@/domain/photos/face-position'
import { type Area, areaAround, aspects } from '@/domain/photos/photo-crop'

const size = { width: 1920, height: 1280 }

/** A square face of so many pixels, its middle at a share of the picture. */
const faceAt = (x: number, y: number, pixels: number): Area => {
  const width = pixels / size.width
  const height = pixels / size.height
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const adviceOn = (...faces: Area[]) => {
  const crop = areaAround(faces[0] ?? faceAt(0.5, 0.5, 400), size, aspects.profile)
  return adviceOnFaces({ faces }, crop, size)
}

describe('of a photo of the driver is said', () => {
  it.each<[string, Area[], FaceAdvice | null]>([
    ['nothing against one face of a good size', [faceAt(0.5, 0.5, 500)], null],
    [
      'nothing against a face beside the middle: the crop goes there',
      [faceAt(0.7, 0.4, 500)],
      null,
    ],
    ['that no face was found', [], 'noFace'],
    ['that there are several', [faceAt(0.3, 0.5, 400), faceAt(0.7, 0.5, 300)], 'severalFaces'],
    ['that a face far away has too few pixels', [faceAt(0.5, 0.5, 200)], 'smallFace'],
    ['that a face is too near', [faceAt(0.5, 0.5, 1150)], 'largeFace'],
    ['that a face is cut by the edge', [faceAt(0.02, 0.5, 500)], 'edgeFace'],
  ])('%s', (_, faces, advice) => {
    expect(adviceOn(...faces)).toBe(advice)
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
    expect(adviceOnCrop(face, crop)).toBe(advice)
  })
})

it('the largest face comes first, and specks are no faces', () => {
  const [large, small, speck] = [faceAt(0.2, 0.5, 500), faceAt(0.5, 0.5, 300), faceAt(0.8, 0.5, 90)]
  expect(likelyFaces([speck, small, large])).toEqual([large, small])
  expect(likelyFaces([])).toEqual([])
})
