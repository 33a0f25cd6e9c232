import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Field, type FieldTexts } from '@/ui/field'

export type TextInputProps = ComponentProps<'input'> & {
  /** For emails, phones, postcodes and numbers: left to right in every language. */
  ltr?: boolean
  /** A unit after the input. */
  suffix?: ReactNode
}

export const TextInput = ({ ltr, suffix, className, dir, ...input }: TextInputProps) => {
  const control = (
    <input
      type="text"
      dir={ltr ? 'ltr' : dir}
      // An empty field has the direction of the page (app.css).
      placeholder=" "
      {...input}
      className={classNames('control', suffix !== undefined && 'pe-[3.5rem]', className)}
    />
  )
  if (suffix === undefined) return control
  return (
    <span className="relative block" dir={ltr ? 'ltr' : undefined}>
      {control}
      <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-ink-3">
        {suffix}
      </span>
    </span>
  )
}

export type TextFieldProps = Omit<TextInputProps, 'children'> & FieldTexts & { name: string }

/** The id defaults to the name, so that spreading `register('email')` is enough. */
export const TextField = ({
  label,
  hint,
  error,
  optionalLabel,
  note,
  labelHidden,
  ...input
}: TextFieldProps) => (
  <Field id={input.id ?? input.name} {...{ label, hint, error, optionalLabel, note, labelHidden }}>
    {aria => <TextInput {...input} {...aria} />}
  </Field>
)
