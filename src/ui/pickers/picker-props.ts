import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { ControlAria } from '@/ui/field'
import type { PickerSource } from '@/ui/pickers/choices'

export interface PickerProps {
  /** Contains the select that the picker changes. */
  containerRef: RefObject<HTMLDivElement | null>
  aria: ControlAria
  label: ReactNode
  chosen: readonly string[]
  /** Placeholder of an empty field; only for multi pickers. */
  placeholder: string | undefined
  source: PickerSource
  start: PickerStart
}

/** What the customer did with the native control while the picker was loading. */
export interface PickerStart {
  hasFocus: boolean
  isOpen: boolean
  keys: readonly KeyboardEvent[]
}
