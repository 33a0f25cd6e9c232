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
 * Downshift, calmer: the pointer does not move where the keys are, Esc and leaving neither clear nor
 * choose, a press never shuts the list, and what is typed makes the first result the one Enter takes.
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

/** What both kinds of picker want of downshift: choosing is theirs, moving and naming is its. */
export const buildComboboxProps = (id: string, items: Match[]): UseComboboxProps<Match> => ({
  items,
  itemToString: item => item?.label ?? '',
  itemToKey: item => item?.value,
  getItemId: index => toItemId(id, index),
  inputId: id,
  menuId: `${id}-list`,
  // What scrolls is the sheet or the page, not the list that downshift would look in.
  scrollIntoView: node => node?.scrollIntoView({ block: 'nearest' }),
  stateReducer: reduceState,
})

export const toItemId = (id: string, index: number) => `${id}-option-${index}`

/** Inputs that are searched in, not answered in. */
export const searchInputProps = {
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  // The field's own label names it.
  'aria-labelledby': undefined,
} as const

/**
 * What is typed reads in its own direction, and stands where the page's texts begin: +44 keeps its
 * sign in front on a page from right to left. Chromium knows the value by its old name only.
 */
export const searchInputClasses =
  '[text-align:-webkit-match-parent]! [text-align:match-parent]! [unicode-bidi:plaintext]'

/** Keeps an event from downshift, which has its own idea of it. */
export function preventDownshiftDefault({ nativeEvent }: SyntheticEvent): void {
  Object.assign(nativeEvent, { preventDownshiftDefault: true })
}

/** Half a character typed with an input method: its keys belong to the method. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing
