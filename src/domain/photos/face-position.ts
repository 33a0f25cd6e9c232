import type { Area, Size } from '@/domain/photos/photo-crop'

/** The faces found in a photo, in shares of its width and height. */
export interface FaceCheck {
  faces: Area[]
}

/** What can be said against the faces in a photo of the driver. Never a reason to refuse it. */
export type FaceAdvice = 'noFace' | 'severalFaces' | 'smallFace' | 'largeFace' | 'edgeFace'

/** A passport photo's face is 45 to 75 percent of its height and within 12 percent of its middle. */
const minShare = 0.45
const maxShare = 0.75
const maxOffset = 0.12

/** 35 mm at 300 dots an inch: with fewer pixels a print shows its dots. */
const minCropPixels = 413

/** A second box that is much smaller than the first is mostly no face at all. */
const minShareOfLargest = 0.3

/** Without the boxes that are likely to be mistakes; the largest face first. */
export function filterLikelyFaces(faces: Area[]): Area[] {
  const sorted = [...faces].sort((a, b) => b.height - a.height)
  const largest = sorted[0]?.height ?? 0
  return sorted.filter(face => face.height >= largest * minShareOfLargest)
}

/** What to tell of the faces in a photo of this size that is about to be cropped like this. */
export function adviseOnFaces({ faces }: FaceCheck, crop: Area, size: Size): FaceAdvice | null {
  const [face, second] = faces
  if (!face) return 'noFace'
  if (second) return 'severalFaces'
  if (crop.width * size.width < minCropPixels) return 'smallFace'
  return adviseOnCrop(face, crop)
}

/** How a face sits in a crop: too small, too large, too far from the middle, or well. */
export function adviseOnCrop(face: Area, crop: Area): FaceAdvice | null {
  const share = face.height / crop.height
  if (share > maxShare) return 'largeFace'
  if (share < minShare) return 'smallFace'
  const offsetX = (face.x + face.width / 2 - crop.x) / crop.width - 0.5
  const offsetY = (face.y + face.height / 2 - crop.y) / crop.height - 0.5
  return Math.max(Math.abs(offsetX), Math.abs(offsetY)) > maxOffset ? 'edgeFace' : null
}
