import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/ui/class-names'
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

/** A pressed half is tinted and bold; in forced colours it is underlined. */
const switchClasses =
  'flex w-fit rounded-control border-[1.5px] border-control bg-card *:has-checked:underline *:has-checked:underline-offset-4'

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
    <div className={isSwitch ? switchClasses : options[0]?.picture ? gridClasses : rowClasses}>
      {options.map(option => (
        <label
          key={option.value}
          className={classNames(
            isSwitch
              ? 'relative flex min-h-11 items-center rounded-control px-3.5 has-checked:font-semibold'
              : 'flex min-h-12 items-center gap-2.5 rounded-control border-[1.5px] border-control bg-card px-3.5 py-2 has-checked:border-accent',
            'has-checked:bg-accent-soft',
            fieldset.error ? 'not-has-checked:border-bad' : undefined,
            'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          )}
        >
          <input
            type="radio"
            {...{ name, ref, onChange, onBlur, disabled, autoComplete }}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: defaultValue === option.value }
              : { checked: value === option.value })}
            className={isSwitch ? 'absolute inset-0 size-full opacity-0' : 'radio outline-none'}
          />
          {option.picture}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  </Fieldset>
)
