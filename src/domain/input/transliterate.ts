import { romanizeArabicName } from '@/domain/input/arabic-names'
import { translateArabicPlace } from '@/domain/input/arabic-places'
import { isLatin, type NameKind } from '@/domain/input/latin'
import { romanizeDevanagari } from '@/domain/input/romanize-devanagari'
import { romanizeHangul } from '@/domain/input/romanize-hangul'
import { romanizeKana } from '@/domain/input/romanize-kana'

interface NameContext {
  /** The licence's country, a code in any case. */
  country?: string
  kind?: NameKind
}

/**
 * A name in Latin letters as passports print it; null if it is Latin already, or if its script does
 * not say how it is pronounced: Chinese characters, Hebrew, Thai, and Arabic names and places that
 * are not among the frequent ones.
 */
export function transliterateName(
  text: string,
  { country = '', kind = 'given' }: NameContext = {},
): string | null {
  if (isLatin(text)) return null
  const name = text.normalize('NFC').trim()
  const lowercaseCountry = country.toLowerCase()
  const latin = /\p{sc=Arabic}/u.test(name)
    ? romanizeArabic(name, lowercaseCountry, kind)
    : name.replace(/[\p{L}\p{M}'’ʼー]+/gu, word => transliterateWord(word, lowercaseCountry, kind))
  return latin && isLatin(latin) ? latin : null
}

const romanizeArabic = (name: string, country: string, kind: NameKind): string | null =>
  kind === 'place' ? translateArabicPlace(name, country) : romanizeArabicName(name, country)

function transliterateWord(word: string, country: string, kind: NameKind): string {
  const lowercase = word.toLowerCase()
  if (/\p{sc=Greek}/u.test(word)) return matchCase(word, transliterateGreek(lowercase))
  if (/\p{sc=Cyrillic}/u.test(word))
    return matchCase(word, transliterateCyrillic(lowercase, country))
  // Georgian capitals are not used in names.
  if (/\p{sc=Georgian}/u.test(word)) return capitalize(replaceLetters(lowercase, georgian))
  if (/\p{sc=Armenian}/u.test(word)) return matchCase(word, transliterateArmenian(lowercase))
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word)) return capitalize(romanizeKana(word))
  if (/\p{sc=Hangul}/u.test(word)) return capitalize(romanizeHangul(word, kind === 'family'))
  if (/\p{sc=Devanagari}/u.test(word)) return capitalize(romanizeDevanagari(word))
  return word
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Applies the case of the word: all capitals, a capital first letter, or lower case. */
function matchCase(word: string, latin: string): string {
  const [first = '', ...rest] = word
  if (first === first.toLowerCase()) return latin
  const isUpperCase = rest.length > 0 && word === word.toUpperCase()
  return isUpperCase ? latin.toUpperCase() : capitalize(latin)
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

const replaceLetters = (word: string, letters: Letters): string =>
  word.replace(/./gu, letter => letters[letter] ?? letter)

/** Georgian passports: the national system of 2002, without apostrophes. */
const georgian = parseLetters(
  'ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k ღ=gh ყ=q ' +
    'შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h',
)

/** Armenian passports: BGN/PCGN of 1981, without apostrophes. */
const armenian = parseLetters(
  'ա=a բ=b գ=g դ=d ե=e զ=z է=e ը=y թ=t ժ=zh ի=i լ=l խ=kh ծ=ts կ=k հ=h ձ=dz ղ=gh ճ=ch մ=m յ=y ն=n շ=sh ' +
    'ո=o չ=ch պ=p ջ=j ռ=r ս=s վ=v տ=t ր=r ց=ts ւ=v փ=p ք=k օ=o ֆ=f և=ev',
)

const transliterateArmenian = (lowercase: string): string =>
  replaceLetters(
    lowercase
      .replace(/ու/g, 'u')
      .replace(/^ո(?!վ)/, 'vo')
      .replace(/^և/, 'yev')
      .replace(/^ե/, 'ye'),
    armenian,
  )

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
  const spelling = detectedSpelling ?? spellings[country] ?? {}
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
