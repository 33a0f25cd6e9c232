import type { ReactNode } from 'react'
import { Fieldset, type FieldsetProps } from '@/ui/fieldset'
import { TextInput, type TextInputProps } from '@/ui/text-input'

export type DatePart = Omit<TextInputProps, 'id' | 'name'> & {
  name: string
  label: ReactNode
  /** Marks only this part as invalid. */
  isInvalid?: boolean
  /** Number of digits, which sets the width. */
  digits?: 2 | 4
}

export type DateFieldsProps = Omit<FieldsetProps, 'children'> & {
  /** In display order. */
  parts: DatePart[]
}

const DatePartInput = ({ label, isInvalid, digits = 2, ...input }: DatePart) => (
  <div>
    <label htmlFor={input.name} className="block pb-0.5 text-ink-2 text-sm">
      {label}
    </label>
    <TextInput
      id={input.name}
      inputMode="numeric"
      maxLength={10}
      ltr
      {...input}
      aria-invalid={isInvalid || undefined}
      aria-required
      className={digits === 4 ? 'max-w-[6.5rem]' : 'max-w-[4.5rem]'}
    />
  </div>
)

/** Day, month and year as three plain inputs, without auto-advance and reformatting. */
export const DateFields = ({ parts, ...fieldset }: DateFieldsProps) => (
  <Fieldset {...fieldset}>
    <div className="flex flex-wrap gap-3">
      {parts.map(part => (
        <DatePartInput key={part.name} {...part} />
      ))}
    </div>
  </Fieldset>
)
