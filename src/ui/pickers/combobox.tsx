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
import type { Match } from '@/ui/pickers/choices'
import {
  comboboxOf,
  isComposing,
  itemId,
  searching,
  searchLook,
  withoutDownshift,
} from '@/ui/pickers/downshift'
import type { PickerProps } from '@/ui/pickers/picker-props'
import { usePicking } from '@/ui/pickers/picking'
import { describedByUnfinished, Results, ResultsRemark, Unfinished } from '@/ui/pickers/results'
import { controlLook } from '@/ui/text-input'

const mostShown = 8

/** A field to type in with the results below it. What was typed stays until the field is left. */
export function Combobox(props: PickerProps) {
  const { aria, start } = props
  const picking = usePicking(props)
  const { draft, matches, pick } = picking
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const items = matches.slice(0, mostShown)
  const box = useCombobox<Match>({
    ...comboboxOf(aria.id, items),
    inputValue: draft ?? picking.name,
    selectedItem: items.find(picking.isChosen) ?? null,
    initialIsOpen: start.hasFocus && (start.isOpen || draft !== null),
    ...(draft !== null && { initialHighlightedIndex: 0 }),
  })
  const active = box.isOpen ? items[box.highlightedIndex] : undefined

  useLayoutEffect(() => {
    if (!start.hasFocus) return
    input.current?.focus()
    if (start.keys.length === 0) input.current?.select()
  }, [start])

  useEffect(() => {
    if (box.isOpen) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [box.isOpen])

  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget } = event
    if (document.activeElement === currentTarget) return picking.type(currentTarget.value)
    // Filled by the browser, which opens nothing.
    withoutDownshift(event)
    picking.fill(currentTarget.value)
  }

  const keyPressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return withoutDownshift(event)
    // On the way past a choice of several, none is added.
    if (event.key === 'Tab' && active && !picking.isSeveral) pick(active)
    if (event.key !== 'Enter') return
    // Never sends the form: choosing a country is not the end of it.
    event.preventDefault()
    if (active) pick(active)
    else if (picking.unfinished) picking.settle()
    else if (!box.isOpen) box.openMenu()
  }

  const left = (event: FocusEvent<HTMLInputElement>) => {
    // The window was left, not the field.
    if (document.activeElement === event.currentTarget) return
    picking.settle()
    picking.leave()
  }

  const unfinished = !box.isOpen && picking.unfinished
  return (
    <>
      <input
        {...box.getInputProps({
          ...aria,
          ...searching,
          ref: input,
          'aria-describedby': describedByUnfinished(aria, unfinished),
          placeholder: picking.placeholder,
          'aria-activedescendant': active && itemId(aria.id, box.highlightedIndex),
          onChange: changed,
          onKeyDown: keyPressed,
          onBlur: left,
          onClick: event => draft === null && event.currentTarget.select(),
        })}
        className={classNames(controlLook, searchLook, 'truncate pe-10')}
      />
      <ChevronDownIcon className="pointer-events-none absolute end-3 top-6 -translate-y-1/2 text-ink-2" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus where it is */}
      <div
        ref={popup}
        onMouseDown={event => event.preventDefault()}
        hidden={!box.isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1.5 rounded-card border border-line bg-card p-1.5 shadow-lifted"
      >
        <Results {...props} {...{ picking, box, items, active }} />
        {matches.length > mostShown && <ResultsRemark>{picking.texts.more}</ResultsRemark>}
      </div>
      <Unfinished id={aria.id}>{unfinished}</Unfinished>
      <LiveRegion>{picking.status}</LiveRegion>
    </>
  )
}
