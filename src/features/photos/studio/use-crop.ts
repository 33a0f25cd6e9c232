import { useState } from 'react'
import type { Area, Size } from '@/domain/photos/photo-crop'

interface Point {
  x: number
  y: number
}

const leastZoom = 1
const usualMostZoom = 4
const zoomStep = 0.2
/** How far one press of a button moves the photo, in pixels of the screen. */
const moveStep = 16

const nowhere: Size = { width: 0, height: 0 }

/** Where the photo lies under its frame. Starting areas are shares of the picture, 0 to 1. */
export function useCrop(first: Area) {
  const [start, setStart] = useState(first)
  const [area, setArea] = useState(first)
  const [place, setPlace] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(leastZoom)
  const [media, setMedia] = useState(nowhere)
  const [frame, setFrame] = useState(nowhere)
  // A small face in a large picture begins with a closer look than anybody would choose.
  const mostZoom = Math.max(usualMostZoom, Math.ceil(1 / Math.min(start.width, start.height)))

  const move = (across: -1 | 0 | 1, down: -1 | 0 | 1) =>
    setPlace({
      x: within(place.x + across * moveStep, (media.width * zoom - frame.width) / 2),
      y: within(place.y + down * moveStep, (media.height * zoom - frame.height) / 2),
    })
  const zoomTo = (wanted: number) => setZoom(Math.max(leastZoom, Math.min(mostZoom, wanted)))

  return {
    start: percentOf(start),
    area,
    place,
    zoom,
    leastZoom,
    mostZoom,
    // Out of sight there is nothing to measure: what comes of that would never settle.
    setPlace: (wanted: Point) =>
      Number.isFinite(wanted.x) && Number.isFinite(wanted.y) && setPlace(wanted),
    setZoom: (wanted: number) => Number.isFinite(wanted) && setZoom(wanted),
    setMedia,
    setFrame,
    tell: (percent: Area) =>
      Object.values(percent).every(Number.isFinite) && setArea(sharesOf(percent)),
    restart: (again: Area) => {
      setStart(again)
      setArea(again)
    },
    move,
    zoomTo,
    zoomIn: () => zoomTo(zoom + zoomStep),
    zoomOut: () => zoomTo(zoom - zoomStep),
  }
}

export type Crop = ReturnType<typeof useCrop>

const within = (value: number, most: number): number =>
  Math.max(-Math.max(0, most), Math.min(Math.max(0, most), value))

const scaled = ({ x, y, width, height }: Area, by: number): Area => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})
const percentOf = (area: Area) => scaled(area, 100)
const sharesOf = (area: Area) => scaled(area, 0.01)
