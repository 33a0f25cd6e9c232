/** Whether every letter is Latin, with or without accents. */
export const isLatin = (text: string): boolean => !/[^\P{L}\p{sc=Latin}\p{sc=Common}]/u.test(text)

/**
 * A name in Latin letters as the country's passports print it; null if it is Latin already, or if
 * no table applies: holders of Arabic, Hebrew, Chinese or Thai passports choose their spelling.
 * `country` is the licence's, a code in any case.
 */
export function transliterateName(text: string, country = ''): string | null {
  if (isLatin(text)) return null
  const name = text
    .normalize('NFC')
    .replace(/[\p{L}\p{M}'’ʼ]+/gu, word => transliterateWord(word, country))
  return isLatin(name) && name.trim() ? name : null
}

function transliterateWord(word: string, country: string): string {
  const lowercase = word.toLowerCase()
  if (/\p{sc=Greek}/u.test(lowercase)) return matchCase(word, transliterateGreek(lowercase))
  if (/\p{sc=Cyrillic}/u.test(lowercase))
    return matchCase(word, transliterateCyrillic(lowercase, country))
  return word
}

/** Applies the case of the word: all capitals, a capital first letter, or lower case. */
function matchCase(word: string, latin: string): string {
  const [first = '', ...rest] = word
  if (first === first.toLowerCase()) return latin
  const isUpperCase = rest.length > 0 && word === word.toUpperCase()
  return isUpperCase ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1)
}

type Letters = Record<string, string>

/** Parses a table `а=a б=b`; a letter without a value is dropped. */
const parseLetters = (table: string): Letters =>
  Object.fromEntries(table.split(' ').map(pair => [pair.charAt(0), pair.slice(2)] as const))

/** Greek passports: ELOT 743. */
const greek = parseLetters(
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
)

const transliterateGreek = (lowercase: string): string =>
  lowercase
    .normalize('NFD')
    // Two vowels pronounced separately: άυ, αϋ.
    .replace(/([αεηο])\u0301υ(?!\u0301)/g, '$1y')
    .replace(/υ\u0308/g, 'y')
    .replace(/\p{M}/gu, '')
    .replace(/ου/g, 'ou')
    .replace(/([αεη])υ(?=[αβγδεζηιλμνορυωoyi])/g, '$1v')
    .replace(/([αεη])υ/g, '$1f')
    .replace(/γ(?=[γξχ])/g, 'n')
    .replace(/^μπ|μπ$/g, 'b')
    .replace(/./gu, letter => greek[letter] ?? letter)

/** ICAO Doc 9303 part 3, section 6: Cyrillic, as in Russian passports. */
const cyrillic = parseLetters(
  'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ' +
    'ш=sh щ=shch ъ=ie ы=y ь э=e ю=iu я=ia є=ie і=i ї=i ґ=g ў=u ј=j љ=lj њ=nj ђ=d ћ=c џ=dz ѓ=g ќ=k ѕ=dz',
)

/** A country's deviations from that table. */
type Spelling = Letters
const ukrainian: Spelling = parseLetters('г=h и=y')
const belarusian: Spelling = parseLetters('г=h ё=io')
/** Bulgarian passports follow national law instead of the ICAO table. */
const bulgarian: Spelling = parseLetters('й=y х=h щ=sht ъ=a ь=y ю=yu я=ya')
/** Serbian passports use the language's own Latin alphabet. */
const serbian: Spelling = parseLetters('ж=ž х=h ц=c ч=č ш=š љ=lj њ=nj ђ=đ ћ=ć џ=dž')
const macedonian: Spelling = parseLetters('х=h ц=c ѓ=gj ќ=kj џ=dj')

const spellings: Record<string, Spelling> = {
  ua: ukrainian,
  by: belarusian,
  bg: bulgarian,
  rs: serbian,
  me: serbian,
  ba: serbian,
  mk: macedonian,
}

/** Letters that identify a language. */
const distinctiveLetters: readonly [RegExp, Spelling][] = [
  [/ў/, belarusian],
  [/[їєґ]/, ukrainian],
  [/[ђћ]/, serbian],
  [/[ѓќѕ]/, macedonian],
]

function transliterateCyrillic(lowercase: string, country: string): string {
  const detectedSpelling = distinctiveLetters.find(([sign]) => sign.test(lowercase))?.[1]
  const spelling = detectedSpelling ?? spellings[country.toLowerCase()] ?? {}
  const bareWord = lowercase.replace(/['’ʼ\p{M}]/gu, '')
  return [...applySpellingRules(bareWord, spelling)]
    .map(letter => spelling[letter] ?? cyrillic[letter] ?? letter)
    .join('')
}

/** Spelled differently at the start of a Ukrainian word. */
const initialLetters = parseLetters('є=ye ї=yi й=y ю=yu я=ya')

/** Applies a language's rules beyond single letters. */
function applySpellingRules(lowercase: string, spelling: Spelling): string {
  if (spelling === bulgarian) return lowercase.replace(/ия$/, 'ia')
  if (spelling !== ukrainian) return lowercase
  // Otherwise зг would be read as ж.
  return lowercase.replace(/^./u, first => initialLetters[first] ?? first).replace(/зг/g, 'zgh')
}
