import { useMemo, useState } from 'react'
import { type Match, readChoices, selectOption } from '@/ui/pickers/choices'
import { isList, parseNameList } from '@/ui/pickers/parse-name-list'
import type { PickerProps } from '@/ui/pickers/picker-props'
import { readTypedWord } from '@/ui/pickers/typed-word'

export type PickerState = ReturnType<typeof usePickerState>

/** What was typed, what it may mean, and the choice itself: the same on every screen. */
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

  /** Adds what is named whole, one name or a list of them; what is not stays to be mended. */
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
   * Takes what was typed for a choice where there is no doubt about it; else the choice stays. Of several,
   * nobody sees one added unasked: only a whole name is taken.
   */
  const settle = () => {
    if (draft === null) return
    if (isMultiple) return addNames(draft)
    const match = query.trim() === '' ? undefined : findOnlyMatch(matches)
    if (match && !isChosen(match)) return pick(match)
    setDraft(null)
    if (query === '' && !isMultiple && options.emptyLabel !== undefined) selectOption(select(), '')
  }

  /** Takes what the browser has filled in. */
  const fill = (text: string) => {
    const match = findOnlyMatch(source.search(text, options.choices))
    if (match && !isChosen(match)) pick(match)
  }

  return {
    texts,
    isMultiple,
    draft,
    matches,
    /** The name of what is chosen, where there is one. */
    name: isMultiple ? '' : (options.choices.find(isChosen)?.label ?? ''),
    /** What the field says while nothing is chosen or typed. */
    placeholder: placeholder ?? options.emptyLabel ?? '',
    isChosen,
    pick,
    settle,
    fill,
    type: (text: string) => {
      announce('')
      // A list is pasted at once, not typed letter by letter.
      const isPasted = text.length > query.length + 1
      if (isMultiple && isPasted && isList(text)) addNames(text)
      else setDraft(text)
    },
    /** For a screen reader: what was done, else what was found. */
    status:
      announcement ||
      (query.trim() && (matches.length > 0 ? texts.found(matches.length) : noMatchText)),
    /** What stands where results would. */
    noMatchText,
    /** What stands under the field when it is left with words that are no choice. */
    unfinished: isUnfinished && (matches.length > 0 ? texts.unfinished(query.trim()) : noMatchText),
    /** Tells the form that its control was left. */
    leave: () => select().dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  }
}

/** The options of a select, which may come after it: they are read again when there are more. */
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
