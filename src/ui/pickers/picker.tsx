import { useEffect, useState } from 'react'
import type { LoadedPickerProps, PickerStart } from '@/ui/pickers/choices'
import { Combobox } from '@/ui/pickers/combobox'
import { Sheet } from '@/ui/pickers/sheet'

/** Searches the options of a select: inline on desktops, in a full-screen sheet on phones. */
export function Picker(props: LoadedPickerProps) {
  const { isWide, start } = useView(props.start)
  const View = isWide ? Combobox : Sheet
  return (
    <props.source.Texts>
      {texts => <View {...props} start={start} texts={texts} />}
    </props.source.Texts>
  )
}

const idleStart: PickerStart = { hasFocus: false, isOpen: false, keys: [] }

// The `lg` breakpoint: phones are below it.
const wideQuery = '(min-width: 1024px)'

/** After a rotation the other kind mounts, without the start that the first one applied. */
function useView(start: PickerStart) {
  const [view, setView] = useState(() => ({ isWide: matchMedia(wideQuery).matches, start }))
  useEffect(() => {
    const query = matchMedia(wideQuery)
    const update = () => setView({ isWide: query.matches, start: idleStart })
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  return view
}
