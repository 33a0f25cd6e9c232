import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import type { CardFieldName } from '@/client/payments/decline-messages'
import { useTranslation } from '@/client/texts/use-translation'
import { boxIdOf } from '@/features/payment/payment-fields'
import { classNames } from '@/ui/class-names'
import { Field } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'

/** Number above, expiry and security code side by side, or stacked at large text sizes. */
export const CardRows = ({ card, date, cvc }: Record<CardFieldName, ReactNode>) => (
  <>
    {card}
    <div className="-mb-5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 *:row-span-5 *:grid-rows-subgrid *:pb-5">
      {date}
      {cvc}
    </div>
  </>
)

/** Reserves the fields' space until the provider's script has loaded. */
export const CardFieldsSkeleton = () => (
  <CardRows
    card={<CardFieldSkeleton name="card" />}
    date={<CardFieldSkeleton name="date" />}
    cvc={<CardFieldSkeleton name="cvc" />}
  />
)

function CardFieldSkeleton({ name }: { name: CardFieldName }) {
  const { t } = useTranslation('payment')
  return (
    <Field id={name} label={t(`card.${name}`)}>
      {({ id }) => (
        <div id={id}>
          <Skeleton className="h-12 w-full" />
        </div>
      )}
    </Field>
  )
}

interface Focusable {
  focus: () => void
}

interface CardBoxProps<Change> {
  name: CardFieldName
  error: string | undefined
  onReady: () => void
  onChange: (event: Change) => void
  children: (events: BoxEvents<Change>) => ReactNode
}

interface BoxEvents<Change> {
  /** The provider links its field to the label with this id. */
  id: string
  onReady: (element: Focusable) => void
  onChange: (event: Change) => void
  onFocus: () => void
  onBlur: () => void
}

/**
 * A provider's field in a box that looks and behaves like our inputs. Focusing the box focuses the
 * field, so that error links work; the ring follows the field's own events.
 */
export function CardBox<Change>({ name, error, children, ...events }: CardBoxProps<Change>) {
  const { t } = useTranslation('payment')
  const [isFocused, setFocused] = useState(false)
  const element = useRef<Focusable>(null)
  const forwardFocus = (event: FocusEvent) => {
    if (event.target === event.currentTarget) element.current?.focus()
  }
  return (
    <Field id={name} label={t(`card.${name}`)} error={error}>
      {({ id }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: it passes focus on, and is no control itself
        <div
          id={boxIdOf(name)}
          tabIndex={-1}
          data-invalid={error !== undefined}
          onFocus={forwardFocus}
          className={classNames(
            'control scroll-mt-32',
            isFocused && 'outline-3 outline-focus outline-offset-1',
          )}
        >
          {children({
            id,
            onReady: readyElement => {
              element.current = readyElement
              events.onReady()
            },
            onChange: events.onChange,
            onFocus: () => setFocused(true),
            onBlur: () => setFocused(false),
          })}
        </div>
      )}
    </Field>
  )
}
