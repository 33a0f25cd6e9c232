import { useEffect, useState, useSyncExternalStore } from 'react'
import { Combobox } from '@/ui/pickers/combobox'
import type { PickerProps, PickerStart } from '@/ui/pickers/picker-props'
import { Sheet } from '@/ui/pickers/sheet'

/** Searches the options of a select: in place on a desktop, in a sheet of its own on a phone. */
export function Picker(props: PickerProps) {
  const [start, setStart] = useState(props.start)
  // Once: a phone that is turned shows the other kind, which has nothing to take over.
  useEffect(() => setStart(idleStart), [])
  return useIsWide() ? <Combobox {...props} start={start} /> : <Sheet {...props} start={start} />
}

const idleStart: PickerStart = { hasFocus: false, isOpen: false, keys: [] }

// SPEC 9: mobile is below lg.
const wideQuery = '(min-width: 1024px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    onChange => {
      const query = window.matchMedia(wideQuery)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(wideQuery).matches,
    // Never on the server: a picker comes after the page.
    () => true,
  )
}
