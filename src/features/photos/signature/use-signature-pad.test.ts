import { expect, it } from 'vitest'
import { scaleStrokes } from '@/features/photos/signature/use-signature-pad'

const stroke = {
  minWidth: 1,
  maxWidth: 2,
  dotSize: 0,
  penColor: 'black',
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: [
    { x: 10, y: 20, pressure: 0.5, time: 1 },
    { x: 30, y: 40, pressure: 0.6, time: 2 },
  ],
}

it('a signature scales to the wider box when the phone is rotated', () => {
  const [wider] = scaleStrokes([stroke], 2)
  expect(wider).toEqual({
    ...stroke,
    minWidth: 2,
    maxWidth: 4,
    points: [
      { x: 20, y: 40, pressure: 0.5, time: 1 },
      { x: 60, y: 80, pressure: 0.6, time: 2 },
    ],
  })
})

it('a signature is unchanged when the phone is rotated there and back', () => {
  expect(scaleStrokes(scaleStrokes([stroke], 2), 0.5)).toEqual([stroke])
  expect(stroke.points[0]?.x).toBe(10)
})
