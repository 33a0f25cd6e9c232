import { countriesByName } from '@/domain/data/country-names'
import { callingCodeOf } from '@/domain/data/dial-codes'

/**
 * Country lists as HTML. 250 elements a list cost more than the rest of the page to render and to
 * hydrate one by one; as one string they cost next to nothing, and the server's names stand as served.
 */
const lists = new Map<string, string>()

/** Options of every country in a language, after one that says `none` where none may be chosen. */
export const countryOptions = (
  language: string,
  none: string | undefined,
  selected: string,
): Html =>
  html(`countries/${language}/${none}`, selected, () => [
    ...(none === undefined ? [] : [option('', none)]),
    ...countriesByName(language).map(({ code, name }) => option(code, name)),
  ])

/** Options of every country's calling code. */
export const dialCodeOptions = (language: string, selected: string): Html =>
  html(`dial/${language}`, selected, () =>
    countriesByName(language).flatMap(({ code, name }) => {
      const calling = callingCodeOf(code)
      return calling ? [option(code, `${name} (+${calling})`)] : []
    }),
  )

/** As React takes it; the browser's own names may be newer than the server's. */
interface Html {
  dangerouslySetInnerHTML: { __html: string }
  suppressHydrationWarning: true
}

function html(key: string, selected: string, make: () => string[]): Html {
  const list = lists.get(key) ?? make().join('')
  lists.set(key, list)
  const value = `value="${escaped(selected)}"`
  return {
    dangerouslySetInnerHTML: { __html: list.replace(value, `${value} selected`) },
    suppressHydrationWarning: true,
  }
}

const option = (code: string, name: string): string =>
  `<option value="${code.toLowerCase()}">${escaped(name)}</option>`

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
