import { type ReactNode, type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import type { ControlAria } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'
import { Combobox } from '@/ui/pickers/combobox'
import { Sheet } from '@/ui/pickers/sheet'
import type { PickerStart } from '@/ui/pickers/takeover'

export interface PickerProps {
  /** Holds the select that the picker chooses in. */
  place: RefObject<HTMLDivElement | null>
  aria: ControlAria
  label: ReactNode
  chosen: readonly string[]
  /** What the field says while nothing is typed; only where several may be chosen. */
  placeholder: string | undefined
  source: PickerSource
  start: PickerStart
}

/** Searches the options of a select: in place on a desktop, in a sheet of its own on a phone. */
export function Picker(props: PickerProps) {
  const [start, setStart] = useState(props.start)
  // Once: a phone that is turned shows the other kind, which has nothing to take over.
  useEffect(() => setStart(calmStart), [])
  return useIsWide() ? <Combobox {...props} start={start} /> : <Sheet {...props} start={start} />
}

const calmStart: PickerStart = { hasFocus: false, isOpen: false, keys: [] }

// SPEC 9: mobile is below lg.
const wide = '(min-width: 1024px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    onChange => {
      const query = window.matchMedia(wide)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(wide).matches,
    // Never on the server: a picker comes after the page.
    () => true,
  )
}
