import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from '@/ui/field'
import { ChevronDownIcon } from '@/ui/icons'

export const Select = (props: ComponentProps<'select'>) => (
  <span className="relative block">
    <select {...props} className="control select" />
    <ChevronDownIcon className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-2" />
  </span>
)

export type SelectFieldProps = ComponentProps<'select'> & FieldTexts & { name: string }

/** Options are children; the id defaults to the name. */
export const SelectField = ({
  label,
  hint,
  error,
  optionalLabel,
  note,
  labelHidden,
  ...select
}: SelectFieldProps) => (
  <Field
    id={select.id ?? select.name}
    {...{ label, hint, error, optionalLabel, note, labelHidden }}
  >
    {aria => <Select {...select} {...aria} />}
  </Field>
)
