import type { MouseEvent, RefObject, SyntheticEvent } from 'react'
import { ChevronDownIcon, CloseIcon } from '@/ui/icons'
import { type MultiPickerTexts, selectOption } from '@/ui/pickers/choices'
import { PickerContainer, type PickerFieldProps } from '@/ui/pickers/picker-field'
import { VisuallyHidden } from '@/ui/visually-hidden'

type MultiPickerFieldProps = Omit<PickerFieldProps, 'chosen'> & {
  /** The form's values of the select. */
  chosen: readonly string[]
  /** Text of a chip. */
  nameOf: (value: string) => string
  texts: MultiPickerTexts
}

/**
 * A multiple choice, shown as chips. Before hydration the native list is in a disclosure as high as
 * the picker that replaces it.
 */
export const MultiPickerField = ({ nameOf, texts, ...props }: MultiPickerFieldProps) => (
  <PickerContainer
    {...props}
    placeholder={props.chosen.length > 0 ? texts.addAnother : texts.add}
    renderNative={({ select, events, isReplaced }) => (
      <details hidden={isReplaced} onToggle={showList} className="group">
        <summary {...events} className="control relative list-none text-ink-3">
          <VisuallyHidden>{props.label} </VisuallyHidden>
          {props.chosen.length > 0 ? texts.addAnother : texts.add}
          <ChevronDownIcon className="absolute end-3 top-1/2 -translate-y-1/2 text-ink-2 group-open:-scale-y-100" />
        </summary>
        <select {...select} multiple size={8} className="control mt-2" />
        <p className="pt-1.5 text-ink-2 text-sm max-lg:hidden">{texts.how}</p>
      </details>
    )}
    renderBelow={containerRef => (
      <Chips
        {...{ chosen: props.chosen, nameOf, texts }}
        onRemove={value => {
          const select = containerRef.current?.querySelector('select')
          if (select) selectOption(select, value, false)
        }}
        focusTargetRef={containerRef}
      />
    )}
  />
)

/** Brings a list that has opened below the edge of the screen into view. */
function showList({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' })
}

type ChipsProps = Pick<MultiPickerFieldProps, 'chosen' | 'nameOf' | 'texts'> & {
  onRemove: (value: string) => void
  /** Receives the focus when the last chip is removed: the control of the choice. */
  focusTargetRef: RefObject<HTMLElement | null>
}

/** The chosen values, each removed by a press. Read-only without scripts. */
const Chips = ({ chosen, nameOf, texts, onRemove, focusTargetRef }: ChipsProps) => {
  // Move the focus first: removing a focused button would lose it.
  const remove = (value: string) => (event: MouseEvent) => {
    const item = event.currentTarget.parentElement
    const next = item?.nextElementSibling ?? item?.previousElementSibling ?? focusTargetRef.current
    next?.querySelector<HTMLElement>('button, input, summary')?.focus()
    onRemove(value)
  }

  return (
    chosen.length > 0 && (
      <ul aria-label={texts.chosen} className="flex flex-wrap gap-2 pt-2.5">
        {chosen.map(value => (
          <li key={value}>
            <button
              type="button"
              aria-label={texts.remove(nameOf(value))}
              onClick={remove(value)}
              className="flex min-h-11 items-center gap-2 rounded-[22px] border-[1.5px] border-accent-line bg-card ps-4 pe-3 py-1.5 text-start font-semibold hover:border-accent noscript:pointer-events-none"
            >
              <bdi>{nameOf(value)}</bdi>
              <CloseIcon className="size-4 text-ink-2 noscript:hidden" />
            </button>
          </li>
        ))}
      </ul>
    )
  )
}
