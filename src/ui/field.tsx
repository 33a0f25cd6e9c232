import type { ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { ErrorTitle } from '@/ui/document-title'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** Error text; marks the control as invalid. */
  error?: ReactNode
  /** Such as “(optional)”; without it the control is required. */
  optionalLabel?: ReactNode
  /** Below the control: a suggestion, advice, a counter. */
  note?: ReactNode
  labelHidden?: boolean | undefined
}

export type ControlAria = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type FieldProps = FieldTexts & {
  id: string
  children: (aria: ControlAria) => ReactNode
}

const isShown = (text: ReactNode) => text !== undefined && text !== null && text !== ''

export const buildDescribedBy = (id: string, texts: Pick<FieldTexts, 'hint' | 'error' | 'note'>) =>
  (['hint', 'error', 'note'] as const)
    .filter(name => isShown(texts[name]))
    .map(name => `${id}-${name}`)
    .join(' ') || undefined

export const Hint = ({ id, className, children }: TextProps) =>
  isShown(children) && (
    <span id={`${id}-hint`} className={classNames('pb-1.5 text-ink-3 text-sm', className)}>
      {children}
    </span>
  )

export const ErrorText = ({ id, className, children }: TextProps) =>
  isShown(children) && (
    <span id={`${id}-error`} className={classNames('pb-1.5 font-semibold text-bad', className)}>
      <ErrorTitle />
      {children}
    </span>
  )

type TextProps = { id: string; className?: string; children: ReactNode }

const OptionalMark = ({ children }: { children: ReactNode }) =>
  isShown(children) && <span className="font-normal text-ink-3"> {children}</span>

/** Label, hint, error, control, note: the error is directly above the control. */
export const Field = ({ id, children, ...texts }: FieldProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)]">
    <label
      htmlFor={id}
      className={texts.labelHidden ? 'sr-only' : 'row-start-1 pb-0.5 font-semibold'}
    >
      {texts.label}
      <OptionalMark>{texts.optionalLabel}</OptionalMark>
    </label>
    <Hint id={id} className="row-start-2">
      {texts.hint}
    </Hint>
    <ErrorText id={id} className="row-start-3">
      {texts.error}
    </ErrorText>
    <div className="row-start-4">
      {children({
        id,
        'aria-describedby': buildDescribedBy(id, texts),
        'aria-invalid': isShown(texts.error) || undefined,
        'aria-required': !isShown(texts.optionalLabel) || undefined,
      })}
    </div>
    {isShown(texts.note) && (
      <div id={`${id}-note`} className="row-start-5 pt-1.5 text-ink-2 text-sm">
        {texts.note}
      </div>
    )}
  </div>
)

/** Two fields side by side; labels and controls stay aligned if only one has an error. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2 sm:gap-y-0 sm:*:row-span-5 sm:*:grid-rows-subgrid">
    {children}
  </div>
)
