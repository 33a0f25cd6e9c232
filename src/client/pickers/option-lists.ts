import { type OptionsHtml, renderOption, renderOptions } from '@/client/pickers/option-html'
import type { StaticPageData } from '@/contract/page'
import { listCountriesByName } from '@/domain/data/country-names'
import { destinationIds } from '@/domain/data/destinations'
import { findCallingCode } from '@/domain/data/dial-codes'

/** Country names are in the customer's language, with `lang` if the page's texts are in another. */
type OptionsLocale = Pick<StaticPageData, 'language' | 'ownWords'>

/** Options of every country in a language; the first one is `emptyLabel`, if given. */
export const countryOptions = (
  { language, ownWords: { lang } }: OptionsLocale,
  emptyLabel: string | undefined,
  selected: string,
): OptionsHtml =>
  renderOptions(
    `countries/${language}/${emptyLabel}`,
    () => [
      ...(emptyLabel === undefined ? [] : [renderOption('', emptyLabel)]),
      ...listCountriesByName(language).map(({ code, name }) =>
        renderOption(code.toLowerCase(), name, lang),
      ),
    ],
    [selected],
  )

/** Options of every country's calling code. */
export const dialCodeOptions = (
  { language, ownWords: { lang } }: OptionsLocale,
  selected: string,
): OptionsHtml =>
  renderOptions(
    `dial/${language}`,
    () =>
      listCountriesByName(language).flatMap(({ code, name }) => {
        const callingCode = findCallingCode(code)
        return callingCode
          ? [renderOption(code.toLowerCase(), `${name} (\u2066+${callingCode}\u2069)`, lang)]
          : []
      }),
    [selected],
  )

/** Options of every destination, sorted by name in the language. */
export const destinationOptions = (
  { language, ownWords: { lang } }: OptionsLocale,
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
        .map(({ value, name }) => renderOption(value, name, lang))
    },
    selected,
  )
