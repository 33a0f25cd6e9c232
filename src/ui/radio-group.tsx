import type { ComponentProps, ReactNode } from 'react'
import { Fieldset, type FieldsetProps } from '@/ui/fieldset'

type RadioOption = { value: string; label: ReactNode; picture?: ReactNode }

type RadioInputs = Pick<
  ComponentProps<'input'>,
  'ref' | 'onChange' | 'onBlur' | 'disabled' | 'autoComplete'
>

export type RadioGroupProps = Pick<
  FieldsetProps,
  'legend' | 'hint' | 'error' | 'legendHidden' | 'className'
> &
  RadioInputs & {
    name: string
    id?: string
    options: readonly RadioOption[]
    defaultValue?: string | undefined
    /** Only for a controlled group. */
    value?: string | undefined
    /** A small switch between two short words. */
    isSwitch?: boolean
  }

const rowClasses = 'flex flex-wrap gap-2 pt-1'

/** Answers with pictures are in columns. */
const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-2 pt-1'

/** A few short answers; spread `register('gender')` onto it. */
export const RadioGroup = ({
  name,
  id = name,
  options,
  defaultValue,
  value,
  ref,
  onChange,
  onBlur,
  disabled,
  autoComplete,
  isSwitch,
  ...fieldset
}: RadioGroupProps) => (
  <Fieldset {...fieldset} id={id} role="radiogroup">
    <div className={isSwitch ? 'switch' : options[0]?.picture ? gridClasses : rowClasses}>
      {options.map(option => (
        <label key={option.value} className={isSwitch ? undefined : 'choice'}>
          <input
            type="radio"
            {...{ name, ref, onChange, onBlur, disabled, autoComplete }}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: defaultValue === option.value }
              : { checked: value === option.value })}
            className={isSwitch ? undefined : 'radio'}
          />
          {option.picture}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  </Fieldset>
)
