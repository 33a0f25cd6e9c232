import { describe, expect, it } from 'vitest'
import {
  adviseOnCrop,
  adviseOnFaces,
  type FaceAdvice,
  filterLikelyFaces,
  findVisibleFaces,
} from '@/domain/photos/face-position'
import { type Area, aspectRatios, fitAreaAroundFace } from '@/domain/photos/photo-crop'

const size = { width: 1920, height: 1280 }

/** A square face of this size in pixels, with its centre in shares of the picture. */
const buildFace = (x: number, y: number, pixels: number): Area => {
  const width = pixels / size.width
  const height = pixels / size.height
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const adviseOn = (...faces: Area[]) => {
  const crop = fitAreaAroundFace(faces[0] ?? buildFace(0.5, 0.5, 400), size, aspectRatios.profile)
  return adviseOnFaces(faces, crop, size)
}

describe('a photo of the driver', () => {
  it.each<[string, Area[], FaceAdvice | null]>([
    ['gives no advice for one face of a good size', [buildFace(0.5, 0.5, 500)], null],
    [
      'gives no advice for a face off the middle: the crop moves there',
      [buildFace(0.7, 0.4, 500)],
      null,
    ],
    ['without a face gives advice', [], 'noFace'],
    [
      'with several faces gives advice',
      [buildFace(0.3, 0.5, 400), buildFace(0.7, 0.5, 300)],
      'severalFaces',
    ],
    ['with a face of too few pixels gives advice', [buildFace(0.5, 0.5, 200)], 'smallFace'],
    ['with a face that is too close gives advice', [buildFace(0.5, 0.5, 1150)], 'largeFace'],
    ['with a face at the edge gives advice', [buildFace(0.02, 0.5, 500)], 'edgeFace'],
  ])('%s', (_, faces, advice) => {
    expect(adviseOn(...faces)).toBe(advice)
  })
})

describe('a crop', () => {
  const face = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  it.each<[string, Area, FaceAdvice | null]>([
    ['with the face in the middle is good', { x: 0.35, y: 0.3, width: 0.3, height: 0.4 }, null],
    [
      'much larger than the face is too wide',
      { x: 0.1, y: 0.1, width: 0.8, height: 0.8 },
      'smallFace',
    ],
    [
      'hardly larger than the face is too tight',
      { x: 0.4, y: 0.39, width: 0.2, height: 0.22 },
      'largeFace',
    ],
    [
      'with the face at the side gives advice',
      { x: 0.4, y: 0.3, width: 0.3, height: 0.4 },
      'edgeFace',
    ],
    [
      'with the face at the top gives advice',
      { x: 0.35, y: 0.39, width: 0.3, height: 0.4 },
      'edgeFace',
    ],
  ])('%s', (_, crop, advice) => {
    expect(adviseOnCrop([face], crop)).toBe(advice)
  })
})

it('the largest face comes first, and tiny boxes are dropped', () => {
  const [large, small, speck] = [
    buildFace(0.2, 0.5, 500),
    buildFace(0.5, 0.5, 300),
    buildFace(0.8, 0.5, 90),
  ]
  expect(filterLikelyFaces([speck, small, large])).toEqual([large, small])
  expect(filterLikelyFaces([])).toEqual([])
})

it.each<[string, Area, number[]]>([
  ['one person, although the photo has more', { x: 0.1, y: 0.2, width: 0.3, height: 0.6 }, [0]],
  ['a neighbour’s ear only', { x: 0.1, y: 0.2, width: 0.42, height: 0.6 }, [0]],
  ['half of a neighbour', { x: 0.1, y: 0.2, width: 0.5, height: 0.6 }, [0, 1]],
  [
    'no face, so the largest of the photo is off the crop',
    { x: 0, y: 0, width: 0.1, height: 0.1 },
    [0],
  ],
])('a crop shows %s', (_, crop, visible) => {
  const faces = [
    { x: 0.2, y: 0.4, width: 0.2, height: 0.25 },
    { x: 0.5, y: 0.4, width: 0.2, height: 0.2 },
  ]
  expect(findVisibleFaces(faces, crop)).toEqual(visible.map(index => faces[index]))
  expect(findVisibleFaces([], crop)).toEqual([])
})
