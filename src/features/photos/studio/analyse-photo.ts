import { findFaces } from '@/client/photos/face-detection'
import { drawPicture, openPicture, type Picture, readPixels } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/data/document-types'
import { cardSearchSidePixels, findCard } from '@/domain/photos/card-position'
import { adviseOnFaces, type FaceAdvice, findVisibleFaces } from '@/domain/photos/face-position'
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

/** A photo with its crop. */
export interface EditedPhoto {
  picture: Picture
  /** Initially around the face or the card, the camera's frame, or centred. */
  crop: Area
  /** All faces of a selfie, the largest first; null if unknown. */
  faces: Area[] | null
}

/** A photo that was decoded and checked. */
export interface PhotoAnalysis extends EditedPhoto {
  /** The most important first. */
  advice: PhotoAdvice[]
  /** The one about the faces, if any. */
  faceAdvice: FaceAdvice | null
  /** What is surely good. */
  strengths: (PhotoStrength | 'corners' | 'face')[]
}

/**
 * Decodes a photo and checks its light, sharpness and face. `otherFingerprints` are those of the
 * other photos. `onFaceCheck` is called before the face is checked, which may take seconds.
 */
export async function analysePhoto(
  { file, frame }: IncomingPhoto,
  type: DocumentType,
  otherFingerprints: readonly string[],
  onFaceCheck: (picture: Picture) => void,
): Promise<PhotoAnalysis | { wrong: PhotoErrorCode }> {
  const result = await openPicture(file)
  if ('wrong' in result) return result
  const { picture } = result
  const isProfile = type === 'profile'
  if (isProfile) onFaceCheck(picture)
  const faces = isProfile ? await findFacesIn(picture) : null
  const crop = findInitialCrop(picture, type, faces, frame)
  const pixels = readCheckedPixels(picture, type, crop, faces)
  const card = findCardIn(picture, type)
  const advice = adviseOnPhoto({
    type,
    size: picture,
    pixels,
    isDuplicate: picture.fingerprint !== '' && otherFingerprints.includes(picture.fingerprint),
  })
  // Light and focus of a whole photo say nothing sure about the face in it.
  const isPraisable = !isProfile || faces?.length === 1
  const strengths = isPraisable ? findStrengths({ type, pixels }) : []
  return judgeFaces(
    {
      picture,
      crop: card ? fitAreaAroundCard(card, picture) : crop,
      faces,
      advice,
      strengths: card ? ['corners', ...strengths] : strengths,
    },
    faces,
  )
}

/** The analysis of a photo that the customer has cropped: only what the crop shows is judged. */
export const analyseCrop = (
  { advice, faceAdvice, strengths }: PhotoAnalysis,
  edited: EditedPhoto,
): PhotoAnalysis =>
  judgeFaces(
    {
      ...edited,
      advice: advice.filter(adviceKey => adviceKey !== faceAdvice),
      strengths: strengths.filter(strength => strength === 'light' || strength === 'sharp'),
    },
    edited.faces && findVisibleFaces(edited.faces, edited.crop),
  )

/** Adds what is known about the faces of a photo: all, or those that its crop shows. */
function judgeFaces(photo: Omit<PhotoAnalysis, 'faceAdvice'>, faces: Area[] | null): PhotoAnalysis {
  const { advice, strengths } = photo
  const faceAdvice = faces && findFaceAdvice(photo, faces)
  return {
    ...photo,
    faceAdvice,
    advice: faceAdvice ? [faceAdvice, ...advice] : advice,
    strengths: faces?.length === 1 && !faceAdvice ? [...strengths, 'face'] : strengths,
  }
}

/**
 * A face is hard to find and to judge in the dark: advise more light only. In a small file every
 * face has few pixels: a larger file is the only advice.
 */
function findFaceAdvice(
  { picture, crop, advice }: Pick<PhotoAnalysis, 'picture' | 'crop' | 'advice'>,
  faces: Area[],
): FaceAdvice | null {
  const faceAdvice = adviseOnFaces(faces, crop, picture)
  if (faceAdvice !== 'severalFaces' && advice.includes('dark')) return null
  return faceAdvice === 'smallFace' && advice.includes('small') ? null : faceAdvice
}

const findCardIn = (picture: Picture, type: DocumentType): Area | null =>
  type === 'license_front' || type === 'license_back'
    ? findCard(readPixels(picture, wholePicture, cardSearchSidePixels))
    : null

/**
 * Pixels to check, without what is cropped away. A licence is checked at the full analysis size, a
 * selfie at the scale of the whole photo. Unless there is one face, the whole photo is checked.
 */
function readCheckedPixels(picture: Picture, type: DocumentType, crop: Area, faces: Area[] | null) {
  if (type !== 'profile') return readPixels(picture, crop, analysisSidePixels)
  if (faces?.length !== 1) return readPixels(picture, wholePicture, analysisSidePixels)
  const { width, height } = picture
  const scale = Math.max(crop.width * width, crop.height * height) / Math.max(width, height)
  return readPixels(picture, crop, analysisSidePixels * scale)
}

const findFacesIn = (picture: Picture) =>
  findFaces(
    drawPicture(picture, { maxSide: analysisSidePixels, canvas: document.createElement('canvas') }),
  )

function findInitialCrop(
  picture: Picture,
  type: DocumentType,
  faces: Area[] | null,
  frame: Area | undefined,
): Area {
  const face = faces?.[0]
  if (face) return fitAreaAroundFace(face, picture, aspectRatios[type])
  return frame ?? fitCentredArea(picture, aspectRatios[type])
}
