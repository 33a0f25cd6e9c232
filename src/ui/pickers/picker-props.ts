import type { KeyboardEvent, ReactNode } from 'react'
import type { ControlAria } from '@/ui/field'
import type { PickerSource, PickerTexts } from '@/ui/pickers/choices'

/** What a picker is shown with, before its texts are there. */
export interface LoadedPickerProps {
  /** The control that the picker changes. */
  select: HTMLSelectElement
  aria: ControlAria
  label: ReactNode
  chosen: readonly string[]
  /** Placeholder of an empty field; only for multi pickers. */
  placeholder: string | undefined
  source: PickerSource
  start: PickerStart
}

export interface PickerProps extends LoadedPickerProps {
  texts: PickerTexts
}

/** What the customer did with the native control while the picker was loading. */
export interface PickerStart {
  hasFocus: boolean
  isOpen: boolean
  keys: readonly KeyboardEvent[]
}
