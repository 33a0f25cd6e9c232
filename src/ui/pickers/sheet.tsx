import { useCombobox } from 'downshift'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Button } from '@/ui/button'
import { classNames } from '@/ui/class-names'
import { ChevronDownIcon, CloseIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Modal, type ModalProps } from '@/ui/modal'
import type { Match, PickerProps } from '@/ui/pickers/choices'
import {
  buildComboboxProps,
  isComposing,
  preventDownshiftDefault,
  searchInputClasses,
  searchInputProps,
  toItemId,
} from '@/ui/pickers/downshift'
import { buildUnfinishedDescribedBy, Results, UnfinishedHint } from '@/ui/pickers/results'
import { type PickerState, usePickerState } from '@/ui/pickers/use-picker-state'

/** A button that shows the choice and opens a full-screen sheet to change it. */
export function Sheet(props: PickerProps) {
  const { aria, label, start } = props
  const picker = usePickerState(props)
  const [isOpen, setOpen] = useState(start.hasFocus && start.isOpen)
  const { id } = aria

  // Mounted before the sheet opens: the browser restores focus to the button on close.
  const focusOnStart = useCallback(
    (button: HTMLButtonElement | null) => {
      if (start.hasFocus) button?.focus()
    },
    [start],
  )

  const close = () => {
    setOpen(false)
    if (picker.isMultiple) picker.settle()
    picker.leave()
  }

  return (
    <>
      <button
        ref={focusOnStart}
        type="button"
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={`${id}-name ${id}-value`}
        aria-describedby={buildUnfinishedDescribedBy(aria, picker.unfinished)}
        data-invalid={aria['aria-invalid']}
        onClick={() => setOpen(true)}
        className="control relative truncate pe-10"
      >
        <span id={`${id}-name`} hidden>
          {label}
        </span>
        <span
          id={`${id}-value`}
          className={classNames('block truncate', !picker.name && 'text-ink-3')}
        >
          {picker.name || picker.placeholder}
        </span>
        <ChevronDownIcon className="absolute end-3 top-1/2 -translate-y-1/2 text-ink-2" />
      </button>
      <UnfinishedHint id={id}>{picker.unfinished}</UnfinishedHint>
      {isOpen &&
        // Outside the form, because the search text is not part of it.
        createPortal(<OpenSheet {...props} picker={picker} onClose={close} />, document.body)}
    </>
  )
}

type OpenSheetProps = PickerProps & { picker: PickerState; onClose: () => void }

function OpenSheet({ picker, onClose, ...props }: OpenSheetProps) {
  const { aria, label } = props
  const { texts, isMultiple } = picker
  const items = useRows(picker)
  const id = `${aria.id}-search`
  const combobox = useCombobox<Match>({
    ...buildComboboxProps(id, items),
    isOpen: true,
    inputValue: picker.draft ?? '',
    selectedItem: items.find(picker.isChosen) ?? null,
  })
  const active = items[combobox.highlightedIndex]

  const pick = (match: Match) => {
    picker.pick(match)
    if (!isMultiple) onClose()
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return preventDownshiftDefault(event)
    if (event.key === 'Enter') {
      if (active) pick(active)
      else if (isMultiple) picker.settle()
    }
    if (event.key !== 'Escape') return
    // Esc closes the sheet and keeps the text, which a search input would clear first.
    event.preventDefault()
    preventDownshiftDefault(event)
    onClose()
  }

  return (
    <FullDialog title={label} closeLabel={texts.close} onClose={onClose}>
      <div className="border-line border-b px-4 pb-3">
        <input
          {...combobox.getInputProps({
            ...searchInputProps,
            type: 'search',
            enterKeyHint: 'done',
            'aria-label': texts.search,
            placeholder: texts.search,
            'aria-activedescendant': active && toItemId(id, combobox.highlightedIndex),
            onChange: event => picker.type(event.currentTarget.value),
            onFocus: event => event.currentTarget.select(),
            onKeyDown: handleKeyDown,
          })}
          className={classNames('control', searchInputClasses)}
        />
      </div>
      <Results
        {...props}
        {...{ picker, combobox, items, active }}
        onPick={pick}
        className="grow overflow-y-auto overscroll-contain p-2"
      />
      {isMultiple && (
        <div className="border-line border-t px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))]">
          {picker.chosenChoices.length > 0 && <ChosenChips {...picker} />}
          <Button onClick={onClose}>{texts.done(picker.chosenChoices.length)}</Button>
        </div>
      )}
      <LiveRegion>{picker.status}</LiveRegion>
    </FullDialog>
  )
}

/**
 * What is chosen stays in view, below the list: above it, the first choice would move all rows. A
 * press removes it and leaves the focus in the search.
 */
const ChosenChips = ({ texts, chosenChoices, pick }: PickerState) => (
  <ul className="flex max-h-28 flex-wrap gap-2 overflow-y-auto pb-3">
    {chosenChoices.map(choice => (
      <li key={choice.value}>
        <button
          type="button"
          aria-label={texts.remove(choice.label)}
          onClick={({ currentTarget }) => {
            currentTarget.closest('dialog')?.querySelector('input')?.focus()
            pick(choice)
          }}
          className="flex min-h-11 items-center gap-2 rounded-[22px] border-[1.5px] border-accent-line bg-card py-1.5 ps-4 pe-3 text-start font-semibold"
        >
          <bdi>{choice.label}</bdi>
          <CloseIcon className="size-4 text-ink-2" />
        </button>
      </li>
    ))}
  </ul>
)

/** More rows than the tallest phone shows. */
const initialRowCount = 24

/**
 * Renders the first rows immediately, up to the chosen one, and the others deferred: 250 rows block
 * a slow phone.
 */
function useRows({ matches, isChosen }: PickerState): Match[] {
  const isSettled = useDeferredValue(matches, undefined) === matches
  const minRows = Math.max(initialRowCount, matches.findIndex(isChosen) + initialRowCount / 2)
  return isSettled ? [...matches] : matches.slice(0, minRows)
}

type FullDialogProps = Pick<ModalProps, 'title' | 'closeLabel' | 'onClose' | 'children'>

/** Open while mounted, as high as the visible part of the screen above the keyboard. */
function FullDialog(props: FullDialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useVisibleHeight(ref)
  return (
    <Modal
      {...props}
      ref={ref}
      isOpen
      className="m-0 h-dvh max-h-none w-full max-w-none flex-col bg-card p-0 text-ink open:flex"
      headerClassName="ps-4"
    />
  )
}

function useVisibleHeight(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    if (!viewport) return undefined
    const fitToViewport = () => {
      // With pinch zoom the viewport is a part of the page: the dialog keeps its size.
      if (!ref.current || viewport.scale !== 1) return
      ref.current.style.height = `${viewport.height}px`
      ref.current.style.insetBlockStart = `${viewport.offsetTop}px`
    }
    fitToViewport()
    viewport.addEventListener('resize', fitToViewport)
    viewport.addEventListener('scroll', fitToViewport)
    return () => {
      viewport.removeEventListener('resize', fitToViewport)
      viewport.removeEventListener('scroll', fitToViewport)
    }
  }, [ref])
}
