import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { ControlAria } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'

export interface PickerProps {
  /** Holds the select that the picker chooses in. */
  containerRef: RefObject<HTMLDivElement | null>
  aria: ControlAria
  label: ReactNode
  chosen: readonly string[]
  /** What the field says while nothing is typed; only where several may be chosen. */
  placeholder: string | undefined
  source: PickerSource
  start: PickerStart
}

/** What the customer did with the browser's own control while the picker was on its way. */
export interface PickerStart {
  hasFocus: boolean
  isOpen: boolean
  keys: readonly KeyboardEvent[]
}
