import { useTranslation } from 'next-i18next/pages'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isMatch } from '@/features/preferences/language-search'
import { Fieldset } from '@/ui/fieldset'
import { radioClasses } from '@/ui/radio-group'
import { TextField } from '@/ui/text-input'

interface Choice {
  value: string
  label: ReactNode
  /** Texts that a search finds the choice by. */
  searchTerms?: string[] | undefined
}

interface ChoiceListProps {
  name: string
  legend: string
  selectedValue: string
  choices: Choice[]
  /** Label of the search field; without it there is no search. */
  searchLabel?: string | undefined
}

/** A radio group with many choices, as a list of lines. */
export function ChoiceList({ name, legend, selectedValue, choices, searchLabel }: ChoiceListProps) {
  const [query, setQuery] = useState('')
  const visibleChoices = choices.filter(({ searchTerms = [] }) => isMatch(searchTerms, query))
  return (
    <Fieldset id={`preferences-${name}`} legend={legend} role="radiogroup">
      {searchLabel && (
        <>
          <SearchField id={`preferences-${name}-search`} label={searchLabel} onSearch={setQuery} />
          <ResultCount count={query.trim() === '' ? undefined : visibleChoices.length} />
        </>
      )}
      <div className="grid gap-x-3 pt-1 sm:grid-cols-2">
        {choices.map(choice => (
          <label
            key={choice.value}
            // Hidden choices stay in the form: a search alone changes nothing.
            hidden={!visibleChoices.includes(choice)}
            className="flex min-h-11 items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-paper has-checked:bg-accent-soft has-checked:font-semibold [&[hidden]]:hidden"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === selectedValue}
              className={radioClasses}
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
  onSearch: (query: string) => void
}

function SearchField({ id, label, onSearch }: SearchFieldProps) {
  return (
    <TextField
      id={id}
      // Without a name the query is not submitted.
      name=""
      type="search"
      label={label}
      autoComplete="off"
      dir="auto"
      onChange={event => onSearch(event.currentTarget.value)}
      onKeyDown={handleSearchKeyDown}
    />
  )
}

/** Enter must not submit the form. Esc clears the query before it closes the dialog. */
function handleSearchKeyDown(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter') event.preventDefault()
}

function ResultCount({ count }: { count: number | undefined }) {
  const { t } = useTranslation(['common', 'preferences'])
  return (
    <p role="status" className="text-sm text-ink-2">
      {count !== undefined &&
        (count === 0 ? t('preferences:noneFound') : t('preferences:found', { count }))}
    </p>
  )
}
