import { normalizeText } from '@/domain/input/clean-input'

/** Where people of one language name the months in more than one way. */
const variants: Record<string, string[]> = {
  ar: ['ar', 'ar-LB', 'ar-DZ', 'ar-MA'],
  de: ['de', 'de-AT'],
}

/** Shorter than this, only the whole name or its usual abbreviation is understood. */
const minLetters = 3

/** Names bend at their end, Ιανουάριος and Ιανουαρίου; what is left of a shorter one could be anything. */
const hasStem = (name: string): boolean => name.length > 5
const stripEnding = (name: string): string => name.slice(0, -2)

/** The number of a month named in a language or in English, whole or shortened; undefined when it could be several. */
export function parseMonth(input: string, language: string): number | undefined {
  const numberMatch = /^(\d{1,2})[月월]$/.exec(normalizeText(input))
  if (numberMatch) return Number(numberMatch[1])
  const name = foldName(input)
  if (!name) return undefined
  const candidates = [...listMonthNames(language), ...listMonthNames('en')]
  return (
    pickOnlyMonth(candidates.filter(month => month.name === name)) ??
    pickOnlyMonth(
      candidates.filter(month => name.length >= minLetters && month.name.startsWith(name)),
    ) ??
    pickOnlyMonth(
      candidates.filter(month => hasStem(month.name) && name.startsWith(stripEnding(month.name))),
    )
  )
}

function pickOnlyMonth(matches: MonthName[]): number | undefined {
  const months = new Set(matches.map(({ month }) => month))
  return months.size === 1 ? [...months][0] : undefined
}

interface MonthName {
  name: string
  month: number
}

/** A dozen formatters a language: made when somebody first writes a month in words. */
const namesByLanguage = new Map<string, MonthName[]>()

function listMonthNames(language: string): MonthName[] {
  if (!/^[a-z]{2}$/.test(language)) return []
  const names =
    namesByLanguage.get(language) ?? (variants[language] ?? [language]).flatMap(buildMonthNames)
  namesByLanguage.set(language, names)
  return names
}

/** Alone and in a date: in many languages those differ, март and марта. */
const buildMonthNames = (locale: string): MonthName[] =>
  (['long', 'short'] as const).flatMap(length =>
    [{}, { day: 'numeric' as const }].flatMap(day => {
      const format = new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, {
        month: length,
        timeZone: 'UTC',
        ...day,
      })
      return Array.from({ length: 12 }, (_, index) => ({
        month: index + 1,
        name: foldName(formatMonthName(format, index)),
      }))
    }),
  )

function formatMonthName(format: Intl.DateTimeFormat, index: number): string {
  const parts = format.formatToParts(Date.UTC(2001, index, 1))
  return parts.find(({ type }) => type === 'month')?.value ?? ''
}

/** Without case, dots, spaces and the accents that are often left out. */
const foldName = (text: string): string =>
  normalizeText(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670.॰'’\s]/g, '')
