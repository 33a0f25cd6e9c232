import { useEffect, useState, useSyncExternalStore } from 'react'
import { Combobox } from '@/ui/pickers/combobox'
import type { PickerProps, PickerStart } from '@/ui/pickers/picker-props'
import { Sheet } from '@/ui/pickers/sheet'

/** Searches the options of a select: inline on desktops, in a full-screen sheet on phones. */
export function Picker(props: PickerProps) {
  const [start, setStart] = useState(props.start)
  // Applied once: after a rotation the other kind mounts and must not apply it again.
  useEffect(() => setStart(idleStart), [])
  return useIsWide() ? <Combobox {...props} start={start} /> : <Sheet {...props} start={start} />
}

const idleStart: PickerStart = { hasFocus: false, isOpen: false, keys: [] }

// The `lg` breakpoint: phones are below it.
const wideQuery = '(min-width: 1024px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    onChange => {
      const query = window.matchMedia(wideQuery)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(wideQuery).matches,
    // Server snapshot; unused, because pickers mount only in the browser.
    () => true,
  )
}
