import { checkFace, waitForFaceCheck } from '@/client/photos/face-detection'
import { drawPicture, openPicture, type Picture, readPixels } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/data/document-types'
import { cardSearchSidePixels, findCard } from '@/domain/photos/card-position'
import { adviseOnFaces, type FaceAdvice, type FaceCheck } from '@/domain/photos/face-position'
import {
  type Area,
  aspectRatios,
  fitAreaAroundCard,
  fitAreaAroundFace,
  fitCentredArea,
  wholePicture,
} from '@/domain/photos/photo-crop'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import {
  adviseOnPhoto,
  analysisSidePixels,
  findStrengths,
  type PhotoAdvice,
  type PhotoStrength,
} from '@/domain/photos/photo-quality'

/** A new photo: a file, or a shot with the camera's frame. */
export interface IncomingPhoto {
  file: Blob
  frame?: Area
}

/** A photo that was decoded and checked. */
export interface PhotoAnalysis {
  picture: Picture
  /** Initial crop: around the face or the card, the camera's frame, or centred. */
  crop: Area
  /** The driver's face, if a check found exactly one. */
  face: Area | null
  advice: PhotoAdvice[]
  /** What is surely good. */
  strengths: (PhotoStrength | 'corners')[]
  /** A face check that is still running; null when there is none. */
  pendingFace: Promise<LateFace> | null
}

/** The photo as it is cropped now. */
export type EditedPhoto = Pick<PhotoAnalysis, 'picture' | 'crop' | 'face'>

/** Result of a face check that took too long to wait for; nulls when it gave up. */
export interface LateFace {
  face: Area | null
  /** Around the face, or the initial crop. */
  crop: Area
  advice: FaceAdvice | null
}

/**
 * Decodes a photo and checks its light, sharpness and face. `otherFingerprints` are those of the
 * other photos.
 */
export async function analysePhoto(
  { file, frame }: IncomingPhoto,
  type: DocumentType,
  otherFingerprints: readonly string[],
): Promise<PhotoAnalysis | { wrong: PhotoErrorCode }> {
  const result = await openPicture(file)
  if ('wrong' in result) return result
  const { picture } = result
  const pendingCheck = type === 'profile' ? startFaceCheck(picture) : null
  const earlyCheck = pendingCheck && (await waitForFaceCheck(pendingCheck))
  const faceCheck = earlyCheck ?? null
  const crop = findInitialCrop(picture, type, faceCheck, frame)
  const pixels = readCheckedPixels(picture, type, crop, faceCheck)
  const advice = adviseOnPhoto({
    type,
    size: picture,
    pixels,
    isDuplicate: picture.fingerprint !== '' && otherFingerprints.includes(picture.fingerprint),
  })
  // No face can be found in the dark: advise more light only. In a small file every face has few
  // pixels: a larger file is the only advice.
  const findFaceAdvice = (check: FaceCheck | null, area: Area) => {
    if (!check || advice.includes('dark')) return null
    const faceAdvice = adviseOnFaces(check, area, picture)
    return faceAdvice === 'smallFace' && advice.includes('small') ? null : faceAdvice
  }
  const judgeLateFace = (check: FaceCheck | null): LateFace => {
    const lateCrop = findInitialCrop(picture, type, check, frame)
    return { face: findOnlyFace(check), crop: lateCrop, advice: findFaceAdvice(check, lateCrop) }
  }
  const faceAdvice = findFaceAdvice(faceCheck, crop)
  const card = findCardIn(picture, type)
  return {
    picture,
    crop: card ? fitAreaAroundCard(card, picture) : crop,
    face: findOnlyFace(faceCheck),
    advice: faceAdvice ? [...advice, faceAdvice] : advice,
    strengths: [...(card ? (['corners'] as const) : []), ...findStrengths({ type, pixels })],
    pendingFace: pendingCheck && earlyCheck === undefined ? pendingCheck.then(judgeLateFace) : null,
  }
}

const findCardIn = (picture: Picture, type: DocumentType): Area | null =>
  type === 'license_front' || type === 'license_back'
    ? findCard(readPixels(picture, wholePicture, cardSearchSidePixels))
    : null

const findOnlyFace = (check: FaceCheck | null): Area | null =>
  check?.faces.length === 1 ? (check.faces[0] ?? null) : null

/**
 * Pixels to check, without what is cropped away. A licence is checked at the full analysis size, a
 * selfie at the scale of the whole photo; without a face the whole photo is checked.
 */
function readCheckedPixels(
  picture: Picture,
  type: DocumentType,
  crop: Area,
  faceCheck: FaceCheck | null,
) {
  if (type !== 'profile') return readPixels(picture, crop, analysisSidePixels)
  if (!faceCheck?.faces[0]) return readPixels(picture, wholePicture, analysisSidePixels)
  const { width, height } = picture
  const scale = Math.max(crop.width * width, crop.height * height) / Math.max(width, height)
  return readPixels(picture, crop, analysisSidePixels * scale)
}

const startFaceCheck = (picture: Picture) =>
  checkFace(
    drawPicture(picture, { maxSide: analysisSidePixels, canvas: document.createElement('canvas') }),
  )

function findInitialCrop(
  picture: Picture,
  type: DocumentType,
  faceCheck: FaceCheck | null,
  frame: Area | undefined,
): Area {
  const face = faceCheck?.faces[0]
  if (face) return fitAreaAroundFace(face, picture, aspectRatios[type])
  return frame ?? fitCentredArea(picture, aspectRatios[type])
}
