import { useCombobox } from 'downshift'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from '@/ui/class-names'
import { ChevronDownIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import type { Match, PickerProps } from '@/ui/pickers/choices'
import {
  buildComboboxProps,
  isComposing,
  preventDownshiftDefault,
  searchInputClasses,
  searchInputProps,
  toItemId,
} from '@/ui/pickers/downshift'
import {
  buildUnfinishedDescribedBy,
  Results,
  ResultsRemark,
  UnfinishedHint,
} from '@/ui/pickers/results'
import { usePickerState } from '@/ui/pickers/use-picker-state'

const maxShown = 8

/** A combobox with the results below it. The query stays until the field is left. */
export function Combobox(props: PickerProps) {
  const { aria, start } = props
  const picker = usePickerState(props)
  const { draft, matches, pick } = picker
  const popup = useRef<HTMLDivElement>(null)
  const items = matches.slice(0, maxShown)
  const combobox = useCombobox<Match>({
    ...buildComboboxProps(aria.id, items),
    inputValue: draft ?? picker.name,
    selectedItem: items.find(picker.isChosen) ?? null,
    initialIsOpen: start.hasFocus && (start.isOpen || draft !== null),
    ...(draft !== null && { initialHighlightedIndex: 0 }),
  })
  const active = combobox.isOpen ? items[combobox.highlightedIndex] : undefined

  useLayoutEffect(() => {
    const input = document.getElementById(aria.id)
    if (!start.hasFocus || !(input instanceof HTMLInputElement)) return
    input.focus()
    if (start.keys.length === 0) input.select()
  }, [start, aria.id])

  // What is typed next replaces a name that was just chosen.
  useLayoutEffect(() => {
    const input = document.activeElement
    if (draft === null && input instanceof HTMLInputElement && input.id === aria.id) input.select()
  }, [draft, aria.id])

  useEffect(() => {
    if (combobox.isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [combobox.isOpen])

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget } = event
    if (document.activeElement === currentTarget) return picker.type(currentTarget.value)
    // Browser autofill, which must not open the list.
    preventDownshiftDefault(event)
    picker.fill(currentTarget.value)
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return preventDownshiftDefault(event)
    // Tab must not add to a multiple choice.
    if (event.key === 'Tab' && active && !picker.isMultiple) pick(active)
    if (event.key !== 'Enter') return
    // Enter chooses a country and must not submit the form.
    event.preventDefault()
    if (active) pick(active)
    else if (picker.unfinished) picker.settle()
    else if (!combobox.isOpen) combobox.openMenu()
  }

  const handleBlur = (event: FocusEvent<HTMLInputElement>) => {
    // The window lost focus, not the field.
    if (document.activeElement === event.currentTarget) return
    picker.settle()
    picker.leave()
  }

  const unfinished = !combobox.isOpen && picker.unfinished
  return (
    <>
      <input
        {...combobox.getInputProps({
          ...aria,
          ...searchInputProps,
          'aria-describedby': buildUnfinishedDescribedBy(aria, unfinished),
          placeholder: picker.placeholder,
          'aria-activedescendant': active && toItemId(aria.id, combobox.highlightedIndex),
          onChange: handleChange,
          onKeyDown: handleKeyDown,
          onBlur: handleBlur,
          onClick: event => draft === null && event.currentTarget.select(),
        })}
        className={classNames('control truncate pe-10', searchInputClasses)}
      />
      <ChevronDownIcon className="pointer-events-none absolute end-3 top-6 -translate-y-1/2 text-ink-2" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <div
        ref={popup}
        onMouseDown={event => event.preventDefault()}
        hidden={!combobox.isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1.5 rounded-card border border-line bg-card p-1.5 shadow-lifted"
      >
        <Results {...props} {...{ picker, combobox, items, active }} />
        {matches.length > maxShown && <ResultsRemark>{picker.texts.more}</ResultsRemark>}
      </div>
      <UnfinishedHint id={aria.id}>{unfinished}</UnfinishedHint>
      <LiveRegion>{picker.status}</LiveRegion>
    </>
  )
}
