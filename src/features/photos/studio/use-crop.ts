import { useState } from 'react'
import type { Area, Size } from '@/domain/photos/photo-crop'

interface Point {
  x: number
  y: number
}

const minZoom = 1
const defaultMaxZoom = 4
const zoomStep = 0.2
/** Screen pixels that one press of a button moves the photo. */
const moveStep = 16

const emptySize: Size = { width: 0, height: 0 }

/** Position of the photo under its frame. Start areas are shares of the picture, 0 to 1. */
export function useCrop(initialArea: Area) {
  const [startArea, setStartArea] = useState(initialArea)
  const [area, setArea] = useState(initialArea)
  const [position, setPosition] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(minZoom)
  const [media, setMedia] = useState(emptySize)
  const [frame, setFrame] = useState(emptySize)
  // A small face in a large picture starts with more zoom than the default maximum.
  const maxZoom = Math.max(
    defaultMaxZoom,
    Math.ceil(1 / Math.min(startArea.width, startArea.height)),
  )

  const move = (stepX: -1 | 0 | 1, stepY: -1 | 0 | 1) =>
    setPosition({
      x: clamp(position.x + stepX * moveStep, (media.width * zoom - frame.width) / 2),
      y: clamp(position.y + stepY * moveStep, (media.height * zoom - frame.height) / 2),
    })
  const zoomTo = (target: number) => setZoom(Math.max(minZoom, Math.min(maxZoom, target)))

  return {
    initialAreaPercent: percentOf(startArea),
    area,
    position,
    zoom,
    minZoom,
    maxZoom,
    // A hidden cropper reports values that are not finite and never settle.
    setPosition: (target: Point) =>
      Number.isFinite(target.x) && Number.isFinite(target.y) && setPosition(target),
    setZoom: (target: number) => Number.isFinite(target) && setZoom(target),
    setMedia,
    setFrame,
    setAreaPercent: (percent: Area) =>
      Object.values(percent).every(Number.isFinite) && setArea(sharesOf(percent)),
    restart: (nextArea: Area) => {
      setStartArea(nextArea)
      setArea(nextArea)
    },
    move,
    zoomTo,
    zoomIn: () => zoomTo(zoom + zoomStep),
    zoomOut: () => zoomTo(zoom - zoomStep),
  }
}

export type Crop = ReturnType<typeof useCrop>

const clamp = (value: number, limit: number): number =>
  Math.max(-Math.max(0, limit), Math.min(Math.max(0, limit), value))

const scaleArea = ({ x, y, width, height }: Area, factor: number): Area => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
})
const percentOf = (area: Area) => scaleArea(area, 100)
const sharesOf = (area: Area) => scaleArea(area, 0.01)
