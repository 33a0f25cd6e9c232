import type { DocumentType } from '@/domain/data/document-types'
import { takeConnected } from '@/domain/photos/connected-pixels'
import type { FaceAdvice } from '@/domain/photos/face-position'
import type { Size } from '@/domain/photos/photo-crop'

/** RGBA pixels of a picture, 0 to 255, row by row. */
export interface Pixels extends Size {
  data: Uint8ClampedArray
}

/** Advice about a photo; it never blocks. */
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

/** The longer side of the copy that is analysed; the thresholds below depend on it. */
export const analysisSidePixels = 640

// Measured on photos of 640 pixels. Variance: sharp 187 to 1,391, blurred by one pixel 14 to 85, by
// two 3 to 10. A night photo has a mean luma of 38; contrasts are 36 to 81.
const blurredBelow = 60
const veryBlurredBelow = 15
const darkBelow = 50
const brightAbove = 215
const flatBelow = 25

/** A single reflection of 2 % of the frame or more hides the text under it. */
const glareAbove = 0.02
const glareLuma = 250

/**
 * Praise needs a distance from the thresholds above: it is withheld from a photo that is only not
 * bad.
 */
const surelySharpFrom = 120
const surelyLit = { darkest: 80, brightest: 190, minContrast: 35 }

/** Less ink is no signature; more is a scribble or a shadow. */
const minInk = 0.003
const maxInk = 0.35
/** Ink is darker than this share of the paper's brightness; a shadow is not. */
const inkBelowPaper = 0.6

/**
 * Minimum sides: for the selfie by GOV.UK's rules for digital photos; a licence needs 1,000 pixels
 * to be legible.
 */
const minSides: Record<DocumentType, { short: number; long: number }> = {
  profile: { short: 600, long: 750 },
  license_front: { short: 0, long: 1000 },
  license_back: { short: 0, long: 1000 },
  signature: { short: 0, long: 0 },
}

export interface CheckedPhoto {
  type: DocumentType
  /** Size of the original photo; either side may be the longer one. */
  size: Size
  /** The cropped part, at most `analysisSidePixels` long. */
  pixels: Pixels
  /** The same file is already uploaded as another photo. */
  isDuplicate: boolean
}

/** Advice for the customer, the most important first; empty for a good photo. */
export function adviseOnPhoto({ type, size, pixels, isDuplicate }: CheckedPhoto): PhotoAdvice[] {
  const luma = computeLuma(pixels)
  const appearanceAdvice =
    type === 'signature' ? adviseOnSignature(luma) : adviseOnAppearance(type, luma, pixels)
  return [
    ...(isDuplicate ? (['same'] as const) : []),
    ...(isSmall(type, size) ? (['small'] as const) : []),
    ...appearanceAdvice,
  ]
}

/** What is surely good about a photo. */
export type PhotoStrength = 'light' | 'sharp'

/** Strengths that the page may praise; empty for a photo of a signature. */
export function findStrengths({
  type,
  pixels,
}: Pick<CheckedPhoto, 'type' | 'pixels'>): PhotoStrength[] {
  if (type === 'signature') return []
  const luma = computeLuma(pixels)
  const brightness = meanOf(luma)
  const isLit =
    brightness >= surelyLit.darkest &&
    brightness <= surelyLit.brightest &&
    Math.sqrt(varianceOf(luma)) >= surelyLit.minContrast
  return [
    ...(isLit ? (['light'] as const) : []),
    ...(measureSharpness(luma, pixels) >= surelySharpFrom ? (['sharp'] as const) : []),
  ]
}

function isSmall(type: DocumentType, { width, height }: Size): boolean {
  const { short, long } = minSides[type]
  return Math.min(width, height) < short || Math.max(width, height) < long
}

function adviseOnAppearance(type: DocumentType, luma: Float32Array, pixels: Pixels): PhotoAdvice[] {
  const brightness = meanOf(luma)
  // A dark photo cannot be judged further: more light is the only advice.
  if (brightness < darkBelow) return ['dark']
  const advice: PhotoAdvice[] = []
  if (brightness > brightAbove) advice.push('bright')
  else if (Math.sqrt(varianceOf(luma)) < flatBelow) advice.push('flat')
  const sharpness = measureSharpness(luma, pixels)
  if (sharpness < veryBlurredBelow) advice.push('veryBlurred')
  else if (sharpness < blurredBelow) advice.push('blurred')
  if (type !== 'profile' && measureLargestGlare(pixels) > glareAbove) advice.push('glare')
  return advice
}

function adviseOnSignature(luma: Float32Array): PhotoAdvice[] {
  const paper = measurePaperBrightness(luma)
  if (paper < darkBelow) return ['dark']
  const ink = luma.reduce((count, value) => count + Number(value < paper * inkBelowPaper), 0)
  const share = ink / luma.length
  if (share < minInk) return ['blank']
  return share > maxInk ? ['inky'] : []
}

/** The 90th percentile of brightness: at least a tenth of the picture is blank paper. */
function measurePaperBrightness(luma: Float32Array): number {
  return luma.slice().sort()[Math.floor(luma.length * 0.9)] ?? 0
}

/** The luma of each pixel, 0 to 255 (ITU-R BT.601). */
function computeLuma({ data }: Pixels): Float32Array {
  const luma = new Float32Array(data.length / 4)
  const byteAt = (index: number) => data[index] ?? 0
  for (let index = 0, offset = 0; index < luma.length; index++, offset += 4)
    luma[index] = 0.299 * byteAt(offset) + 0.587 * byteAt(offset + 1) + 0.114 * byteAt(offset + 2)
  return luma
}

const meanOf = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function varianceOf(values: Float32Array): number {
  const mean = meanOf(values)
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)
}

/** Sharpness of a picture: the variance of its Laplacian, which is high at edges. */
function measureSharpness(luma: Float32Array, { width, height }: Size): number {
  if (width < 3 || height < 3) return 0
  const edges = new Float32Array((width - 2) * (height - 2))
  const lumaAt = (index: number) => luma[index] ?? 0
  let next = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const pixel = y * width + x
      edges[next++] =
        lumaAt(pixel - 1) +
        lumaAt(pixel + 1) +
        lumaAt(pixel - width) +
        lumaAt(pixel + width) -
        4 * lumaAt(pixel)
    }
  return varianceOf(edges)
}

/** The largest connected spot of pure white, as a share of the picture. */
function measureLargestGlare({ data, width, height }: Pixels): number {
  const unvisited = new Uint8Array(width * height).map((_, index) =>
    Number([0, 1, 2].every(channel => (data[index * 4 + channel] ?? 0) > glareLuma)),
  )
  let largest = 0
  for (let start = 0; start < unvisited.length; start++)
    if (unvisited[start]) largest = Math.max(largest, measureSpot(start, unvisited, width))
  return largest / Math.max(1, unvisited.length)
}

/** The number of pixels in the spot, which are marked as visited. */
function measureSpot(start: number, unvisited: Uint8Array, width: number): number {
  let count = 0
  takeConnected(unvisited, width, start, () => {
    count++
  })
  return count
}
