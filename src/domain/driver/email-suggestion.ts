import { normalizeEmail } from '@/domain/input/clean-input'

const splitWords = (text: string): readonly string[] => text.split(' ')

/** Mail providers whose names are not common words, and the endings of their domains. */
const providers: Record<string, readonly string[]> = {
  gmail: ['com'],
  googlemail: ['com'],
  yahoo: splitWords('com co.uk fr de it es co.in co.id co.jp com.br com.au ca'),
  hotmail: splitWords('com co.uk fr de it es nl be ch com.br com.tr'),
  outlook: splitWords('com fr de it es com.br co.id com.au'),
  live: splitWords('com co.uk fr nl it be ca'),
  aol: ['com'],
  msn: ['com'],
  icloud: ['com'],
  protonmail: ['com'],
  comcast: ['net'],
  btinternet: ['com'],
  wanadoo: ['fr'],
  laposte: ['net'],
}

/** One typo away from a provider but valid: never corrected. */
const knownNames = new Set(splitWords('ymail mail email fmail tmail hmail rmail cloud'))

/** Typos of `com`. Cameroon, Colombia and Oman have no such providers. */
const comTypos = new Set(
  splitWords(
    'con cmo ocm cpm vom xom dom comm coom comn om co cm cim cin c0m kom como cok clm coma',
  ),
)

/**
 * The address that was probably meant, if the typed one is a typo of a mail provider's. Undefined
 * if it may be right.
 */
export function suggestEmail(input: string): string | undefined {
  const [name, domain, ...rest] = normalizeEmail(input).split('@')
  if (!name || !domain || rest.length > 0) return undefined
  const suggestedDomain = suggestDomain(domain.toLowerCase().replace(/\.+$/, '').replace(',', '.'))
  return suggestedDomain && suggestedDomain !== domain.toLowerCase()
    ? `${name}@${suggestedDomain}`
    : undefined
}

function suggestDomain(domain: string): string | undefined {
  const [word = '', ...rest] = domain.split('.')
  const ending = rest.join('.')
  const provider = suggestProvider(word)
  if (provider) {
    const suggestedEnding = suggestEnding(ending, providers[provider] as readonly string[])
    return suggestedEnding && `${provider}.${suggestedEnding}`
  }
  // A missing dot: gmailcom.
  const joinedProvider =
    ending === '' && Object.keys(providers).find(candidate => word === `${candidate}com`)
  return joinedProvider ? `${joinedProvider}.com` : undefined
}

function suggestProvider(word: string): string | undefined {
  if (Object.hasOwn(providers, word)) return word
  if (knownNames.has(word)) return undefined
  return Object.keys(providers).find(
    provider => countEdits(word, provider) <= resolveMaxEdits(provider),
  )
}

/** A long name allows two typos; a short one with a typo may be another word. */
function resolveMaxEdits({ length }: string): number {
  if (length < 5) return 0
  return length > 7 ? 2 : 1
}

/**
 * An ending the provider does not have is only corrected if it is a typo: our list may be
 * incomplete.
 */
function suggestEnding(input: string, endings: readonly string[]): string | undefined {
  if (endings.includes(input)) return input
  const isComTypo = input === '' || comTypos.has(input)
  if (isComTypo) return endings.includes('com') ? 'com' : endings[0]
  return endings.find(ending => ending.length > 3 && countEdits(input, ending) === 1)
}

/** The number of letters that were omitted, added, replaced or swapped with their neighbour. */
function countEdits(a: string, b: string): number {
  let [previousRow, row]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, i) => i),
  ]
  for (let i = 1; i <= a.length; i += 1) {
    const nextRow = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      nextRow[j] = Math.min(
        (row[j] as number) + 1,
        (nextRow[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
        isSwapped && i > 1 && j > 1 ? (previousRow[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[previousRow, row] = [row, nextRow]
  }
  return row[b.length] as number
}
