import { plainText } from '@/domain/input/clean-input'

/** Where people of one language name the months in more than one way. */
const variants: Record<string, string[]> = {
  ar: ['ar', 'ar-LB', 'ar-DZ', 'ar-MA'],
  de: ['de', 'de-AT'],
}

/** Shorter than this, only the whole name or its usual abbreviation is understood. */
const leastLetters = 3

/** Names bend at their end, Ιανουάριος and Ιανουαρίου; what is left of a shorter one could be anything. */
const hasStem = (name: string): boolean => name.length > 5
const stemOf = (name: string): string => name.slice(0, -2)

/** The number of a month named in a language or in English, whole or shortened; undefined when it could be several. */
export function monthNamed(typed: string, language: string): number | undefined {
  const numbered = /^(\d{1,2})[月월]$/.exec(plainText(typed))
  if (numbered) return Number(numbered[1])
  const name = folded(typed)
  if (!name) return undefined
  const known = [...namesIn(language), ...namesIn('en')]
  return (
    onlyMonth(known.filter(month => month.name === name)) ??
    onlyMonth(known.filter(month => name.length >= leastLetters && month.name.startsWith(name))) ??
    onlyMonth(known.filter(month => hasStem(month.name) && name.startsWith(stemOf(month.name))))
  )
}

function onlyMonth(found: Named[]): number | undefined {
  const months = new Set(found.map(({ month }) => month))
  return months.size === 1 ? [...months][0] : undefined
}

interface Named {
  name: string
  month: number
}

/** A dozen formatters a language: made when somebody first writes a month in words. */
const kept = new Map<string, Named[]>()

function namesIn(language: string): Named[] {
  if (!/^[a-z]{2}$/.test(language)) return []
  const names = kept.get(language) ?? (variants[language] ?? [language]).flatMap(namesOf)
  kept.set(language, names)
  return names
}

/** Alone and in a date: in many languages those differ, март and марта. */
const namesOf = (locale: string): Named[] =>
  (['long', 'short'] as const).flatMap(length =>
    [{}, { day: 'numeric' as const }].flatMap(day => {
      const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
        month: length,
        timeZone: 'UTC',
        ...day,
      })
      return Array.from({ length: 12 }, (_, index) => ({
        month: index + 1,
        name: folded(nameOf(format, index)),
      }))
    }),
  )

function nameOf(format: Intl.DateTimeFormat, index: number): string {
  const parts = format.formatToParts(Date.UTC(2001, index, 1))
  return parts.find(({ type }) => type === 'month')?.value ?? ''
}

/** Without case, dots, spaces and the accents that are often left out. */
const folded = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670.॰'’\s]/g, '')
