import type { Area, Size } from '@/domain/photos/photo-crop'

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

/** A face that is hidden for the most part, at the edge of a crop, is not part of it. */
const minVisibleShare = 0.25

/** The faces that a crop shows; the largest of all if it shows none. */
export function findVisibleFaces(faces: Area[], crop: Area): Area[] {
  const visibleFaces = faces.filter(
    face =>
      measureOverlap(face.x, face.width, crop.x, crop.width) *
        measureOverlap(face.y, face.height, crop.y, crop.height) >=
      face.width * face.height * minVisibleShare,
  )
  return visibleFaces.length > 0 ? visibleFaces : faces.slice(0, 1)
}

const measureOverlap = (start: number, length: number, otherStart: number, otherLength: number) =>
  Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart))

/** Advice about the faces for a photo of this size with this crop; null if there is none. */
export function adviseOnFaces(faces: Area[], crop: Area, size: Size): FaceAdvice | null {
  if (faces.length === 1 && crop.width * size.width < minCropPixels) return 'smallFace'
  return adviseOnCrop(faces, crop)
}

/** Advice about the number of faces and a face's size and position in a crop; null if all is good. */
export function adviseOnCrop([face, second]: Area[], crop: Area): FaceAdvice | null {
  if (!face) return 'noFace'
  if (second) return 'severalFaces'
  const share = face.height / crop.height
  if (share > maxShare) return 'largeFace'
  if (share < minShare) return 'smallFace'
  const offsetX = (face.x + face.width / 2 - crop.x) / crop.width - 0.5
  const offsetY = (face.y + face.height / 2 - crop.y) / crop.height - 0.5
  return Math.max(Math.abs(offsetX), Math.abs(offsetY)) > maxOffset ? 'edgeFace' : null
}
