import { type OptionsHtml, option, optionsHtml } from '@/client/option-html'
import { countriesByName } from '@/domain/data/country-names'
import { destinationIds } from '@/domain/data/destinations'
import { callingCodeOf } from '@/domain/data/dial-codes'

/** Options of every country in a language, after one that says `none` where none may be chosen. */
export const countryOptions = (
  language: string,
  none: string | undefined,
  selected: string,
): OptionsHtml =>
  optionsHtml(
    `countries/${language}/${none}`,
    () => [
      ...(none === undefined ? [] : [option('', none)]),
      ...countriesByName(language).map(({ code, name }) => option(code.toLowerCase(), name)),
    ],
    [selected],
  )

/** Options of every country's calling code. */
export const dialCodeOptions = (language: string, selected: string): OptionsHtml =>
  optionsHtml(
    `dial/${language}`,
    () =>
      countriesByName(language).flatMap(({ code, name }) => {
        const calling = callingCodeOf(code)
        return calling ? [option(code.toLowerCase(), `${name} (\u2066+${calling}\u2069)`)] : []
      }),
    [selected],
  )

/** Options of every destination, by their names in the language, in the order of the alphabet. */
export const destinationOptions = (
  language: string,
  nameOf: (value: string) => string,
  selected: readonly string[],
): OptionsHtml =>
  optionsHtml(
    `destinations/${language}`,
    () => {
      const { compare } = new Intl.Collator([language, 'en'])
      return destinationIds
        .map(value => ({ value, name: nameOf(value) }))
        .sort((a, b) => compare(a.name, b.name))
        .map(({ value, name }) => option(value, name))
    },
    selected,
  )
