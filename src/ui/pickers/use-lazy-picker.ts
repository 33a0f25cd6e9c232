import {
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
import type { PickerSource } from '@/ui/pickers/choices'
import type { LoadedPickerProps } from '@/ui/pickers/picker-props'

type LoadedPicker = Pick<LoadedPickerProps, 'select' | 'source' | 'start'> & {
  Picker: ComponentType<LoadedPickerProps>
}

/** Keys that open or change the native list. */
const openingKeys = /^(Arrow|Enter$|F4$| $)/

/**
 * Loads a picker on hover, focus or press of its field. Until then, and if loading fails, the
 * native control stays.
 */
export function useLazyPicker(load: () => Promise<PickerSource>) {
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
      () => setLoadedPicker('failed'),
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

/** Attributes of the replaced select: not reachable, but still submitted and autofilled. */
export const replacedSelectProps = { id: undefined, tabIndex: -1, 'aria-hidden': true } as const
