import type { DocumentType } from '@/domain/checkout/checkout-state'
import type { FaceAdvice } from '@/domain/photos/face-position'
import type { Size } from '@/domain/photos/photo-crop'

/** A picture's pixels: red, green, blue and alpha of each, 0 to 255, row by row. */
export interface Pixels extends Size {
  data: Uint8ClampedArray
}

/** What the browser may advise against a photo. Never a reason to refuse it. */
export type PhotoAdvice =
  | 'same'
  | 'small'
  | 'dark'
  | 'bright'
  | 'flat'
  | 'blurred'
  | 'veryBlurred'
  | 'glare'
  | 'blank'
  | 'inky'
  | FaceAdvice

/** Pictures are looked at with this long a side: the thresholds below belong to it. */
export const checkedSide = 640

// Measured on photos of 640 pixels: sharp ones have a variance of 187 to 1,391, blurred by one pixel
// 14 to 85, by two 3 to 10; a night has a mean luma of 38, and contrasts are 36 to 81.
const blurredBelow = 60
const veryBlurredBelow = 15
const darkBelow = 50
const brightAbove = 215
const flatBelow = 25

/** A reflection hides the text under it from 2 percent of the frame on, when it is one spot. */
const glareAbove = 0.02
const glaring = 250

/** Less ink than this is no signature, more is a scribble or a shadow. */
const leastInk = 0.003
const mostInk = 0.35
/** Ink is darker than this share of the paper's brightness, so a shadow on the paper is not ink. */
const inkBelowPaper = 0.6

/** The selfie's least sides by GOV.UK's rules for digital photos; a licence needs 1,000 to be read. */
const leastSides: Record<DocumentType, { short: number; long: number }> = {
  profile: { short: 600, long: 750 },
  license_front: { short: 0, long: 1000 },
  license_back: { short: 0, long: 1000 },
  signature: { short: 0, long: 0 },
}

export interface CheckedPhoto {
  type: DocumentType
  /** Of the photo itself, whichever way round it is held. */
  size: Size
  /** The part that counts, at most `checkedSide` long. */
  pixels: Pixels
  /** The very same file is there already, as another photo. */
  isTwice: boolean
}

/** What to tell the customer of a photo, the weightiest first; nothing when it is good. */
export function adviceOnPhoto({ type, size, pixels, isTwice }: CheckedPhoto): PhotoAdvice[] {
  const luma = lumaOf(pixels)
  const looks = type === 'signature' ? adviceOnWriting(luma) : adviceOnLooks(type, luma, pixels)
  return [
    ...(isTwice ? (['same'] as const) : []),
    ...(isSmall(type, size) ? (['small'] as const) : []),
    ...looks,
  ]
}

function isSmall(type: DocumentType, { width, height }: Size): boolean {
  const { short, long } = leastSides[type]
  return Math.min(width, height) < short || Math.max(width, height) < long
}

function adviceOnLooks(type: DocumentType, luma: Float32Array, pixels: Pixels): PhotoAdvice[] {
  const brightness = meanOf(luma)
  // In the dark nothing else can be judged: more light is the whole advice.
  if (brightness < darkBelow) return ['dark']
  const advice: PhotoAdvice[] = []
  if (brightness > brightAbove) advice.push('bright')
  else if (Math.sqrt(varianceOf(luma)) < flatBelow) advice.push('flat')
  const sharpness = sharpnessOf(luma, pixels)
  if (sharpness < veryBlurredBelow) advice.push('veryBlurred')
  else if (sharpness < blurredBelow) advice.push('blurred')
  if (type !== 'profile' && largestGlare(pixels) > glareAbove) advice.push('glare')
  return advice
}

function adviceOnWriting(luma: Float32Array): PhotoAdvice[] {
  const paper = brightnessOfPaper(luma)
  if (paper < darkBelow) return ['dark']
  const ink = luma.reduce((count, value) => count + Number(value < paper * inkBelowPaper), 0)
  const share = ink / luma.length
  if (share < leastInk) return ['blank']
  return share > mostInk ? ['inky'] : []
}

/** Brighter than this are only the brightest tenth: whatever is written, that much paper is left. */
function brightnessOfPaper(luma: Float32Array): number {
  return luma.slice().sort()[Math.floor(luma.length * 0.9)] ?? 0
}

/** How bright each pixel looks, 0 to 255 (ITU-R BT.601). */
export function lumaOf({ data }: Pixels): Float32Array {
  const luma = new Float32Array(data.length / 4)
  const at = (index: number) => data[index] ?? 0
  for (let index = 0, from = 0; index < luma.length; index++, from += 4)
    luma[index] = 0.299 * at(from) + 0.587 * at(from + 1) + 0.114 * at(from + 2)
  return luma
}

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function varianceOf(values: Float32Array): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
}

/** How sharp a picture is: the variance of its Laplacian, which edges make large. */
export function sharpnessOf(luma: Float32Array, { width, height }: Size): number {
  if (width < 3 || height < 3) return 0
  const edges = new Float32Array((width - 2) * (height - 2))
  const at = (index: number) => luma[index] ?? 0
  let next = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const here = y * width + x
      edges[next++] =
        at(here - 1) + at(here + 1) + at(here - width) + at(here + width) - 4 * at(here)
    }
  return varianceOf(edges)
}

/** The share of the picture that its largest connected spot of pure white takes. */
export function largestGlare({ data, width, height }: Pixels): number {
  const isLeft = new Uint8Array(width * height).map((_, index) =>
    Number([0, 1, 2].every(channel => (data[index * 4 + channel] ?? 0) > glaring)),
  )
  let largest = 0
  for (let start = 0; start < isLeft.length; start++)
    if (isLeft[start]) largest = Math.max(largest, spotAt(start, isLeft, width))
  return largest / Math.max(1, isLeft.length)
}

/** How many pixels belong to the spot, which is taken away from those that are left. */
function spotAt(start: number, isLeft: Uint8Array, width: number): number {
  const toVisit = [start]
  isLeft[start] = 0
  let count = 0
  for (let here = toVisit.pop(); here !== undefined; here = toVisit.pop()) {
    count++
    const column = here % width
    const neighbours = [here - width, here + width]
    if (column > 0) neighbours.push(here - 1)
    if (column < width - 1) neighbours.push(here + 1)
    for (const neighbour of neighbours)
      if (isLeft[neighbour]) {
        isLeft[neighbour] = 0
        toVisit.push(neighbour)
      }
  }
  return count
}
