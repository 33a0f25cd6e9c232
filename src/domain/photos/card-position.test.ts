import { describe, expect, it } from 'vitest'
import { findCard } from '@/domain/photos/card-position'
import type { Area } from '@/domain/photos/photo-crop'

const [width, height] = [320, 240]
const table = [58, 63, 70]

interface Picture {
  /** The card, in pixels. */
  card?: Area
  /** The colour of a pixel of the card. */
  colour?: (x: number, y: number) => number[]
  /** The colour of a pixel of the table. */
  ground?: (x: number, y: number) => number[]
}

function draw({ card, colour = () => [207, 216, 227], ground = () => table }: Picture) {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isCard =
        card && x >= card.x && x < card.x + card.width && y >= card.y && y < card.y + card.height
      const rgb = isCard ? colour(x, y) : ground(x, y)
      data.set([...rgb, 255], 4 * (y * width + x))
    }
  return { data, width, height }
}

const card = { x: 60, y: 50, width: 198, height: 125 }

describe('a card on a table', () => {
  it('is found with its edges', () => {
    expect(findCard(draw({ card }))).toEqual({
      x: 60 / width,
      y: 50 / height,
      width: 198 / width,
      height: 125 / height,
    })
  })

  it('is found although its print has the colour of the table', () => {
    const colour = (x: number, y: number) => (y % 12 < 2 && x > 120 ? table : [207, 216, 227])
    expect(findCard(draw({ card, colour }))?.x).toBe(60 / width)
  })

  it('is found on a table with a pattern of little contrast', () => {
    const ground = (x: number, y: number) => table.map(value => value + ((x * 7 + y * 3) % 20))
    expect(findCard(draw({ card, ground }))?.y).toBe(50 / height)
  })
})

it.each<[string, Picture]>([
  ['there is none', {}],
  ['a corner is cut off', { card: { ...card, x: -20 } }],
  ['it has another shape', { card: { ...card, width: 130 } }],
  ['it lies on its side', { card: { x: 100, y: 20, width: 125, height: 198 } }],
  ['it is very small', { card: { x: 100, y: 100, width: 63, height: 40 } }],
  ['it has almost the colour of the table', { card, colour: () => table.map(value => value + 20) }],
  [
    'the table has two colours',
    { card, ground: (x: number) => (x < 160 ? table : [150, 120, 90]) },
  ],
])('no card is reported if %s', (_, picture) => {
  expect(findCard(draw(picture))).toBeNull()
})
