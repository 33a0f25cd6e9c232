import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useRef } from 'react'
import { useIsomorphicLayoutEffect } from '@/client/browser/isomorphic-layout-effect'
import { maxItemQuantity } from '@/domain/catalog/travel-items'
import type { TravelItemView } from '@/features/travel-items/use-travel-cart'
import { Button } from '@/ui/button'
import { Stepper } from '@/ui/stepper'

interface QuantityProps {
  item: TravelItemView
  onChange: (quantity: number) => void
  /** Rendered beside Add while the order has none. */
  sideAction?: ReactNode
}

/** An Add button, replaced by a stepper once one is in the order. */
export function Quantity({ item: { name, quantity }, onChange, sideAction }: QuantityProps) {
  const { t } = useTranslation('travel')
  const { containerRef, change } = useKeepFocus(quantity, onChange)
  return (
    <div ref={containerRef} className="flex min-h-12 items-center gap-3">
      {quantity === 0 ? (
        <>
          <Button
            wide
            variant="secondary"
            aria-label={t('addLabel', { name })}
            onClick={() => change(1)}
          >
            {t('add')}
          </Button>
          {sideAction}
        </>
      ) : (
        <Stepper
          label={t('quantity', { name })}
          decreaseLabel={t('less', { name })}
          increaseLabel={t('more', { name })}
          value={quantity}
          max={maxItemQuantity}
          onStep={change}
        />
      )}
    </div>
  )
}

/** Focuses the control that replaces the pressed one; a change from elsewhere moves no focus. */
function useKeepFocus(quantity: number, onChange: (quantity: number) => void) {
  const containerRef = useRef<HTMLDivElement>(null)
  const isLocalChange = useRef(false)
  const isInCart = quantity > 0
  useIsomorphicLayoutEffect(() => {
    const buttons = isLocalChange.current
      ? [...(containerRef.current?.querySelectorAll('button') ?? [])]
      : []
    buttons.at(isInCart ? -1 : 0)?.focus() // one more, or Add
    isLocalChange.current = false
  }, [isInCart])
  const change = (next: number) => {
    isLocalChange.current = next > 0 !== isInCart
    onChange(next)
  }
  return { containerRef, change }
}
