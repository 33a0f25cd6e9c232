import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
import { Field, type FieldTexts } from '@/ui/field'

export const controlClasses =
  'block min-h-12 w-full rounded-control border-[1.5px] border-control bg-card px-3 py-2.5 text-base text-ink text-start focus-visible:outline-offset-1 aria-invalid:border-bad aria-invalid:shadow-[inset_0_0_0_1px_var(--color-bad)] disabled:bg-paper disabled:text-ink-3 [&[readonly]]:bg-paper'

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
      className={classNames(controlClasses, suffix !== undefined && 'pe-[3.5rem]', className)}
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
