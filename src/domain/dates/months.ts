import { normalizeText } from '@/domain/input/clean-input'

/** Languages with more than one set of month names. */
const variants: Record<string, string[]> = {
  ar: ['ar', 'ar-LB', 'ar-DZ', 'ar-MA'],
  de: ['de', 'de-AT'],
}

/** Shorter input must be a whole name or its usual abbreviation. */
const minLetters = 3

/**
 * Names are inflected at the end, Ιανουάριος and Ιανουαρίου; the stem of a short name is ambiguous.
 */
const hasStem = (name: string): boolean => name.length > 5
const stripEnding = (name: string): string => name.slice(0, -2)

/**
 * The number of a month named in a language or in English, in full or abbreviated; undefined if it
 * is ambiguous.
 */
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

/** Built on demand: twelve names in several forms per language. */
const namesByLanguage = new Map<string, MonthName[]>()

function listMonthNames(language: string): MonthName[] {
  if (!/^[a-z]{2}$/.test(language)) return []
  const names =
    namesByLanguage.get(language) ?? (variants[language] ?? [language]).flatMap(buildMonthNames)
  namesByLanguage.set(language, names)
  return names
}

/** With and without a day: in many languages these differ, март and марта. */
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

/** Without case, dots, spaces and the accents that are often omitted. */
const foldName = (text: string): string =>
  normalizeText(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670.॰'’\s]/g, '')
