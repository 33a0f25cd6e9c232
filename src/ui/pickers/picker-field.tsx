import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react'
import { Field, type FieldTexts } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'
import { replacedSelectProps, useLazyPicker } from '@/ui/pickers/use-lazy-picker'
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
  events: ReturnType<typeof useLazyPicker>['events']
  isReplaced: boolean
}

type PickerContainerProps = NativeProps &
  PickerOptions & {
    chosen: readonly string[]
    /** Only where several may be chosen: what the field says while they are. */
    placeholder?: string
    /** The browser's own control, before a picker takes its place. */
    renderNative: (parts: NativeParts) => ReactNode
    renderBelow?: (containerRef: RefObject<HTMLElement | null>) => ReactNode
  }

/** Where a picker takes the place of a select, which stays the control of the form. */
export function PickerContainer({
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
  renderNative,
  renderBelow,
  onBlur,
  ...select
}: PickerContainerProps) {
  const { containerRef, loadedPicker, events } = useLazyPicker(load)

  const handleBlur = (event: FocusEvent<HTMLSelectElement>) => {
    // The picker takes the focus over: the field is not left.
    if (!containerRef.current?.contains(event.relatedTarget)) onBlur?.(event)
  }

  return (
    <Field
      id={select.id ?? select.name}
      {...{ label, hint, error, optionalLabel, note, labelHidden }}
      className={fieldClassName}
    >
      {aria => (
        <>
          <div ref={containerRef} className="relative">
            {loadedPicker && (
              <loadedPicker.Picker
                {...loadedPicker}
                {...{ containerRef, aria, label, chosen, placeholder }}
              />
            )}
            {renderNative({
              select: {
                ...select,
                ...(loadedPicker ? replacedSelectProps : aria),
                onBlur: handleBlur,
              },
              events,
              isReplaced: loadedPicker !== undefined,
            })}
          </div>
          {renderBelow?.(containerRef)}
        </>
      )}
    </Field>
  )
}

/** An empty choice reads as a placeholder in both, so nothing changes its look when the picker comes. */
const emptyClasses = '[&:has(option[value=""]:checked)]:text-ink-3 [&_option]:text-ink'

/**
 * A select that becomes a searchable picker when it is used. `register` spreads onto it; the select is
 * what is sent, and what browsers fill.
 */
export const PickerField = ({ chosen, ...props }: PickerFieldProps) => (
  <PickerContainer
    {...props}
    chosen={chosen ? [chosen] : []}
    renderNative={({ select, events, isReplaced }) => (
      <div className={isReplaced ? 'pointer-events-none absolute inset-0 opacity-0' : undefined}>
        <Select {...events} {...select} className={emptyClasses} />
      </div>
    )}
  />
)
