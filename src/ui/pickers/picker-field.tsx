import {
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
import { Field, type FieldTexts } from '@/ui/field'
import type { LoadedPickerProps, PickerSource } from '@/ui/pickers/choices'
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
 * A select that becomes a searchable picker on first use. Spread `register` onto it; the select is
 * submitted and autofilled.
 */
export const PickerField = ({ chosen, ...props }: PickerFieldProps) => (
  <PickerContainer
    {...props}
    chosen={chosen ? [chosen] : []}
    renderNative={({ select, events, isReplaced }) => (
      <div className={isReplaced ? 'pointer-events-none absolute inset-0 opacity-0' : undefined}>
        <Select {...events} {...select} />
      </div>
    )}
  />
)

type LoadedPicker = Pick<LoadedPickerProps, 'select' | 'source' | 'start'> & {
  Picker: ComponentType<LoadedPickerProps>
}

/** Keys that open or change the native list. */
const openingKeys = /^(Arrow|Enter$|F4$| $)/

/**
 * Loads a picker on hover, focus or press of its field. Until then, and if loading fails, the
 * native control stays.
 */
function useLazyPicker(load: () => Promise<PickerSource>) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [loadedPicker, setLoadedPicker] = useState<LoadedPicker | 'failed'>()
  const intentRef = useRef({ isLoading: false, isOpen: false, keys: [] as KeyboardEvent[] })

  const loadPicker = () => {
    // A list opened before hydration is in use and stays.
    const intent = intentRef.current
    if (intent.isLoading || containerRef.current?.querySelector('details[open]')) return
    intent.isLoading = true
    Promise.all([import('@/ui/pickers/picker'), load()]).then(
      ([{ Picker }, source]) => {
        const select = containerRef.current?.querySelector('select')
        const hasFocus = containerRef.current?.contains(document.activeElement) ?? false
        if (select)
          setLoadedPicker({
            Picker,
            select,
            source,
            start: { hasFocus, isOpen: intent.isOpen, keys: intent.keys },
          })
      },
      () => {
        setLoadedPicker('failed')
        if (intent.isOpen) openNativeList(containerRef.current)
      },
    )
  }

  /** Keeps the native list closed: the picker is about to replace it. */
  const handleNativeOpen = (event: SyntheticEvent<HTMLElement>) => {
    loadPicker()
    if (!intentRef.current.isLoading) return
    event.preventDefault()
    event.currentTarget.focus()
    intentRef.current.isOpen = true
  }

  return {
    containerRef,
    loadedPicker: loadedPicker === 'failed' ? undefined : loadedPicker,
    /** Handlers of the native control until it is replaced. */
    events: loadedPicker
      ? {}
      : {
          // A finger may only be scrolling: load on hover of a mouse.
          onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && loadPicker(),
          onFocus: loadPicker,
          onMouseDown: handleNativeOpen,
          onClick: handleNativeOpen,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
            openingKeys.test(event.key)
              ? handleNativeOpen(event)
              : intentRef.current.keys.push(event),
        },
  }
}

/** Browsers show the list of a select only for a few seconds after a press. */
function openNativeList(container: HTMLElement | null): void {
  const disclosure = container?.querySelector('details')
  if (disclosure) disclosure.open = true
  else if (navigator.userActivation?.isActive) container?.querySelector('select')?.showPicker?.()
}

/** Attributes of the replaced select: not reachable, but still submitted and autofilled. */
const replacedSelectProps = { id: undefined, tabIndex: -1, 'aria-hidden': true } as const
