import type { MouseEvent, RefObject } from 'react'
import { CloseIcon } from '@/ui/icons'

export type ChipsProps = {
  /** Accessible name of the list. */
  label: string
  chips: readonly { value: string; name: string }[]
  /** Attributes of the names if they are in another language than the page. */
  languageAttributes: { lang?: string; dir?: 'ltr' | 'rtl' }
  removeLabel: (name: string) => string
  onRemove: (value: string) => void
  /** Receives the focus when the last chip is removed: the control of the choice. */
  focusTargetRef: RefObject<HTMLElement | null>
}

/** The chosen values, each removed by a press. Read-only without scripts. */
export const Chips = ({
  label,
  chips,
  languageAttributes,
  removeLabel,
  onRemove,
  focusTargetRef,
}: ChipsProps) => {
  // Move the focus first: removing a focused button would lose it.
  const remove = (value: string) => (event: MouseEvent) => {
    const item = event.currentTarget.parentElement
    const next = item?.nextElementSibling ?? item?.previousElementSibling ?? focusTargetRef.current
    next?.querySelector<HTMLElement>('button, input, summary')?.focus()
    onRemove(value)
  }

  return (
    chips.length > 0 && (
      <ul aria-label={label} className="flex flex-wrap gap-2 pt-2.5">
        {chips.map(({ value, name }) => (
          <li key={value}>
            <button
              type="button"
              aria-label={removeLabel(name)}
              onClick={remove(value)}
              className="flex min-h-11 items-center gap-2 rounded-[22px] border border-accent-line bg-accent-soft px-4 py-1.5 text-start hover:border-accent noscript:pointer-events-none"
            >
              <bdi {...languageAttributes} suppressHydrationWarning>
                {name}
              </bdi>
              <CloseIcon className="size-4 text-ink-2 noscript:hidden" />
            </button>
          </li>
        ))}
      </ul>
    )
  )
}
