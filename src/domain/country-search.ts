import { countryCodeOf, countryWeights } from '@/domain/data/countries'
import { countryAliases } from '@/domain/data/country-aliases'
import type { DestinationId } from '@/domain/data/destinations'

/** A country, or a place within one, with the name the customer reads. */
export interface CountryChoice {
  value: string
  label: string
}

export interface CountryMatch extends CountryChoice {
  /** The other name it was found by, such as Holland. */
  alias?: string
  /** A whole name was typed, so it is meant even when others begin with the same letters. */
  isWhole: boolean
}

/**
 * The choices a customer may mean, the likeliest first: a whole name, the start of the name, of a
 * word in it, of another name (English, the country's own, an everyday one), the two-letter code.
 * With nothing typed the heaviest countries come first, then the others as given.
 */
export function searchCountries(
  query: string,
  choices: readonly CountryChoice[],
): readonly CountryMatch[] {
  const typed = folded(query)
  if (typed === '') return byWeight(choices)
  return searchable(choices)
    .flatMap(country => matchOf(typed, country) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ match }) => match)
}

/** How well a choice answers what was typed; 0 is best. */
const ranks = { wholeName: 0, wholeAlias: 1, nameStart: 2, wordStart: 3, alias: 4, code: 5 }

/**
 * Lower case without accents, punctuation and the spellings of one sound that keyboards tell apart,
 * so that "Sao Tome" finds São Tomé and "امارات" finds الإمارات.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıəةىیکـ]/g, letter => twins[letter] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const twins: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ə: 'e',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
}

interface Name {
  text: string
  folded: string
  words: readonly string[]
}

interface Searchable {
  choice: CountryChoice
  /** The name, then the name without what stands in brackets. */
  name: Name
  short: string
  aliases: readonly Name[]
  code: string
}

/** Folding every name takes longer than searching them, so each list is folded once. */
const prepared = new WeakMap<readonly CountryChoice[], readonly Searchable[]>()

function searchable(choices: readonly CountryChoice[]): readonly Searchable[] {
  const kept = prepared.get(choices)
  if (kept) return kept
  const made = choices.map(choice => ({
    choice,
    name: nameOf(choice.label),
    short: folded(choice.label.replace(/\(.*/, '')),
    aliases: aliasesOf(choice.value).map(nameOf),
    code: choice.value.toLowerCase(),
  }))
  prepared.set(choices, made)
  return made
}

/** SPEC 3: places that are chosen like countries. */
const placeAliases: Partial<Record<DestinationId, readonly string[]>> = {
  'x-bali': ['Bali', 'Denpasar', 'Ubud'],
  'x-dubai': ['Dubai', 'دبي'],
}

function aliasesOf(value: string): readonly string[] {
  const code = countryCodeOf(value)
  return code ? countryAliases[code] : (placeAliases[value as DestinationId] ?? [])
}

function nameOf(text: string): Name {
  const whole = folded(text)
  return { text, folded: whole, words: whole.split(' ').flatMap(withoutArticle) }
}

/** Arabic writes its article onto the word, and people search without it. */
const withoutArticle = (word: string): string[] =>
  /^ال../.test(word) ? [word, word.slice(2)] : [word]

function matchOf(
  typed: string,
  { choice, name, short, aliases, code }: Searchable,
): { rank: number; match: CountryMatch } | undefined {
  const found = (rank: number, alias?: Name) => ({
    rank,
    match: { ...choice, ...(alias && { alias: alias.text }), isWhole: rank <= ranks.wholeAlias },
  })
  if (name.folded === typed || short === typed) return found(ranks.wholeName)
  const whole = aliases.find(alias => alias.folded === typed)
  if (whole) return found(isPlace(code) ? ranks.wholeName : ranks.wholeAlias, whole)
  if (name.folded.startsWith(typed)) return found(ranks.nameStart)
  const parts = typed.split(' ')
  if (hasWords(name, parts)) return found(ranks.wordStart)
  const alias = aliases.find(({ folded: other }) => other.startsWith(typed))
  const other = alias ?? aliases.find(one => hasWords(one, parts))
  if (other) return found(ranks.alias, other)
  return code === typed ? found(ranks.code) : undefined
}

/** Who types Bali means Bali, not the country it lies in. */
const isPlace = (code: string): boolean => code.startsWith('x-')

/** Whether every word typed begins a word of the name, in any order. */
const hasWords = ({ words }: Name, parts: readonly string[]): boolean =>
  parts.every(part => words.some(word => word.startsWith(part)))

/** The busiest countries first (SPEC 9), the others as they come. */
function byWeight(choices: readonly CountryChoice[]): readonly CountryMatch[] {
  return [...choices]
    .sort((a, b) => weightOf(b.value) - weightOf(a.value))
    .map(choice => ({ ...choice, isWhole: false }))
}

function weightOf(value: string): number {
  const code = countryCodeOf(value)
  return (code && countryWeights[code]) ?? 0
}
