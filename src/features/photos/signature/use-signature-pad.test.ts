import { describe, expect, it } from 'vitest'
import {
  cutOutSignature,
  fitDrawing,
  signatureSize,
} from '@/features/photos/signature/use-signature-pad'

const buildStroke = (...points: [number, number][]) => ({
  minWidth: 1,
  maxWidth: 2,
  dotSize: 0,
  penColor: 'black',
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 1 })),
})
const readPoints = (strokes: { points: { x: number; y: number }[] }[]) =>
  strokes.flatMap(({ points }) => points.map(({ x, y }) => [Math.round(x), Math.round(y)]))

describe('a signature in the box of a rotated phone', () => {
  const drawing = {
    strokes: [buildStroke([0, 0], [300, 400])],
    box: { width: 300, height: 400 },
  }

  it('is as large as fits and in the middle', () => {
    const strokes = fitDrawing(drawing, { width: 600, height: 200 })
    expect(readPoints(strokes)).toEqual([
      [225, 0],
      [375, 200],
    ])
    expect(strokes[0]).toMatchObject({ minWidth: 0.5, maxWidth: 1 })
  })

  it('is unchanged when it is rotated back', () => {
    expect(fitDrawing(drawing, drawing.box)).toEqual(drawing.strokes)
  })
})

describe('the submitted signature', () => {
  const box = { width: 350, height: 420 }

  it('fills the picture, wherever it was drawn in the box', () => {
    const atTheTop = readPoints(
      cutOutSignature({ strokes: [buildStroke([20, 10], [320, 90])], box }),
    )
    const below = readPoints(
      cutOutSignature({ strokes: [buildStroke([20, 310], [320, 390])], box }),
    )
    expect(atTheTop).toEqual(below)
    const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = atTheTop
    expect(right - left).toBe(signatureSize.width * 0.86)
    expect(left + right).toBe(signatureSize.width)
    expect(top + bottom).toBe(signatureSize.height)
  })

  it('is not larger than the picture if it is tall', () => {
    const points = readPoints(cutOutSignature({ strokes: [buildStroke([50, 0], [250, 400])], box }))
    for (const [, y = 0] of points) expect(y).toBeLessThanOrEqual(signatureSize.height)
  })

  it('leaves a short line short', () => {
    const [[left = 0] = [], [right = 0] = []] = readPoints(
      cutOutSignature({ strokes: [buildStroke([100, 100], [120, 100])], box }),
    )
    expect(right - left).toBeLessThan(signatureSize.width / 10)
  })
})
