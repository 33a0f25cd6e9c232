import { useMemo, useState } from 'react'
import { type Match, readChoices, selectOption } from '@/ui/pickers/choices'
import { isList, parseNameList } from '@/ui/pickers/parse-name-list'
import type { PickerProps } from '@/ui/pickers/picker-props'
import { readTypedWord } from '@/ui/pickers/typed-word'

export type PickerState = ReturnType<typeof usePickerState>

/** Query, matches and choice: shared by the combobox and the sheet. */
export function usePickerState({ containerRef, chosen, placeholder, source, start }: PickerProps) {
  const texts = source.useTexts()
  const select = () => containerRef.current?.querySelector('select') as HTMLSelectElement
  const options = useOptions(select())
  const [draft, setDraft] = useState<string | null>(() => readTypedWord(start.keys) || null)
  const [announcement, announce] = useState('')

  const isMultiple = placeholder !== undefined
  const query = draft ?? ''
  const matches = useMemo(
    () => source.search(query, options.choices),
    [source, query, options.choices],
  )
  const noMatchText = texts.none(query.trim())
  const isUnfinished = isMultiple && query.trim() !== ''
  const isChosen = ({ value }: { value: string }) => chosen.includes(value)

  const pick = (match: Match) => {
    setDraft(null)
    if (!isMultiple) return selectOption(select(), match.value)
    selectOption(select(), match.value, !isChosen(match))
    announce(isChosen(match) ? texts.removed(match.label) : texts.added(match.label))
  }

  /** Adds the full names in the text (one or a list); unknown names stay for correction. */
  const addNames = (text: string) => {
    const { exactMatches, unmatched } = parseNameList(text, name =>
      source.search(name, options.choices),
    )
    for (const { value } of exactMatches) selectOption(select(), value)
    if (exactMatches.length > 0)
      announce(exactMatches.map(({ label }) => texts.added(label)).join(' '))
    setDraft(unmatched || null)
  }

  /**
   * Chooses an unambiguous match of the query; otherwise the choice stays. A multi picker adds only
   * full names, because an automatic addition would go unnoticed.
   */
  const settle = () => {
    if (draft === null) return
    if (isMultiple) return addNames(draft)
    const match = query.trim() === '' ? undefined : findOnlyMatch(matches)
    if (match && !isChosen(match)) return pick(match)
    setDraft(null)
    if (query === '' && !isMultiple && options.emptyLabel !== undefined) selectOption(select(), '')
  }

  /** Applies browser autofill. */
  const fill = (text: string) => {
    const match = findOnlyMatch(source.search(text, options.choices))
    if (match && !isChosen(match)) pick(match)
  }

  return {
    texts,
    isMultiple,
    draft,
    matches,
    /** The name of the choice, if any. */
    name: isMultiple ? '' : (options.choices.find(isChosen)?.label ?? ''),
    /** Placeholder of an empty field. */
    placeholder: placeholder ?? options.emptyLabel ?? '',
    isChosen,
    pick,
    settle,
    fill,
    type: (text: string) => {
      announce('')
      // A text longer by several characters was pasted.
      const isPasted = text.length > query.length + 1
      if (isMultiple && isPasted && isList(text)) addNames(text)
      else setDraft(text)
    },
    /** Screen reader status: the last action, else the number of matches. */
    status:
      announcement ||
      (query.trim() && (matches.length > 0 ? texts.found(matches.length) : noMatchText)),
    /** Text for no matches. */
    noMatchText,
    /** Error text below a field that is left with an unknown name. */
    unfinished: isUnfinished && (matches.length > 0 ? texts.unfinished(query.trim()) : noMatchText),
    /** Fires `focusout` on the select, so that the form sees the blur. */
    leave: () => select().dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  }
}

/** Reads the select's options, again when their number changes, because they may load later. */
function useOptions(select: HTMLSelectElement) {
  const count = select.options.length
  const readOptions = () => ({
    count,
    choices: readChoices(select),
    emptyLabel: readEmptyLabel(select),
  })
  const [options, setOptions] = useState(readOptions)
  if (options.count !== count) setOptions(readOptions)
  return options
}

const readEmptyLabel = (select: HTMLSelectElement) =>
  [...select.options].find(({ value }) => value === '')?.text

function findOnlyMatch([first, second]: readonly Match[]): Match | undefined {
  return !second || (first?.isWhole && !second.isWhole) ? first : undefined
}
