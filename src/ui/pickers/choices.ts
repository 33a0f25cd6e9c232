import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import type { ControlAria } from '@/ui/field'

/** An option of a select. */
export interface Choice {
  value: string
  label: string
}

/** A choice that matches the query. */
export interface Match extends Choice {
  /** The alternative name that matched; shown as the reason of the match. */
  alias?: string
  /** The query is a full name of the choice. */
  isWhole: boolean
  /** Listed before the others for an empty query; a line separates them. */
  isFrequent?: boolean
}

/** Search and texts of a picker; loaded together with the picker. */
export interface PickerSource {
  /** The matching choices, best first; all of them for an empty query. */
  search: (query: string, choices: readonly Choice[]) => readonly Match[]
  /** URL of a decorative picture before the name. */
  pictureOf?: (value: string) => string | undefined
  Texts: ComponentType<{ children: (texts: PickerTexts) => ReactNode }>
}

export interface PickerTexts {
  /** Accessible name of the list, such as “Countries”. */
  list: string
  search: string
  found: (count: number) => string
  none: (query: string) => string
  more: string
  close: string
  /** Announced only by multi pickers. */
  added: (name: string) => string
  removed: (name: string) => string
  /** The button that closes the list; only multi pickers have it. */
  done: (count: number) => string
  /** Removes a choice; only for multi pickers. */
  remove: (name: string) => string
  /** For a query that is no full name of a choice, in multi pickers. */
  unfinished: (query: string) => string
}

/** Texts of a multi picker needed before it is loaded. */
export interface MultiPickerTexts {
  add: string
  /** The same beside countries that are chosen. */
  addAnother: string
  /** How to choose several options in the native list. */
  how: string
  /** Accessible name of the chips. */
  chosen: string
  remove: (name: string) => string
}

/** The options that can be chosen; the empty option is not a choice. */
export const readChoices = (options: readonly HTMLOptionElement[]): readonly Choice[] =>
  options.filter(({ value }) => value !== '').map(({ value, text }) => ({ value, label: text }))

/** Selects an option and dispatches `change`, as if the customer had chosen it. */
export const selectOption = (select: HTMLSelectElement, value: string, isChosen = true): void => {
  for (const option of select.options) if (option.value === value) option.selected = isChosen
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

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
