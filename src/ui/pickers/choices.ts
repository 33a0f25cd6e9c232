/** One of the options of a select. */
export interface Choice {
  value: string
  label: string
  /** Of the label, where it is in another language than the page. */
  lang?: string
}

/** A choice that answers what was typed. */
export interface Match extends Choice {
  /** The other name it was found by; shown, so that the answer explains itself. */
  alias?: string
  /** What was typed is a whole name of it. */
  isWhole: boolean
}

/** What a picker searches and speaks with; loaded together with the picker. */
export interface PickerSource {
  /** The choices that are meant, the likeliest first; all of them while nothing is typed. */
  search: (query: string, choices: readonly Choice[]) => readonly Match[]
  /** The address of a small picture that stands before the name, as decoration. */
  pictureOf?: (value: string) => string | undefined
  useTexts: () => PickerTexts
}

export interface PickerTexts {
  /** Names the list, such as “Countries”. */
  list: string
  search: string
  found: (count: number) => string
  none: (query: string) => string
  more: string
  close: string
  /** Only said where several may be chosen. */
  added: (name: string) => string
  removed: (name: string) => string
  done: string
  /** Of what was typed and is the whole name of no choice, where several may be chosen. */
  unfinished: (query: string) => string
}

/** What a choice of several says before its picker is loaded. */
export interface MultiPickerTexts {
  add: string
  /** How several are chosen in the browser's own list. */
  how: string
  /** Names the chips. */
  chosen: string
  remove: (name: string) => string
}

/** The options that can be chosen: the empty one is not a choice but its absence. */
export const readChoices = (select: HTMLSelectElement): readonly Choice[] =>
  [...select.options]
    .filter(({ value }) => value !== '')
    .map(({ value, text, lang }) => ({ value, label: text, lang }))

/** Chooses in the select itself, as if the customer had: whoever listens to it hears it. */
export const selectOption = (select: HTMLSelectElement, value: string, isChosen = true): void => {
  for (const option of select.options) if (option.value === value) option.selected = isChosen
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
