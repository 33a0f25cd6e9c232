import type { ComponentProps, FocusEvent, ReactNode, RefObject } from 'react'
import { Field, type FieldTexts } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'
import { replacedSelectProps, useLazyPicker } from '@/ui/pickers/use-lazy-picker'
import { Select } from '@/ui/select'

type NativeProps = ComponentProps<'select'>

type PickerOptions = FieldTexts & {
  name: string
  /** Loads the search of the picker: an `import()`. */
  load: () => Promise<PickerSource>
}

export type PickerFieldProps = NativeProps &
  PickerOptions & {
    /** The form's value of the select. */
    chosen: string
  }

type NativeParts = {
  select: NativeProps
  /** Handlers for pointer, focus and press. */
  events: ReturnType<typeof useLazyPicker>['events']
  isReplaced: boolean
}

type PickerContainerProps = NativeProps &
  PickerOptions & {
    chosen: readonly string[]
    /** Only for multi pickers: the placeholder of the field. */
    placeholder?: string
    /** The native control, before the picker replaces it. */
    renderNative: (parts: NativeParts) => ReactNode
    renderBelow?: (containerRef: RefObject<HTMLElement | null>) => ReactNode
  }

/** Replaces a select by a picker; the select remains the form's control. */
export function PickerContainer({
  label,
  hint,
  error,
  optionalLabel,
  note,
  labelHidden,
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
    // The picker takes over the focus: the field is not left.
    if (!containerRef.current?.contains(event.relatedTarget)) onBlur?.(event)
  }

  return (
    <Field
      id={select.id ?? select.name}
      {...{ label, hint, error, optionalLabel, note, labelHidden }}
    >
      {aria => (
        <>
          <div ref={containerRef} className="relative">
            {loadedPicker && (
              <loadedPicker.Picker {...loadedPicker} {...{ aria, label, chosen, placeholder }} />
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

/**
 * The empty option looks like a placeholder, as in the picker, so that replacing it changes nothing
 * visible.
 */
const emptyClasses = '[&:has(option[value=""]:checked)]:text-ink-3 [&_option]:text-ink'

/**
 * A select that becomes a searchable picker on first use. Spread `register` onto it; the select is
 * submitted and autofilled.
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
