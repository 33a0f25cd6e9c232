import { normalizeEmail } from '@/domain/input/clean-input'

const splitWords = (text: string): readonly string[] => text.split(' ')

/** Mail houses whose names are words of their own, and what their addresses end in. */
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

/** A slip away from a house, and right: nobody is told to change these. */
const knownNames = new Set(splitWords('ymail mail email fmail tmail hmail rmail cloud'))

/** How people end an address that should end in `com`. Cameroon, Colombia and Oman have no such houses. */
const comTypos = new Set(
  splitWords(
    'con cmo ocm cpm vom xom dom comm coom comn om co cm cim cin c0m kom como cok clm coma',
  ),
)

/** The address that was probably meant: a mail house's, where the typed one is a slip away from it. Undefined where it may be right. */
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
  // The dot itself was left out: gmailcom.
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

/** Of a long name two slips leave enough to be sure; a short one with a slip is another word. */
function resolveMaxEdits({ length }: string): number {
  if (length < 5) return 0
  return length > 7 ? 2 : 1
}

/** An ending that the house has not is left alone, unless it is a slip: it may be one we do not know. */
function suggestEnding(input: string, endings: readonly string[]): string | undefined {
  if (endings.includes(input)) return input
  const isComTypo = input === '' || comTypos.has(input)
  if (isComTypo) return endings.includes('com') ? 'com' : endings[0]
  return endings.find(ending => ending.length > 3 && countEdits(input, ending) === 1)
}

/** How many letters were left out, doubled, mistaken or swapped with their neighbour. */
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
