import { emailIn } from '@/domain/input/clean-input'

const words = (text: string): readonly string[] => text.split(' ')

/** Mail houses whose names are words of their own, and what their addresses end in. */
const houses: Record<string, readonly string[]> = {
  gmail: ['com'],
  googlemail: ['com'],
  yahoo: words('com co.uk fr de it es co.in co.id co.jp com.br com.au ca'),
  hotmail: words('com co.uk fr de it es nl be ch com.br com.tr'),
  outlook: words('com fr de it es com.br co.id com.au'),
  live: words('com co.uk fr nl it be ca'),
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
const right = new Set(words('ymail mail email fmail tmail hmail rmail cloud'))

/** How people end an address that should end in `com`. Cameroon, Colombia and Oman have no such houses. */
const slipsOfCom = new Set(
  words('con cmo ocm cpm vom xom dom comm coom comn om co cm cim cin c0m kom como cok clm coma'),
)

/** The address that was probably meant: a mail house's, where the typed one is a slip away from it. Undefined where it may be right. */
export function emailSuggestion(typed: string): string | undefined {
  const [name, domain, ...more] = emailIn(typed).split('@')
  if (!name || !domain || more.length > 0) return undefined
  const meant = domainMeant(domain.toLowerCase().replace(/\.+$/, '').replace(',', '.'))
  return meant && meant !== domain.toLowerCase() ? `${name}@${meant}` : undefined
}

function domainMeant(domain: string): string | undefined {
  const [word = '', ...rest] = domain.split('.')
  const ending = rest.join('.')
  const house = houseMeant(word)
  if (house) {
    const meant = endingMeant(ending, houses[house] as readonly string[])
    return meant && `${house}.${meant}`
  }
  // The dot itself was left out: gmailcom.
  const run = ending === '' && Object.keys(houses).find(known => word === `${known}com`)
  return run ? `${run}.com` : undefined
}

function houseMeant(word: string): string | undefined {
  if (Object.hasOwn(houses, word)) return word
  if (right.has(word)) return undefined
  return Object.keys(houses).find(house => slips(word, house) <= slipsAllowed(house))
}

/** Of a long name two slips leave enough to be sure; a short one with a slip is another word. */
function slipsAllowed({ length }: string): number {
  if (length < 5) return 0
  return length > 7 ? 2 : 1
}

/** An ending that the house has not is left alone, unless it is a slip: it may be one we do not know. */
function endingMeant(typed: string, endings: readonly string[]): string | undefined {
  if (endings.includes(typed)) return typed
  const isOfCom = typed === '' || slipsOfCom.has(typed)
  if (isOfCom) return endings.includes('com') ? 'com' : endings[0]
  return endings.find(ending => ending.length > 3 && slips(typed, ending) === 1)
}

/** How many letters were left out, doubled, mistaken or swapped with their neighbour. */
function slips(one: string, other: string): number {
  let [older, row]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, i) => i),
  ]
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
        isSwapped && i > 1 && j > 1 ? (older[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[older, row] = [row, next]
  }
  return row[other.length] as number
}
