import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react'
import { Field, type FieldTexts } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'
import { retired, useTakeover } from '@/ui/pickers/takeover'
import { Select } from '@/ui/select'

type NativeProps = ComponentProps<'select'>

type PickerOptions = FieldTexts & {
  name: string
  fieldClassName?: string
  /** Loads what the picker searches with: an `import()`. */
  load: () => Promise<PickerSource>
}

export type PickerFieldProps = NativeProps &
  PickerOptions & {
    /** What the form holds for the select. */
    chosen: string
  }

type NativeParts = {
  select: NativeProps
  /** For what the customer points at, focuses and presses. */
  events: ReturnType<typeof useTakeover>['events']
  isRetired: boolean
}

type PickerPlaceProps = NativeProps &
  PickerOptions & {
    chosen: readonly string[]
    /** Only where several may be chosen: what the field says while they are. */
    placeholder?: string
    /** The browser's own control, before a picker takes its place. */
    native: (parts: NativeParts) => ReactNode
    below?: (place: RefObject<HTMLElement | null>) => ReactNode
  }

/** Where a picker takes the place of a select, which stays the control of the form. */
export function PickerPlace({
  label,
  hint,
  error,
  optionalLabel,
  note,
  labelHidden,
  fieldClassName,
  chosen,
  placeholder,
  load,
  native,
  below,
  onBlur,
  ...select
}: PickerPlaceProps) {
  const { place, taken, events } = useTakeover(load)

  const left = (event: FocusEvent<HTMLSelectElement>) => {
    // The picker takes the focus over: the field is not left.
    if (!place.current?.contains(event.relatedTarget)) onBlur?.(event)
  }

  return (
    <Field
      id={select.id ?? select.name}
      {...{ label, hint, error, optionalLabel, note, labelHidden }}
      className={fieldClassName}
    >
      {aria => (
        <>
          <div ref={place} className="relative">
            {taken && <taken.Picker {...taken} {...{ place, aria, label, chosen, placeholder }} />}
            {native({
              select: { ...select, ...(taken ? retired : aria), onBlur: left },
              events,
              isRetired: taken !== undefined,
            })}
          </div>
          {below?.(place)}
        </>
      )}
    </Field>
  )
}

/** An empty choice reads as a placeholder in both, so nothing changes its look when the picker comes. */
const emptyLook = '[&:has(option[value=""]:checked)]:text-ink-3 [&_option]:text-ink'

/**
 * A select that becomes a searchable picker when it is used. `register` spreads onto it; the select is
 * what is sent, and what browsers fill.
 */
export const PickerField = ({ chosen, ...props }: PickerFieldProps) => (
  <PickerPlace
    {...props}
    chosen={chosen ? [chosen] : []}
    native={({ select, events, isRetired }) => (
      <div className={isRetired ? 'pointer-events-none absolute inset-0 opacity-0' : undefined}>
        <Select {...events} {...select} className={emptyLook} />
      </div>
    )}
  />
)
