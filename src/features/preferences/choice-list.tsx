import { useTranslation } from 'next-i18next/pages'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isFound } from '@/features/preferences/language-search'
import { Fieldset } from '@/ui/fieldset'
import { radioLook } from '@/ui/radio-group'
import { TextField } from '@/ui/text-input'

interface Choice {
  value: string
  label: ReactNode
  /** What finds it, where the list can be searched. */
  found?: string[] | undefined
}

interface ChoiceListProps {
  name: string
  legend: string
  chosen: string
  choices: Choice[]
  /** The search field's label; without one there is no search. */
  search?: string | undefined
}

/** One of many, as a list of lines. */
export function ChoiceList({ name, legend, chosen, choices, search }: ChoiceListProps) {
  const [asked, setAsked] = useState('')
  const shown = choices.filter(({ found = [] }) => isFound(found, asked))
  return (
    <Fieldset id={`preferences-${name}`} legend={legend} role="radiogroup">
      {search && (
        <>
          <SearchField id={`preferences-${name}-search`} label={search} onSearch={setAsked} />
          <Found count={asked.trim() === '' ? undefined : shown.length} />
        </>
      )}
      <div className="grid gap-x-3 pt-1 sm:grid-cols-2">
        {choices.map(choice => (
          <label
            key={choice.value}
            // What is not found stays in the form: a search alone chooses nothing else.
            hidden={!shown.includes(choice)}
            className="flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-paper has-checked:bg-accent-soft has-checked:font-semibold [&[hidden]]:hidden"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === chosen}
              className={radioLook}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

interface SearchFieldProps {
  id: string
  label: string
  onSearch: (asked: string) => void
}

function SearchField({ id, label, onSearch }: SearchFieldProps) {
  return (
    <TextField
      id={id}
      // It has no name: what is searched for is not sent.
      name=""
      type="search"
      label={label}
      autoComplete="off"
      dir="auto"
      onChange={event => onSearch(event.currentTarget.value)}
      onKeyDown={staysOpen}
    />
  )
}

/** Enter searches, it does not apply; what was typed is cleared before the dialog is closed. */
function staysOpen(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter') event.preventDefault()
}

function Found({ count }: { count: number | undefined }) {
  const { t } = useTranslation(['common', 'preferences'])
  return (
    <p role="status" className="text-sm text-ink-2">
      {count !== undefined &&
        (count === 0 ? t('preferences:noneFound') : t('preferences:found', { count }))}
    </p>
  )
}
