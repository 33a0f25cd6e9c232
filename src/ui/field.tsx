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
  <div className="field">
    <label htmlFor={id} className={texts.labelHidden ? 'sr-only' : undefined}>
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

/** Two fields side by side. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className="field-row">{children}</div>
)
