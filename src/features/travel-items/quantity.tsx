import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useRef } from 'react'
import { useBeforePaint } from '@/client/browser/isomorphic-layout-effect'
import { mostOfOneItem } from '@/domain/catalog/travel-items'
import type { ShownItem } from '@/features/travel-items/travel-cart'
import { Button } from '@/ui/button'
import { Stepper } from '@/ui/stepper'

interface QuantityProps {
  item: ShownItem
  onChange: (quantity: number) => void
  /** Stands beside Add while there is none in the order. */
  beside?: ReactNode
}

/** Add, and once there is one in the order a stepper in the same place. */
export function Quantity({ item: { name, quantity }, onChange, beside }: QuantityProps) {
  const { t } = useTranslation('travel')
  const { place, change } = useFocusKept(quantity, onChange)
  return (
    <div ref={place} className="flex min-h-12 items-center gap-3">
      {quantity === 0 ? (
        <>
          <Button
            wide
            look="secondary"
            aria-label={t('addLabel', { name })}
            onClick={() => change(1)}
          >
            {t('add')}
          </Button>
          {beside}
        </>
      ) : (
        <Stepper
          label={t('quantity', { name })}
          decreaseLabel={t('less', { name })}
          increaseLabel={t('more', { name })}
          value={quantity}
          max={mostOfOneItem}
          onStep={change}
        />
      )}
    </div>
  )
}

/** When what was pressed goes, what comes in its place takes the focus; a change from elsewhere takes none. */
function useFocusKept(quantity: number, onChange: (quantity: number) => void) {
  const place = useRef<HTMLDivElement>(null)
  const isOwn = useRef(false)
  const isIn = quantity > 0
  useBeforePaint(() => {
    const buttons = isOwn.current ? [...(place.current?.querySelectorAll('button') ?? [])] : []
    buttons.at(isIn ? -1 : 0)?.focus() // one more, or Add
    isOwn.current = false
  }, [isIn])
  const change = (next: number) => {
    isOwn.current = next > 0 !== isIn
    onChange(next)
  }
  return { place, change }
}
