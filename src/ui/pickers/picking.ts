import { useMemo, useState } from 'react'
import { choicesOf, choose, type Match } from '@/ui/pickers/choices'
import { isList, namedIn } from '@/ui/pickers/named'
import type { PickerProps } from '@/ui/pickers/picker-props'
import { typedIn } from '@/ui/pickers/typed-in'

export type Picking = ReturnType<typeof usePicking>

/** What was typed, what it may mean, and the choice itself: the same on every screen. */
export function usePicking({ place, chosen, placeholder, source, start }: PickerProps) {
  const texts = source.useTexts()
  const select = () => place.current?.querySelector('select') as HTMLSelectElement
  const options = useOptions(select())
  const [draft, setDraft] = useState<string | null>(() => typedIn(start.keys) || null)
  const [said, say] = useState('')

  const isSeveral = placeholder !== undefined
  const typed = draft ?? ''
  const matches = useMemo(
    () => source.search(typed, options.choices),
    [source, typed, options.choices],
  )
  const nothing = texts.none(typed.trim())
  const isUnfinished = isSeveral && typed.trim() !== ''
  const isChosen = ({ value }: { value: string }) => chosen.includes(value)

  const pick = (match: Match) => {
    setDraft(null)
    if (!isSeveral) return choose(select(), match.value)
    choose(select(), match.value, !isChosen(match))
    say(isChosen(match) ? texts.removed(match.label) : texts.added(match.label))
  }

  /** Adds what is named whole, one name or a list of them; what is not stays to be mended. */
  const addNamed = (text: string) => {
    const { found, rest } = namedIn(text, name => source.search(name, options.choices))
    for (const { value } of found) choose(select(), value)
    if (found.length > 0) say(found.map(({ label }) => texts.added(label)).join(' '))
    setDraft(rest || null)
  }

  /**
   * Takes what was typed for a choice where there is no doubt about it; else the choice stays. Of several,
   * nobody sees one added unasked: only a whole name is taken.
   */
  const settle = () => {
    if (draft === null) return
    if (isSeveral) return addNamed(draft)
    const meant = typed.trim() === '' ? undefined : meantBy(matches)
    if (meant && !isChosen(meant)) return pick(meant)
    setDraft(null)
    if (typed === '' && !isSeveral && options.none !== undefined) choose(select(), '')
  }

  /** Takes what the browser has filled in. */
  const fill = (text: string) => {
    const meant = meantBy(source.search(text, options.choices))
    if (meant && !isChosen(meant)) pick(meant)
  }

  return {
    texts,
    isSeveral,
    draft,
    matches,
    /** The name of what is chosen, where there is one. */
    name: isSeveral ? '' : (options.choices.find(isChosen)?.label ?? ''),
    /** What the field says while nothing is chosen or typed. */
    placeholder: placeholder ?? options.none ?? '',
    isChosen,
    pick,
    settle,
    fill,
    type: (text: string) => {
      say('')
      // A list is pasted at once, not typed letter by letter.
      const isPasted = text.length > typed.length + 1
      if (isSeveral && isPasted && isList(text)) addNamed(text)
      else setDraft(text)
    },
    /** For a screen reader: what was done, else what was found. */
    status: said || (typed.trim() && (matches.length > 0 ? texts.found(matches.length) : nothing)),
    /** What stands where results would. */
    nothing,
    /** What stands under the field when it is left with words that are no choice. */
    unfinished: isUnfinished && (matches.length > 0 ? texts.unfinished(typed.trim()) : nothing),
    /** Tells the form that its control was left. */
    leave: () => select().dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
  }
}

/** The options of a select, which may come after it: they are read again when there are more. */
function useOptions(select: HTMLSelectElement) {
  const count = select.options.length
  const read = () => ({ count, choices: choicesOf(select), none: noneOf(select) })
  const [options, setOptions] = useState(read)
  if (options.count !== count) setOptions(read)
  return options
}

const noneOf = (select: HTMLSelectElement) =>
  [...select.options].find(({ value }) => value === '')?.text

function meantBy([first, second]: readonly Match[]): Match | undefined {
  return !second || (first?.isWhole && !second.isWhole) ? first : undefined
}
