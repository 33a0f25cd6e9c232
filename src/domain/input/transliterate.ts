/** Whether every letter is Latin, with or without accents. */
export const isLatin = (text: string): boolean => !/[^\P{L}\p{sc=Latin}\p{sc=Common}]/u.test(text)

/**
 * A name in Latin letters as a passport of the country prints it; null where it is Latin already, or where
 * no table of letters tells: what Arabic, Hebrew, Chinese or Thai passports print is their holders' choice.
 * `country` is the one of the licence, a code in any case.
 */
export function latinProposal(text: string, country = ''): string | null {
  if (isLatin(text)) return null
  const name = text.normalize('NFC').replace(/[\p{L}\p{M}'’ʼ]+/gu, word => latinWord(word, country))
  return isLatin(name) && name.trim() ? name : null
}

function latinWord(word: string, country: string): string {
  const small = word.toLowerCase()
  if (/\p{sc=Greek}/u.test(small)) return likeCase(word, latinOfGreek(small))
  if (/\p{sc=Cyrillic}/u.test(small)) return likeCase(word, latinOfCyrillic(small, country))
  return word
}

/** Written large as the word was: wholly, at its beginning, or not at all. */
function likeCase(word: string, latin: string): string {
  const [first = '', ...rest] = word
  if (first === first.toLowerCase()) return latin
  const isWhollyLarge = rest.length > 0 && word === word.toUpperCase()
  return isWhollyLarge ? latin.toUpperCase() : latin.charAt(0).toUpperCase() + latin.slice(1)
}

type Letters = Record<string, string>

/** `а=a б=b` as a table; a letter alone is left out of the Latin word. */
const letters = (table: string): Letters =>
  Object.fromEntries(table.split(' ').map(pair => [pair.charAt(0), pair.slice(2)] as const))

/** Greek passports: ELOT 743. */
const greek = letters(
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o',
)

const latinOfGreek = (small: string): string =>
  small
    .normalize('NFD')
    // Two vowels that are spoken apart: άυ, αϋ.
    .replace(/([αεηο])\u0301υ(?!\u0301)/g, '$1y')
    .replace(/υ\u0308/g, 'y')
    .replace(/\p{M}/gu, '')
    .replace(/ου/g, 'ou')
    .replace(/([αεη])υ(?=[αβγδεζηιλμνορυωoyi])/g, '$1v')
    .replace(/([αεη])υ/g, '$1f')
    .replace(/γ(?=[γξχ])/g, 'n')
    .replace(/^μπ|μπ$/g, 'b')
    .replace(/./gu, letter => greek[letter] ?? letter)

/** ICAO Doc 9303 part 3, section 6: Cyrillic, as Russian passports print it. */
const cyrillic = letters(
  'а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ' +
    'ш=sh щ=shch ъ=ie ы=y ь э=e ю=iu я=ia є=ie і=i ї=i ґ=g ў=u ј=j љ=lj њ=nj ђ=d ћ=c џ=dz ѓ=g ќ=k ѕ=dz',
)

/** Where a country's letters differ from that table. */
type Spelling = Letters
const ukrainian: Spelling = letters('г=h и=y')
const belarusian: Spelling = letters('г=h ё=io')
/** Bulgarian passports follow the country's own law, which is not the ICAO's table. */
const bulgarian: Spelling = letters('й=y х=h щ=sht ъ=a ь=y ю=yu я=ya')
/** Serbian passports print the Latin letters of the language itself. */
const serbian: Spelling = letters('ж=ž х=h ц=c ч=č ш=š љ=lj њ=nj ђ=đ ћ=ć џ=dž')
const macedonian: Spelling = letters('х=h ц=c ѓ=gj ќ=kj џ=dj')

const spellings: Record<string, Spelling> = {
  ua: ukrainian,
  by: belarusian,
  bg: bulgarian,
  rs: serbian,
  me: serbian,
  ba: serbian,
  mk: macedonian,
}

/** Letters that only one of the languages has. */
const ownLetters: readonly [RegExp, Spelling][] = [
  [/ў/, belarusian],
  [/[їєґ]/, ukrainian],
  [/[ђћ]/, serbian],
  [/[ѓќѕ]/, macedonian],
]

function latinOfCyrillic(small: string, country: string): string {
  const told = ownLetters.find(([sign]) => sign.test(small))?.[1]
  const own = told ?? spellings[country.toLowerCase()] ?? {}
  const plain = small.replace(/['’ʼ\p{M}]/gu, '')
  return [...inOwnWay(plain, own)].map(letter => own[letter] ?? cyrillic[letter] ?? letter).join('')
}

/** At the beginning of a Ukrainian word these are written in full. */
const atStart = letters('є=ye ї=yi й=y ю=yu я=ya')

/** What a language writes in another way than letter by letter, written so already. */
function inOwnWay(small: string, own: Spelling): string {
  if (own === bulgarian) return small.replace(/ия$/, 'ia')
  if (own !== ukrainian) return small
  // зг would be read as ж.
  return small.replace(/^./u, first => atStart[first] ?? first).replace(/зг/g, 'zgh')
}
