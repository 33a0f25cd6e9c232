import type { Area, Size } from '@/domain/photos/photo-crop'

/** The detected faces, in shares of the photo's width and height. */
export interface FaceCheck {
  faces: Area[]
}

/** Advice about the faces in a photo of the driver; it never blocks. */
export type FaceAdvice = 'noFace' | 'severalFaces' | 'smallFace' | 'largeFace' | 'edgeFace'

/** Passport photos: the face is 45 to 75 % of the height and at most 12 % off the middle. */
const minShare = 0.45
const maxShare = 0.75
const maxOffset = 0.12

/** 35 mm at 300 dots per inch: with fewer pixels the print is visibly coarse. */
const minCropPixels = 413

/** A second box much smaller than the first is usually not a face. */
const minShareOfLargest = 0.3

/** Removes boxes that are probably not faces; the largest face is first. */
export function filterLikelyFaces(faces: Area[]): Area[] {
  const sorted = [...faces].sort((a, b) => b.height - a.height)
  const largest = sorted[0]?.height ?? 0
  return sorted.filter(face => face.height >= largest * minShareOfLargest)
}

/** Advice about the faces for a photo of this size with this crop; null if there is none. */
export function adviseOnFaces({ faces }: FaceCheck, crop: Area, size: Size): FaceAdvice | null {
  const [face, second] = faces
  if (!face) return 'noFace'
  if (second) return 'severalFaces'
  if (crop.width * size.width < minCropPixels) return 'smallFace'
  return adviseOnCrop(face, crop)
}

/** Advice about a face's size and position in a crop; null if both are good. */
export function adviseOnCrop(face: Area, crop: Area): FaceAdvice | null {
  const share = face.height / crop.height
  if (share > maxShare) return 'largeFace'
  if (share < minShare) return 'smallFace'
  const offsetX = (face.x + face.width / 2 - crop.x) / crop.width - 0.5
  const offsetY = (face.y + face.height / 2 - crop.y) / crop.height - 0.5
  return Math.max(Math.abs(offsetX), Math.abs(offsetY)) > maxOffset ? 'edgeFace' : null
}
