import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useId } from 'react'
import type { Crop } from '@/features/photos/studio/use-crop'
import { Button } from '@/ui/button'
import { ChevronDownIcon, ChevronUpIcon, MinusIcon, PlusIcon, RetryIcon } from '@/ui/icons'

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
