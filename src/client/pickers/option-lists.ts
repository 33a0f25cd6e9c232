import { type OptionsHtml, option, optionsHtml } from '@/client/pickers/option-html'
import type { PageFacts } from '@/contract/page'
import { countriesByName } from '@/domain/data/country-names'
import { destinationIds } from '@/domain/data/destinations'
import { callingCodeOf } from '@/domain/data/dial-codes'

/** Whose options they are: names are in the customer's language, and say so where the texts are in another. */
type Reader = Pick<PageFacts, 'language' | 'ownWords'>

/** Options of every country in a language, after one that says `none` where none may be chosen. */
export const countryOptions = (
  { language, ownWords: { lang } }: Reader,
  none: string | undefined,
  selected: string,
): OptionsHtml =>
  optionsHtml(
    `countries/${language}/${none}`,
    () => [
      ...(none === undefined ? [] : [option('', none)]),
      ...countriesByName(language).map(({ code, name }) => option(code.toLowerCase(), name, lang)),
    ],
    [selected],
  )

/** Options of every country's calling code. */
export const dialCodeOptions = (
  { language, ownWords: { lang } }: Reader,
  selected: string,
): OptionsHtml =>
  optionsHtml(
    `dial/${language}`,
    () =>
      countriesByName(language).flatMap(({ code, name }) => {
        const calling = callingCodeOf(code)
        return calling
          ? [option(code.toLowerCase(), `${name} (\u2066+${calling}\u2069)`, lang)]
          : []
      }),
    [selected],
  )

/** Options of every destination, by their names in the language, in the order of the alphabet. */
export const destinationOptions = (
  { language, ownWords: { lang } }: Reader,
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
        .map(({ value, name }) => option(value, name, lang))
    },
    selected,
  )
