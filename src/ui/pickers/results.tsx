import type { UseComboboxReturnValue } from 'downshift'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import type { ControlAria } from '@/ui/field'
import { Flag } from '@/ui/flag'
import { CheckIcon } from '@/ui/icons'
import type { Match, PickerProps } from '@/ui/pickers/choices'
import type { PickerState } from '@/ui/pickers/use-picker-state'

type ResultsProps = PickerProps & {
  picker: PickerState
  combobox: UseComboboxReturnValue<Match>
  items: readonly Match[]
  /** The highlighted match. */
  active: Match | undefined
  onPick?: (match: Match) => void
  className?: string
}

/** The list of matches, or a text that nothing matches. */
export function Results(props: ResultsProps) {
  const { source, picker, combobox, items, active, className, onPick = picker.pick } = props
  const isOpen = combobox.isOpen && items.length > 0
  return (
    <>
      <ul
        {...combobox.getMenuProps({
          'aria-label': picker.texts.list,
          hidden: !isOpen,
          className,
          ...(picker.isMultiple && { 'aria-multiselectable': true }),
        })}
      >
        {isOpen &&
          items.map((match, index) => (
            <Result
              key={match.value}
              {...combobox.getItemProps({ item: match, index, onClick: () => onPick(match) })}
              {...(picker.isMultiple && { 'aria-selected': picker.isChosen(match) })}
              match={match}
              picture={source.pictureOf?.(match.value)}
              isActive={match === active}
              isChosen={picker.isChosen(match)}
              hasLine={!match.isFrequent && items[index - 1]?.isFrequent === true}
            />
          ))}
      </ul>
      {items.length === 0 && (
        <div className={className}>
          <ResultsRemark>{picker.noMatchText}</ResultsRemark>
        </div>
      )}
    </>
  )
}

type ResultProps = ComponentProps<'li'> & {
  match: Match
  picture: string | undefined
  isActive: boolean
  isChosen: boolean
  /** Separated from the row before it. */
  hasLine: boolean
}

/** One row: picture, name, the alternative name that matched, and a tick if it is chosen. */
const Result = ({ match, picture, isActive, isChosen, hasLine, ...row }: ResultProps) => (
  <li
    {...row}
    className={classNames(
      'relative flex min-h-11 scroll-my-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 hover:bg-paper',
      hasLine &&
        'mt-3 before:absolute before:inset-x-0 before:-top-1.5 before:border-line before:border-t',
      isActive && 'bg-accent-soft outline-2 outline-accent -outline-offset-2',
    )}
  >
    {picture && <Flag src={picture} />}
    <span className={classNames('min-w-0', isChosen && 'font-semibold')}>{match.label}</span>
    {/* Read as two words. */}
    {match.alias && ' '}
    <span className="ms-auto flex min-w-0 items-center gap-2 text-ink-3 text-sm">
      {match.alias && <bdi className="truncate">{match.alias}</bdi>}
      {isChosen && <CheckIcon className="text-accent" />}
    </span>
  </li>
)

/** Error below a field left with an unknown name, which stays for correction. */
export const UnfinishedHint = ({ id, children }: { id: string; children: ReactNode }) =>
  children && (
    <p id={`${id}-unfinished`} className="pt-1.5 font-semibold text-bad">
      {children}
    </p>
  )

export const buildUnfinishedDescribedBy = (aria: ControlAria, unfinished: string | false) =>
  classNames(aria['aria-describedby'], unfinished && `${aria.id}-unfinished`) || undefined

/** A line that is no result: nothing found, or more results exist. */
export const ResultsRemark = ({ children }: { children: ReactNode }) => (
  <p className="px-3 py-2.5 text-ink-2 text-sm">{children}</p>
)
