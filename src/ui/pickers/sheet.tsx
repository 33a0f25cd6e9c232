import { useCombobox } from 'downshift'
import { type KeyboardEvent, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/ui/button'
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
import { FullDialog } from '@/ui/pickers/full-dialog'
import type { PickerProps } from '@/ui/pickers/picker-props'
import { type Picking, usePicking } from '@/ui/pickers/picking'
import { describedByUnfinished, Results, Unfinished } from '@/ui/pickers/results'
import { controlLook } from '@/ui/text-input'

/** A button that says what is chosen, and opens a sheet as high as the screen to change it. */
export function Sheet(props: PickerProps) {
  const { aria, label, start } = props
  const picking = usePicking(props)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { id } = aria

  // Opened only now: the browser gives the focus back to what had it then.
  useLayoutEffect(() => {
    if (!start.hasFocus) return
    button.current?.focus()
    setOpen(start.isOpen)
  }, [start])

  const close = () => {
    setOpen(false)
    if (picking.isSeveral) picking.settle()
    picking.leave()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-name ${id}-value`}
        aria-describedby={describedByUnfinished(aria, picking.unfinished)}
        data-invalid={aria['aria-invalid']}
        onClick={() => setOpen(true)}
        className={classNames(
          controlLook,
          'relative truncate pe-10 data-invalid:border-bad data-invalid:shadow-[inset_0_0_0_1px_var(--color-bad)]',
        )}
      >
        <span id={`${id}-name`} hidden>
          {label}
        </span>
        <span id={`${id}-value`} className={picking.name ? undefined : 'text-ink-3'}>
          {picking.name || picking.placeholder}
        </span>
        <ChevronDownIcon className="absolute end-3 top-1/2 -translate-y-1/2 text-ink-2" />
      </button>
      <Unfinished id={id}>{picking.unfinished}</Unfinished>
      {isOpen &&
        // Outside the form: what is typed in the sheet is no part of it.
        createPortal(<OpenSheet {...props} picking={picking} onClose={close} />, document.body)}
    </>
  )
}

type OpenSheetProps = PickerProps & { picking: Picking; onClose: () => void }

function OpenSheet({ picking, onClose, ...props }: OpenSheetProps) {
  const { aria, label } = props
  const { texts, isSeveral } = picking
  const items = useRows(picking)
  const id = `${aria.id}-search`
  const box = useCombobox<Match>({
    ...comboboxOf(id, items),
    isOpen: true,
    inputValue: picking.draft ?? '',
    selectedItem: items.find(picking.isChosen) ?? null,
  })
  const active = items[box.highlightedIndex]

  const pick = (match: Match) => {
    picking.pick(match)
    if (!isSeveral) onClose()
  }

  const keyPressed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return withoutDownshift(event)
    if (event.key === 'Enter') {
      if (active) pick(active)
      else if (isSeveral) picking.settle()
    }
    if (event.key !== 'Escape') return
    // Shuts the sheet and keeps the text, which a search field would clear first.
    event.preventDefault()
    withoutDownshift(event)
    onClose()
  }

  return (
    <FullDialog title={label} closeLabel={texts.close} onClose={onClose}>
      <div className="border-line border-b px-4 pb-3">
        <input
          {...box.getInputProps({
            ...searching,
            type: 'search',
            enterKeyHint: 'done',
            'aria-label': texts.search,
            placeholder: texts.search,
            'aria-activedescendant': active && itemId(id, box.highlightedIndex),
            onChange: event => picking.type(event.currentTarget.value),
            onFocus: event => event.currentTarget.select(),
            onKeyDown: keyPressed,
          })}
          className={classNames(controlLook, searchLook)}
        />
      </div>
      <Results
        {...props}
        {...{ picking, box, items, active }}
        onPick={pick}
        className="grow overflow-y-auto overscroll-contain p-2"
      />
      {isSeveral && (
        <div className="border-line border-t px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
          <Button onClick={onClose}>{texts.done}</Button>
        </div>
      )}
      <LiveRegion>{picking.status}</LiveRegion>
    </FullDialog>
  )
}

/** More than the highest phone shows. */
const rowsAtOnce = 24

/** The first rows at once, down to the chosen one, the others when there is time: 250 hold a slow phone up. */
function useRows({ matches, isChosen }: Picking): Match[] {
  const isSettled = useDeferredValue(matches, undefined) === matches
  const least = Math.max(rowsAtOnce, matches.findIndex(isChosen) + rowsAtOnce / 2)
  return isSettled ? [...matches] : matches.slice(0, least)
}
