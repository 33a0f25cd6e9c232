import type { StaticPageData } from '@/contract/page'
import {
  formatCountryName,
  hasCountryTable,
  listCountriesByName,
} from '@/domain/data/country-names'
import { destinationIds } from '@/domain/data/destinations'
import { findCallingCode } from '@/domain/data/dial-codes'

type OptionsLocale = Pick<StaticPageData, 'language'>

/**
 * Options of every country in a language; the first one is `emptyLabel`, if given. Until the table
 * of names is loaded, the selected country is the only one.
 */
export const countryOptions = (
  { language }: OptionsLocale,
  emptyLabel: string | undefined,
  selected: string,
): OptionsHtml => {
  const hasTable = hasCountryTable(language)
  const countries = hasTable
    ? listCountriesByName(language)
    : [{ code: selected, name: formatCountryName(selected, language) }]
  return renderOptions(
    `countries/${language}/${emptyLabel}/${hasTable || selected}`,
    () => [
      ...(emptyLabel === undefined ? [] : [renderOption('', emptyLabel)]),
      ...countries.flatMap(({ code, name }) =>
        code ? [renderOption(code.toLowerCase(), name)] : [],
      ),
    ],
    [selected],
  )
}

/** Options of every country's calling code. */
export const dialCodeOptions = ({ language }: OptionsLocale, selected: string): OptionsHtml =>
  renderOptions(
    `dial/${language}`,
    () =>
      listCountriesByName(language).flatMap(({ code, name }) => {
        const callingCode = findCallingCode(code)
        return callingCode
          ? [renderOption(code.toLowerCase(), `${name} (\u2066+${callingCode}\u2069)`)]
          : []
      }),
    [selected],
  )

/** Options of every destination, sorted by name in the language. */
export const destinationOptions = (
  { language }: OptionsLocale,
  nameOf: (value: string) => string,
  selected: readonly string[],
): OptionsHtml =>
  renderOptions(
    `destinations/${language}`,
    () => {
      const { compare } = new Intl.Collator([language, 'en'])
      return destinationIds
        .map(value => ({ value, name: nameOf(value) }))
        .sort((a, b) => compare(a.name, b.name))
        .map(({ value, name }) => renderOption(value, name))
    },
    selected,
  )

/** Props for a select. Without a hydration warning: the browser leaves the served options alone. */
export interface OptionsHtml {
  dangerouslySetInnerHTML: { __html: string }
  suppressHydrationWarning: true
}

const markupByKey = new Map<string, string>()

/**
 * Options as one HTML string: 250 elements would cost more than the rest of the page. `key`
 * identifies the list, which is built once; the selection is marked in a copy.
 */
function renderOptions(
  key: string,
  build: () => string[],
  selected: readonly string[],
): OptionsHtml {
  const markup = markupByKey.get(key) ?? build().join('')
  markupByKey.set(key, markup)
  const selectedMarkup = selected.reduce((html, value) => {
    const attribute = `value="${escapeHtml(value)}"`
    return html.replace(attribute, `${attribute} selected`)
  }, markup)
  return { dangerouslySetInnerHTML: { __html: selectedMarkup }, suppressHydrationWarning: true }
}

/**
 * One option. HTML needs no end tag: the thousand of the first step would add 9 kB.
 */
const renderOption = (value: string, name: string): string =>
  `<option value="${escapeHtml(value)}">${escapeHtml(name)}`

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
