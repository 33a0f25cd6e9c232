import type { ReactNode } from 'react'
import { Fieldset } from '@/ui/fieldset'
import { radioLook } from '@/ui/radio-group'

interface ChoiceListProps {
  name: string
  legend: string
  chosen: string
  choices: { value: string; label: ReactNode }[]
}

/** One of many, as a list of lines. */
export function ChoiceList({ name, legend, chosen, choices }: ChoiceListProps) {
  return (
    <Fieldset id={`preferences-${name}`} legend={legend} role="radiogroup">
      <div className="grid gap-x-3 pt-1 sm:grid-cols-2">
        {choices.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-paper has-checked:bg-accent-soft has-checked:font-semibold"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className={radioLook}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
