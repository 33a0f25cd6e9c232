import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { buildDescribedBy, ErrorText, Hint } from '@/ui/field'

export type FieldsetProps = Omit<ComponentProps<'fieldset'>, 'id'> & {
  id: string
  legend: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** For a legend that repeats the heading above it. */
  legendHidden?: boolean
}

/** Pass `role="radiogroup"` for radios: only then can the group be required or invalid. */
export const Fieldset = ({
  legend,
  hint,
  error,
  legendHidden,
  className,
  children,
  ...fieldset
}: FieldsetProps) => {
  const { id, role } = fieldset
  const isRadioGroup = role === 'radiogroup'
  return (
    <fieldset
      {...fieldset}
      className={classNames('min-w-0', className)}
      aria-describedby={buildDescribedBy(id, { hint, error })}
      {...(isRadioGroup && {
        'aria-required': true,
        'aria-invalid': Boolean(error) || undefined,
      })}
      data-invalid={Boolean(error) || undefined}
    >
      <legend className={legendHidden ? 'sr-only' : 'pb-0.5 font-semibold'}>{legend}</legend>
      <Hint id={id} className="block">
        {hint}
      </Hint>
      <ErrorText id={id} className="block">
        {error}
      </ErrorText>
      {children}
    </fieldset>
  )
}
