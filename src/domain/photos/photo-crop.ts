import type { DocumentType } from '@/domain/data/document-types'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** An area of a picture, in shares of its width and height: 0 to 1, from the top left. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const wholePicture: Area = { x: 0, y: 0, width: 1, height: 1 }

/** A licence is an ID-1 card, 85.60 by 53.98 mm (ISO 7810). */
export const cardAspectRatio = 85.6 / 53.98

/**
 * Width divided by height: a passport photo of 35 by 45 mm, an ID-1 card, a line of handwriting.
 */
export const aspectRatios: Record<DocumentType, number> = {
  profile: 35 / 45,
  license_front: cardAspectRatio,
  license_back: cardAspectRatio,
  signature: 3,
}

/** The largest centred area with this aspect ratio; `share` scales it down. */
export function fitCentredArea(size: Size, aspect: number, share = 1): Area {
  const height = share * Math.min(1, size.width / aspect / size.height)
  return buildArea({ x: 0.5, y: 0.5 }, height, size, aspect)
}

/** The face's share of the crop's height, which leaves room for hair and shoulders. */
const faceShare = 0.55

/** The area with this aspect ratio and the face in its middle, moved to stay inside the picture. */
export function fitAreaAroundFace(face: Area, size: Size, aspect: number): Area {
  const maxHeight = fitCentredArea(size, aspect).height
  const centre = { x: face.x + face.width / 2, y: face.y + face.height / 2 }
  return buildArea(centre, Math.min(maxHeight, face.height / faceShare), size, aspect)
}

/** Share of the card's size that stays visible of the table on each side. */
const cardMargin = 0.05

/** The area around a card, moved to stay inside the picture. */
export function fitAreaAroundCard(card: Area, size: Size): Area {
  const maxHeight = fitCentredArea(size, cardAspectRatio).height
  const centre = { x: card.x + card.width / 2, y: card.y + card.height / 2 }
  const heightOfWidth = (card.width * size.width) / cardAspectRatio / size.height
  const height = Math.max(card.height, heightOfWidth) * (1 + 2 * cardMargin)
  return buildArea(centre, Math.min(maxHeight, height), size, cardAspectRatio)
}

function buildArea(
  centre: { x: number; y: number },
  height: number,
  size: Size,
  aspect: number,
): Area {
  const width = (height * size.height * aspect) / size.width
  return {
    x: clamp(centre.x - width / 2, 1 - width),
    y: clamp(centre.y - height / 2, 1 - height),
    width,
    height,
  }
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value))
