import { takeConnected } from '@/domain/photos/connected-pixels'
import { type Area, cardAspectRatio } from '@/domain/photos/photo-crop'
import type { Pixels } from '@/domain/photos/photo-quality'

/** The longer side of the copy in which a card is looked for. */
export const cardSearchSidePixels = 320

/** A channel that differs by more than this from the table's colour is not the table. */
const minDifference = 32
/** A table of one colour: other things at the edge are no card that differs from it. */
const minTableShare = 0.92
/** Shares of the picture that a card can cover. */
const cardShares = { min: 0.15, max: 0.95 }
/** A rectangle; print in the table's colour makes holes in it. */
const minFill = 0.7
/** A card seen from a slight angle. */
const maxAspectDeviation = 0.12

/**
 * The area of a card that lies upright on a table of another colour, with all four corners in the
 * picture; null unless this is sure.
 */
export function findCard(pixels: Pixels): Area | null {
  const { width, height } = pixels
  if (width < 20 || height < 20) return null
  const isCard = separateFromTable(pixels)
  if (!isCard) return null
  const spot = findLargestSpot(isCard, width)
  if (!spot) return null
  const card = {
    width: spot.right - spot.left + 1,
    height: spot.bottom - spot.top + 1,
  }
  const share = (card.width * card.height) / (width * height)
  const isSure =
    spot.left > 0 &&
    spot.top > 0 &&
    spot.right < width - 1 &&
    spot.bottom < height - 1 &&
    share >= cardShares.min &&
    share <= cardShares.max &&
    spot.count >= minFill * card.width * card.height &&
    Math.abs(card.width / card.height / cardAspectRatio - 1) <= maxAspectDeviation
  if (!isSure) return null
  return {
    x: spot.left / width,
    y: spot.top / height,
    width: card.width / width,
    height: card.height / height,
  }
}

/** 1 for each pixel that is not the table; null if the picture's edge has more than one colour. */
function separateFromTable({ data, width, height }: Pixels): Uint8Array | null {
  const edge = listEdgePixels(width, height)
  const channelAt = (pixel: number, channel: number) => data[4 * pixel + channel] ?? 0
  const table = [0, 1, 2].map(channel => medianOf(edge.map(pixel => channelAt(pixel, channel))))
  const isOther = (pixel: number) =>
    table.some((value, channel) => Math.abs(channelAt(pixel, channel) - value) > minDifference)
  if (edge.filter(isOther).length > (1 - minTableShare) * edge.length) return null
  return Uint8Array.from({ length: width * height }, (_, pixel) => Number(isOther(pixel)))
}

function listEdgePixels(width: number, height: number): number[] {
  const columns = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x])
  const rows = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1])
  return [...columns, ...rows].flat()
}

const medianOf = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

interface Spot {
  count: number
  left: number
  top: number
  right: number
  bottom: number
}

/** The largest connected spot of ones, which are set to zero. */
function findLargestSpot(mask: Uint8Array, width: number): Spot | undefined {
  let largest: Spot | undefined
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start]) continue
    const spot = takeSpot(mask, width, start)
    if (!largest || spot.count > largest.count) largest = spot
  }
  return largest
}

function takeSpot(mask: Uint8Array, width: number, start: number): Spot {
  const spot = { count: 0, left: width, top: mask.length, right: 0, bottom: 0 }
  takeConnected(mask, width, start, pixel => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    spot.count++
    spot.left = Math.min(spot.left, x)
    spot.right = Math.max(spot.right, x)
    spot.top = Math.min(spot.top, y)
    spot.bottom = Math.max(spot.bottom, y)
  })
  return spot
}
