import { countryCodeOf, countryWeights } from '@/domain/data/countries'
import { countryAliases } from '@/domain/data/country-aliases'
import type { DestinationId } from '@/domain/data/destinations'
import { folded, hasWords, type Name, nameOf } from '@/domain/input/search-text'

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
 * Where nothing is found, a slip of one letter is forgiven. With nothing typed the heaviest countries come first, then the others as given.
 */
export function searchCountries(
  query: string,
  choices: readonly CountryChoice[],
): readonly CountryMatch[] {
  const typed = folded(query)
  if (typed === '') return byWeight(choices)
  const found = namedBy(typed, choices)
  if (found.length > 0) return found
  const bare = typed.replace(/^the /, '')
  return bare === typed ? misspelt(typed, choices) : searchCountries(bare, choices)
}

const namedBy = (typed: string, choices: readonly CountryChoice[]): readonly CountryMatch[] =>
  searchable(choices)
    .flatMap(country => matchOf(typed, country) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ match }) => match)

/** Below this many letters, one of them wrong says too little. */
const leastMisspelt = 4

/** Where nothing else is found: names with one letter wrong, missing, too many, or changed with the next. The first is seldom wrong. */
function misspelt(typed: string, choices: readonly CountryChoice[]): readonly CountryMatch[] {
  if (typed.length < leastMisspelt) return []
  const isMeant = (name: string) =>
    name.charAt(0) === typed.charAt(0) && isOneLetterOff(typed, name)
  return searchable(choices).flatMap(({ choice, short, aliases }) => {
    if (isMeant(short)) return [{ ...choice, isWhole: false }]
    const alias = aliases.find(({ folded: other }) => isMeant(other))
    return alias ? [{ ...choice, alias: alias.text, isWhole: false }] : []
  })
}

function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = (text: string, skipped: number) => text.slice(at + skipped)
  if (short.length + 1 === long.length) return rest(short, 0) === rest(long, 1)
  if (short.length !== long.length) return false
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}

/** How well a choice answers what was typed; 0 is best. */
const ranks = { wholeName: 0, wholeAlias: 1, nameStart: 2, wordStart: 3, alias: 4, code: 5 }

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
