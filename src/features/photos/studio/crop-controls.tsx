import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '@/client/texts/use-translation'
import type { Area, Size } from '@/domain/photos/photo-crop'
import { Button } from '@/ui/button'
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, PlusIcon, RetryIcon } from '@/ui/icons'

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

type Crop = ReturnType<typeof useCrop>

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

/** Every touch gesture as a button. Left stays left in every language. */
export function CropControls({ crop, onRotate }: { crop: Crop; onRotate: () => void }) {
  const { t } = useTranslation('studio')
  return (
    <div className="grid gap-3 pt-4">
      <ZoomControl crop={crop} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="ghost" icon={<RetryIcon />} onClick={onRotate}>
          {t('adjust.turn')}
        </Button>
        <fieldset aria-label={t('adjust.move')} dir="ltr" className="flex gap-1">
          <IconButton label={t('adjust.left')} onPress={() => crop.move(-1, 0)}>
            <ChevronDownIcon className="rotate-90" />
          </IconButton>
          <IconButton label={t('adjust.up')} onPress={() => crop.move(0, -1)}>
            <ChevronUpIcon />
          </IconButton>
          <IconButton label={t('adjust.down')} onPress={() => crop.move(0, 1)}>
            <ChevronDownIcon />
          </IconButton>
          <IconButton label={t('adjust.right')} onPress={() => crop.move(1, 0)}>
            <ChevronDownIcon className="-rotate-90" />
          </IconButton>
        </fieldset>
      </div>
    </div>
  )
}

function ZoomControl({ crop }: { crop: Crop }) {
  const { t } = useTranslation('studio')
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="text-sm">
        {t('adjust.zoom')}
      </label>
      <IconButton label={t('adjust.zoomOut')} onPress={crop.zoomOut}>
        <MinusIcon />
      </IconButton>
      <input
        id={id}
        type="range"
        min={crop.minZoom}
        max={crop.maxZoom}
        step={0.1}
        value={crop.zoom}
        aria-valuetext={`${Math.round(crop.zoom * 100)}%`}
        onChange={event => crop.zoomTo(Number(event.target.value))}
        className="h-11 w-0 min-w-0 grow accent-accent"
      />
      <IconButton label={t('adjust.zoomIn')} onPress={crop.zoomIn}>
        <PlusIcon />
      </IconButton>
    </div>
  )
}

interface IconButtonProps {
  label: string
  onPress: () => void
  children: ReactNode
}

const IconButton = ({ label, onPress, children }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onPress}
    className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-card hover:border-control"
  >
    {children}
  </button>
)
