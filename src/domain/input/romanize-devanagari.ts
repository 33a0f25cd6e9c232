const parseTable = (table: string): Record<string, string> =>
  Object.fromEntries(
    table
      .normalize('NFD')
      .split(' ')
      .map(pair => pair.split('=') as [string, string]),
  )

const consonants = parseTable(
  'क=k ख=kh ग=g घ=gh ङ=n च=ch छ=chh ज=j झ=jh ञ=n ट=t ठ=th ड=d ढ=dh ण=n त=t थ=th द=d ध=dh न=n प=p फ=ph ' +
    'ब=b भ=bh म=m य=y र=r ल=l व=v श=sh ष=sh स=s ह=h ळ=l क़=q ख़=kh ग़=gh ज़=z ड़=r ढ़=rh फ़=f य़=y',
)
const vowels = parseTable('अ=a आ=a इ=i ई=i उ=u ऊ=u ऋ=ri ए=e ऐ=ai ऑ=o ओ=o औ=au')
const vowelSigns = parseTable('ा=a ि=i ी=i ु=u ू=u ृ=ri े=e ै=ai ॉ=o ो=o ौ=au')

interface Syllable {
  consonants: string[]
  vowel: string
  /** The vowel is not written: it may be silent. */
  isInherent: boolean
  /** A nasal after the vowel. */
  nasal: string
}

/**
 * A Hindi, Marathi or Nepali name in lower case as Indian passports usually print it: without
 * accents, and without the inherent vowels that are not pronounced.
 */
export function romanizeDevanagari(word: string): string {
  // Singh is always spelled as it is pronounced.
  const syllables = parseSyllables(word.normalize('NFD').replace(/सिंह$/, 'सिंघ'))
  if (!syllables) return word
  silenceInherentVowels(syllables)
  return syllables
    .map(({ consonants, vowel, nasal }) => `${consonants.join('')}${vowel}${nasal}`)
    .join('')
    .replace(/n(?=[pbm])/g, 'm')
    .replace(/jn/g, 'gy')
    .replace(/sv/g, 'sw')
}

/** Letters with a dot below are one consonant. */
const lettersPattern = /[क-ह]\u093c|./gu

function parseSyllables(text: string): Syllable[] | undefined {
  const syllables: Syllable[] = []
  let isJoined = false
  for (const letter of text.match(lettersPattern) ?? []) {
    const last = syllables.at(-1)
    const consonant = consonants[letter]
    const vowel = vowels[letter]
    const sign = vowelSigns[letter]
    if (consonant && isJoined && last) last.consonants.push(consonant)
    else if (consonant)
      syllables.push({ consonants: [consonant], vowel: 'a', isInherent: true, nasal: '' })
    else if (vowel) syllables.push({ consonants: [], vowel, isInherent: false, nasal: '' })
    else if (sign && last) Object.assign(last, { vowel: sign, isInherent: false })
    else if (/[ंँ]/.test(letter) && last) last.nasal = 'n'
    else if (letter !== '्' && letter !== 'ः') return undefined
    isJoined = letter === '्'
  }
  return syllables
}

/** From the end, as Hindi does: the last one, and each between two pronounced syllables. */
function silenceInherentVowels(syllables: Syllable[]): void {
  for (let i = syllables.length - 1; i > 0; i--) {
    const syllable = syllables[i] as Syllable
    const next = syllables[i + 1]
    const previous = syllables[i - 1] as Syllable
    if (!syllable.isInherent || syllable.nasal) continue
    const isSilent = next
      ? next.vowel !== '' &&
        next.consonants.length === 1 &&
        syllable.consonants.length === 1 &&
        !previous.nasal
      : !/[rylv]/.test(syllable.consonants.slice(1).join(''))
    if (isSilent) syllable.vowel = ''
  }
}
