/**
 * Lower case without accents, punctuation and the spellings of one sound that keyboards tell apart,
 * so that "Sao Tome" finds São Tomé, "امارات" finds الإمارات and "すぺいん" finds スペイン.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıəةىیکـ]/g, letter => twins[letter] ?? '')
    .replace(/[ぁ-ゖ]/g, inKatakana)
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

/** Hiragana stands this far before the same sound in katakana. */
const toKatakana = 0x60
const inKatakana = (letter: string): string =>
  String.fromCharCode(letter.charCodeAt(0) + toKatakana)

/** A name as it is searched. */
export interface Name {
  text: string
  folded: string
  words: readonly string[]
}

/** Makes a name ready for searching: its words stand with and without the Arabic article. */
export function nameOf(text: string): Name {
  const whole = folded(text)
  return { text, folded: whole, words: whole.split(' ').flatMap(withoutArticle) }
}

/** Arabic writes its article onto the word, and people search without it. */
const withoutArticle = (word: string): string[] =>
  /^ال../.test(word) ? [word, word.slice(2)] : [word]

/** Whether every word typed begins a word of the name, in any order. */
export const hasWords = ({ words }: Name, parts: readonly string[]): boolean =>
  parts.every(part => words.some(word => word.startsWith(part)))
