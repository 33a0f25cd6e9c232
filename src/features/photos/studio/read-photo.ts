import { checkFace, foundSoon } from '@/client/photos/face-detection'
import { drawn, openPicture, type Picture, pixelsOf } from '@/client/photos/image-editing'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { adviceOnFaces, type FaceAdvice, type FaceCheck } from '@/domain/photos/face-position'
import {
  type Area,
  areaAround,
  aspects,
  middleArea,
  wholePicture,
} from '@/domain/photos/photo-crop'
import type { PhotoWrong } from '@/domain/photos/photo-files'
import { adviceOnPhoto, checkedSide, type PhotoAdvice } from '@/domain/photos/photo-quality'

/** A photo as it comes: a file, or a shot through the camera's frame. */
export interface IncomingPhoto {
  file: Blob
  frame?: Area
}

/** A photo that was opened and looked at. */
export interface ReadPhoto {
  picture: Picture
  /** Where to begin cropping: around the face, the camera's frame, or the middle. */
  crop: Area
  /** The driver's face, when it was looked for and is alone. */
  face: Area | null
  advice: PhotoAdvice[]
  /** What is found of the face while the customer goes on; null when the look is over. */
  later: Promise<LateFace> | null
}

/** What came of a look that took longer than anybody waits for it; nothing when it gave up. */
export interface LateFace {
  face: Area | null
  advice: FaceAdvice | null
}

/** Opens a photo and looks at its light, sharpness and face. `others` are fingerprints of other photos. */
export async function readPhoto(
  { file, frame }: IncomingPhoto,
  type: DocumentType,
  others: readonly string[],
): Promise<ReadPhoto | { wrong: PhotoWrong }> {
  const opened = await openPicture(file)
  if ('wrong' in opened) return opened
  const { picture } = opened
  const look = type === 'profile' ? facesIn(picture) : null
  const soon = look && (await foundSoon(look))
  const found = soon ?? null
  const crop = firstCrop(picture, type, found, frame)
  const advice = adviceOnPhoto({
    type,
    size: picture,
    pixels: whatCounts(picture, type, crop, found),
    isTwice: picture.fingerprint !== '' && others.includes(picture.fingerprint),
  })
  // In the dark a face cannot be found; more light is the whole advice.
  const judge = (check: FaceCheck | null) =>
    check && !advice.includes('dark') ? adviceOnFaces(check, crop, picture) : null
  const onFaces = judge(found)
  return {
    picture,
    crop,
    face: aloneIn(found),
    advice: onFaces ? [...advice, onFaces] : advice,
    later:
      look && soon === undefined
        ? look.then(check => ({ face: aloneIn(check), advice: judge(check) }))
        : null,
  }
}

const aloneIn = (check: FaceCheck | null): Area | null =>
  check?.faces.length === 1 ? (check.faces[0] ?? null) : null

/**
 * What will be cropped away may be as dark or plain as it likes. A licence is looked at as large as it
 * will be read, a face as large as it is in the whole photo, which all is looked at when there is none.
 */
function whatCounts(picture: Picture, type: DocumentType, crop: Area, found: FaceCheck | null) {
  if (type !== 'profile') return pixelsOf(picture, crop, checkedSide)
  if (!found?.faces[0]) return pixelsOf(picture, wholePicture, checkedSide)
  const { width, height } = picture
  const share = Math.max(crop.width * width, crop.height * height) / Math.max(width, height)
  return pixelsOf(picture, crop, checkedSide * share)
}

const facesIn = (picture: Picture) =>
  checkFace(drawn(picture, { longest: checkedSide, canvas: document.createElement('canvas') }))

function firstCrop(
  picture: Picture,
  type: DocumentType,
  found: FaceCheck | null,
  frame: Area | undefined,
): Area {
  const face = found?.faces[0]
  if (face) return areaAround(face, picture, aspects[type])
  return frame ?? middleArea(picture, aspects[type])
}
