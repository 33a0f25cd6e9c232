import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
import type { PickerSource } from '@/ui/pickers/choices'
import type { PickerProps } from '@/ui/pickers/picker-props'

type LoadedPicker = Pick<PickerProps, 'source' | 'start'> & { Picker: ComponentType<PickerProps> }

/** Keys that open or turn the browser's own list. */
const openingKeys = /^(Arrow|Enter$|F4$| $)/

/**
 * Loads a picker when its field is pointed at, focused or pressed. Until then, and for good when the
 * code does not come, the browser's own control is all there is.
 */
export function useLazyPicker(load: () => Promise<PickerSource>) {
  const containerRef = useRef<HTMLDivElement>(null)
  const [loadedPicker, setLoadedPicker] = useState<LoadedPicker | 'failed'>()
  const [intent] = useState({ isLoading: false, isOpen: false, keys: [] as KeyboardEvent[] })

  const loadPicker = () => {
    // A list opened before the scripts came is in use: it stays.
    if (intent.isLoading || containerRef.current?.querySelector('details[open]')) return
    intent.isLoading = true
    Promise.all([import('@/ui/pickers/picker'), load()]).then(
      ([{ Picker }, source]) => {
        const hasFocus = containerRef.current?.contains(document.activeElement) ?? false
        setLoadedPicker({
          Picker,
          source,
          start: { hasFocus, isOpen: intent.isOpen, keys: intent.keys },
        })
      },
      () => setLoadedPicker('failed'),
    )
  }

  /** Keeps the browser's list shut: the picker would take it away again in a moment. */
  const handleNativeOpen = (event: SyntheticEvent<HTMLElement>) => {
    loadPicker()
    if (!intent.isLoading) return
    event.preventDefault()
    event.currentTarget.focus()
    intent.isOpen = true
  }

  return {
    containerRef,
    loadedPicker: loadedPicker === 'failed' ? undefined : loadedPicker,
    /** For the browser's own control, while it may still lose its place. */
    events: loadedPicker
      ? {}
      : {
          // A finger may be on its way down the page: only a mouse points at what it is over.
          onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && loadPicker(),
          onFocus: loadPicker,
          onMouseDown: handleNativeOpen,
          onClick: handleNativeOpen,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
            openingKeys.test(event.key) ? handleNativeOpen(event) : intent.keys.push(event),
        },
  }
}

/** The select once a picker stands in its place: out of reach, and still what is sent and autofilled. */
export const replacedSelectProps = { id: undefined, tabIndex: -1, 'aria-hidden': true } as const
