import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { currencies } from '@/domain/data/currency-names'
import { type LanguageCode, languages } from '@/domain/data/languages'
import { buildSearchName, foldText, hasWords } from '@/domain/input/search-text'
import { Fieldset } from '@/ui/fieldset'
import { TextField } from '@/ui/text-input'

export const preferencesFormId = 'preferences'

interface PreferencesFormProps {
  /** Path of the page to return to. */
  returnPath: string
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** With scripts the languages can be searched. */
  hasSearch?: boolean
}

/** Language and currency. The browser submits it, because the whole page changes. */
export function PreferencesForm({ returnPath, onSubmit, hasSearch }: PreferencesFormProps) {
  const { t } = useTranslation(['common', 'preferences'])
  const { language } = usePage()
  const { currency } = useCheckoutState('currency')
  return (
    <form
      id={preferencesFormId}
      method="post"
      action="/checkouts/api/preferences/"
      className="grid gap-5"
      onSubmit={onSubmit}
    >
      <input type="hidden" name="back" value={returnPath} />
      <ChoiceList
        name="currency"
        legend={t('preferences:currency')}
        selectedValue={currency}
        choices={currencyChoices(language)}
      />
      <ChoiceList
        name="language"
        legend={t('preferences:language')}
        selectedValue={language}
        choices={languageChoices(language)}
        searchLabel={hasSearch ? t('preferences:search') : undefined}
      />
    </form>
  )
}

function languageChoices(language: string) {
  const languageIndex = buildLanguageIndex(language)
  return languages.map(({ code, name, ownName, dir }) => ({
    value: code,
    searchTerms: languageIndex.get(code),
    label: (
      <>
        <bdi lang={code} dir={dir}>
          {ownName}
        </bdi>
        {name !== ownName && (
          <span lang="en">
            {' – '}
            <bdi>{name}</bdi>
          </span>
        )}
      </>
    ),
  }))
}

function currencyChoices(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencies.map(({ code, sign, name }) => ({
    value: code,
    label: (
      // Browser and server may name a currency differently; the server's name stays.
      <span suppressHydrationWarning>
        <bdi dir="ltr">{sign}</bdi>
        {' – '}
        <bdi>{language === 'en' ? name : names.of(code)}</bdi>
        {' – '}
        <bdi>{code}</bdi>
      </span>
    ),
  }))
}

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
function ChoiceList({ name, legend, selectedValue, choices, searchLabel }: ChoiceListProps) {
  const [query, setQuery] = useState('')
  const visibleChoices = choices.filter(({ searchTerms = [] }) => isMatch(searchTerms, query))
  return (
    <Fieldset id={`preferences-${name}`} legend={legend} role="radiogroup">
      {searchLabel && (
        <>
          <TextField
            id={`preferences-${name}-search`}
            // Without a name the query is not submitted.
            name=""
            type="search"
            label={searchLabel}
            labelHidden
            placeholder={searchLabel}
            autoComplete="off"
            dir="auto"
            onChange={event => setQuery(event.currentTarget.value)}
            onKeyDown={handleSearchKeyDown}
          />
          <ResultCount count={query.trim() === '' ? undefined : visibleChoices.length} />
        </>
      )}
      <div className="grid grid-cols-1 gap-x-3 pt-1 sm:grid-cols-2">
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
              className="radio"
            />
            <span className="min-w-0">{choice.label}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

/** Enter must not submit the form. Esc clears the query before it closes the dialog. */
function handleSearchKeyDown(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key === 'Enter') event.preventDefault()
}

function ResultCount({ count }: { count: number | undefined }) {
  const { t } = useTranslation(['common', 'preferences'])
  return (
    <p role="status" className="pt-1 text-sm text-ink-2">
      {count !== undefined &&
        (count === 0 ? t('preferences:noneFound') : t('preferences:found', { count }))}
    </p>
  )
}

/** Common names of a language and its varieties. */
const aliases: Partial<Record<LanguageCode, readonly string[]>> = {
  zh: ['Mandarin', 'Putonghua', '普通话'],
  ja: ['Nihongo', 'にほんご'],
  nb: ['Nynorsk', 'Bokmål'],
  fa: ['Farsi', 'Dari'],
  nl: ['Flemish', 'Vlaams'],
  he: ['Ivrit'],
}

/**
 * Search texts of each language: its own name, the English one, the one in the page's language,
 * aliases, code.
 */
export function buildLanguageIndex(locale: string): Map<string, string[]> {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return new Map(
    languages.map(({ code, name, ownName }) => [
      code,
      [ownName, name, names.of(code) ?? '', ...(aliases[code] ?? []), code],
    ]),
  )
}

/**
 * Whether a name or its words begin with the input. Empty input matches all, punctuation alone
 * none.
 */
export function isMatch(names: readonly string[], input: string): boolean {
  if (input.trim() === '') return true
  const query = foldText(input)
  return query !== '' && names.map(buildSearchName).some(name => hasWords(name, query.split(' ')))
}
