import {
  type UseComboboxProps,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  useCombobox,
} from 'downshift'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import type { Match } from '@/ui/pickers/choices'

const { InputBlur, InputChange, InputClick, InputKeyDownEscape, ItemMouseMove, MenuMouseLeave } =
  useCombobox.stateChangeTypes

type State = UseComboboxState<Match>

/**
 * Changes downshift's defaults: hover does not move the highlight, Esc and blur neither clear nor
 * choose, a click never closes the list, and typing highlights the first result for Enter.
 */
function reduceState(
  state: State,
  { type, changes }: UseComboboxStateChangeOptions<Match>,
): Partial<State> {
  if (type === ItemMouseMove || type === MenuMouseLeave) return state
  if (type === InputClick) return { ...changes, isOpen: true }
  if (type === InputChange)
    return { ...changes, highlightedIndex: changes.inputValue?.trim() ? 0 : -1 }
  if (type === InputBlur || type === InputKeyDownEscape)
    return { ...state, isOpen: false, highlightedIndex: -1 }
  return changes
}

/**
 * Downshift props shared by both pickers: they choose themselves, downshift handles highlight and
 * ids.
 */
export const buildComboboxProps = (id: string, items: Match[]): UseComboboxProps<Match> => ({
  items,
  itemToString: item => item?.label ?? '',
  itemToKey: item => item?.value,
  getItemId: index => toItemId(id, index),
  inputId: id,
  menuId: `${id}-list`,
  // The sheet or the page scrolls, not the list in which downshift would look.
  scrollIntoView: node => node?.scrollIntoView({ block: 'nearest' }),
  stateReducer: reduceState,
})

export const toItemId = (id: string, index: number) => `${id}-option-${index}`

/** Attributes of search inputs. */
export const searchInputProps = {
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  // The field's own label names it.
  'aria-labelledby': undefined,
} as const

/**
 * The query has its own direction and is aligned to the page's start: +44 keeps its sign in front
 * on a right-to-left page. Chromium supports only the prefixed value.
 */
export const searchInputClasses =
  '[text-align:-webkit-match-parent]! [text-align:match-parent]! [unicode-bidi:plaintext]'

/** Disables downshift's handling of an event. */
export function preventDownshiftDefault({ nativeEvent }: SyntheticEvent): void {
  Object.assign(nativeEvent, { preventDownshiftDefault: true })
}

/** An IME composition is in progress: its keys belong to the input method. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing
