import { countryWeights, parseCountryCode } from '@/domain/data/countries'
import { countryAliases } from '@/domain/data/country-aliases'
import type { DestinationId } from '@/domain/data/destinations'
import { buildSearchName, foldText, hasWords, type SearchName } from '@/domain/input/search-text'

/** A country or place with its name in the customer's language. */
export interface CountryChoice {
  value: string
  label: string
}

export interface CountryMatch extends CountryChoice {
  /** The other name that matched, such as Holland. */
  alias?: string
  /** A whole name was typed, so this choice is meant even if others begin with the same letters. */
  isWhole: boolean
  /** One of those that an empty query lists first. */
  isFrequent?: boolean
}

/**
 * The matching choices, best first: whole name, start of the name, of a word in it, of another name
 * (English, the country's own, colloquial), two-letter code. If nothing matches, one wrong letter
 * is allowed. An empty query lists the countries by weight, then the others in their order.
 */
export function searchCountries(
  query: string,
  choices: readonly CountryChoice[],
): readonly CountryMatch[] {
  const foldedQuery = foldText(query)
  if (foldedQuery === '') return sortByWeight(choices)
  const matches = matchChoices(foldedQuery, choices)
  if (matches.length > 0) return matches
  const withoutThe = foldedQuery.replace(/^the /, '')
  return withoutThe === foldedQuery
    ? findMisspelt(foldedQuery, choices)
    : searchCountries(withoutThe, choices)
}

const matchChoices = (
  foldedQuery: string,
  choices: readonly CountryChoice[],
): readonly CountryMatch[] =>
  prepareChoices(choices)
    .flatMap(country => matchChoice(foldedQuery, country) ?? [])
    .sort((a, b) => a.rank - b.rank)
    .map(({ match }) => match)

/** Shorter input is too ambiguous to allow a wrong letter. */
const minFuzzyLength = 4

/**
 * Names with one letter wrong, missing, added, or swapped with the next; used if nothing else
 * matches. The first letter must match: it is seldom wrong.
 */
function findMisspelt(
  foldedQuery: string,
  choices: readonly CountryChoice[],
): readonly CountryMatch[] {
  if (foldedQuery.length < minFuzzyLength) return []
  const isMeant = (name: string) =>
    name.charAt(0) === foldedQuery.charAt(0) && isOneLetterOff(foldedQuery, name)
  return prepareChoices(choices).flatMap(({ choice, short, aliases }) => {
    if (isMeant(short)) return [{ ...choice, isWhole: false }]
    const alias = aliases.find(({ folded: foldedAlias }) => isMeant(foldedAlias))
    return alias ? [{ ...choice, alias: alias.text, isWhole: false }] : []
  })
}

function isOneLetterOff(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  let index = 0
  while (index < short.length && short[index] === long[index]) index += 1
  const sliceFrom = (text: string, skipCount: number) => text.slice(index + skipCount)
  if (short.length + 1 === long.length) return sliceFrom(short, 0) === sliceFrom(long, 1)
  if (short.length !== long.length) return false
  const isSwapped = short[index] === long[index + 1] && short[index + 1] === long[index]
  return (
    sliceFrom(short, 1) === sliceFrom(long, 1) ||
    (isSwapped && sliceFrom(short, 2) === sliceFrom(long, 2))
  )
}

/** Ranks of a match; 0 is best. */
const ranks = { wholeName: 0, wholeAlias: 1, nameStart: 2, wordStart: 3, alias: 4, code: 5 }

interface Searchable {
  choice: CountryChoice
  /** The full name; `short` is the name without the part in brackets. */
  name: SearchName
  short: string
  aliases: readonly SearchName[]
  code: string
}

/** Folding all names takes longer than searching them, so each list is folded once. */
const searchableChoices = new WeakMap<readonly CountryChoice[], readonly Searchable[]>()

function prepareChoices(choices: readonly CountryChoice[]): readonly Searchable[] {
  const cached = searchableChoices.get(choices)
  if (cached) return cached
  const countries = choices.map(choice => ({
    choice,
    name: buildSearchName(choice.label),
    short: foldText(choice.label.replace(/\(.*/, '')),
    aliases: listAliases(choice.value).map(buildSearchName),
    code: choice.value.toLowerCase(),
  }))
  searchableChoices.set(choices, countries)
  return countries
}

/** Places that are chosen like countries. */
const placeAliases: Partial<Record<DestinationId, readonly string[]>> = {
  'x-bali': ['Bali', 'Denpasar', 'Ubud'],
  'x-dubai': ['Dubai', 'دبي'],
}

function listAliases(value: string): readonly string[] {
  const code = parseCountryCode(value)
  return code ? countryAliases[code] : (placeAliases[value as DestinationId] ?? [])
}

function matchChoice(
  foldedQuery: string,
  { choice, name, short, aliases, code }: Searchable,
): { rank: number; match: CountryMatch } | undefined {
  const toMatch = (rank: number, alias?: SearchName) => ({
    rank,
    match: { ...choice, ...(alias && { alias: alias.text }), isWhole: rank <= ranks.wholeAlias },
  })
  if (name.folded === foldedQuery || short === foldedQuery) return toMatch(ranks.wholeName)
  const exactAlias = aliases.find(alias => alias.folded === foldedQuery)
  if (exactAlias) return toMatch(isPlace(code) ? ranks.wholeName : ranks.wholeAlias, exactAlias)
  if (name.folded.startsWith(foldedQuery)) return toMatch(ranks.nameStart)
  const parts = foldedQuery.split(' ')
  if (hasWords(name, parts)) return toMatch(ranks.wordStart)
  const alias = aliases.find(({ folded: foldedAlias }) => foldedAlias.startsWith(foldedQuery))
  const aliasMatch = alias ?? aliases.find(candidate => hasWords(candidate, parts))
  if (aliasMatch) return toMatch(ranks.alias, aliasMatch)
  return code === foldedQuery ? toMatch(ranks.code) : undefined
}

/** A query for Bali means Bali, not the country it lies in. */
const isPlace = (code: string): boolean => code.startsWith('x-')

/** The countries by weight, the others in their order. */
function sortByWeight(choices: readonly CountryChoice[]): readonly CountryMatch[] {
  return [...choices]
    .sort((a, b) => weightOf(b.value) - weightOf(a.value))
    .map(choice => ({ ...choice, isWhole: false, isFrequent: weightOf(choice.value) > 0 }))
}

function weightOf(value: string): number {
  const code = parseCountryCode(value)
  return (code && countryWeights[code]) ?? 0
}
