import type { KeyboardEvent } from 'react'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { PickerProps } from '@/ui/pickers/choices'
import { type Choice, type Match, readChoices, selectOption } from '@/ui/pickers/choices'

export type PickerState = ReturnType<typeof usePickerState>

/** Query, matches and choice: shared by the combobox and the sheet. */
export function usePickerState({ select, chosen, placeholder, source, start, texts }: PickerProps) {
  const options = useOptions(select)
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

  const pick = (match: Choice) => {
    setDraft(null)
    if (!isMultiple) return selectOption(select, match.value)
    selectOption(select, match.value, !isChosen(match))
    announce(isChosen(match) ? texts.removed(match.label) : texts.added(match.label))
  }

  /** Adds the full names in the text (one or a list); unknown names stay for correction. */
  const addNames = (text: string) => {
    const { exactMatches, unmatched } = parseNameList(text, name =>
      source.search(name, options.choices),
    )
    for (const { value } of exactMatches) selectOption(select, value)
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
    if (query === '' && !isMultiple && options.emptyLabel !== undefined) selectOption(select, '')
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
    /** The choices of a multi picker, in the order of choosing. */
    chosenChoices: chosen.flatMap(
      value => options.choices.find(choice => choice.value === value) ?? [],
    ),
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
    leave: () => select.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  }
}

/** The select's options, which may load later. */
function useOptions(select: HTMLSelectElement) {
  const observe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange)
      observer.observe(select, { childList: true })
      return () => observer.disconnect()
    },
    [select],
  )
  const count = useSyncExternalStore(observe, () => select.options.length)
  return useMemo(() => {
    const options = [...select.options].slice(0, count)
    return {
      choices: readChoices(options),
      emptyLabel: options.find(({ value }) => value === '')?.text,
    }
  }, [select, count])
}

function findOnlyMatch([first, second]: readonly Match[]): Match | undefined {
  return !second || (first?.isWhole && !second.isWhole) ? first : undefined
}

/** Separators of a list of names, in any script. */
const separators = /[,;،؛、，；\n]/

export const isList = (text: string): boolean => separators.test(text)

/**
 * The choices whose full names are in the text (one name or a list), and the names that match none.
 */
export function parseNameList(
  text: string,
  search: (query: string) => readonly Match[],
): { exactMatches: Match[]; unmatched: string } {
  const names = text
    .split(separators)
    .map(name => name.trim())
    .filter(name => name !== '')
  const exactMatches = names.flatMap(name => findExactMatch(search(name)) ?? [])
  const unmatched = names.filter(name => !findExactMatch(search(name))).join(', ')
  return { exactMatches, unmatched }
}

/** The only choice with exactly this name; a main name wins over an alternative name. */
function findExactMatch([first, second]: readonly Match[]): Match | undefined {
  if (!first?.isWhole) return undefined
  const isUnambiguous =
    !second?.isWhole || (first.alias === undefined && second.alias !== undefined)
  return isUnambiguous ? first : undefined
}

/** As in native lists: letters typed without a pause are one word. */
const pauseMs = 1000

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The word typed last. */
export function readTypedWord(keys: readonly Key[]): string {
  let previousTimeStamp = 0
  return keys.filter(isLetter).reduce((word, { key, timeStamp }) => {
    const isNew = timeStamp - previousTimeStamp > pauseMs
    previousTimeStamp = timeStamp
    return isNew ? key : word + key
  }, '')
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: Key) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey
