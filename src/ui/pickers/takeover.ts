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

type Taken = Pick<PickerProps, 'source' | 'start'> & { Picker: ComponentType<PickerProps> }

/** Keys that open or turn the browser's own list. */
const opening = /^(Arrow|Enter$|F4$| $)/

/**
 * Loads a picker when its field is pointed at, focused or pressed. Until then, and for good when the
 * code does not come, the browser's own control is all there is.
 */
export function useTakeover(load: () => Promise<PickerSource>) {
  const place = useRef<HTMLDivElement>(null)
  const [taken, setTaken] = useState<Taken | 'failed'>()
  const [wish] = useState({ isTaking: false, isOpen: false, keys: [] as KeyboardEvent[] })

  const take = () => {
    // A list opened before the scripts came is in use: it stays.
    if (wish.isTaking || place.current?.querySelector('details[open]')) return
    wish.isTaking = true
    Promise.all([import('@/ui/pickers/picker'), load()]).then(
      ([{ Picker }, source]) => {
        const hasFocus = place.current?.contains(document.activeElement) ?? false
        setTaken({ Picker, source, start: { hasFocus, isOpen: wish.isOpen, keys: wish.keys } })
      },
      () => setTaken('failed'),
    )
  }

  /** Keeps the browser's list shut: the picker would take it away again in a moment. */
  const hold = (event: SyntheticEvent<HTMLElement>) => {
    take()
    if (!wish.isTaking) return
    event.preventDefault()
    event.currentTarget.focus()
    wish.isOpen = true
  }

  return {
    place,
    taken: taken === 'failed' ? undefined : taken,
    /** For the browser's own control, while it may still lose its place. */
    events: taken
      ? {}
      : {
          // A finger may be on its way down the page: only a mouse points at what it is over.
          onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && take(),
          onFocus: take,
          onMouseDown: hold,
          onClick: hold,
          onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
            opening.test(event.key) ? hold(event) : wish.keys.push(event),
        },
  }
}

/** The select once a picker stands in its place: out of reach, and still what is sent and autofilled. */
export const retired = { id: undefined, tabIndex: -1, 'aria-hidden': true } as const
