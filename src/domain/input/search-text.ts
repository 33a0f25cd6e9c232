/**
 * Lower case without accents, punctuation and the spellings of one sound that keyboards tell apart,
 * so that "Sao Tome" finds São Tomé, "امارات" finds الإمارات and "すぺいん" finds スペイン.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðþłıəةىیکـ]/g, letter => letterEquivalents[letter] ?? '')
    .replace(/[ぁ-ゖ]/g, hiraganaToKatakana)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const letterEquivalents: Record<string, string> = {
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
const katakanaOffset = 0x60
const hiraganaToKatakana = (letter: string): string =>
  String.fromCharCode(letter.charCodeAt(0) + katakanaOffset)

/** A name as it is searched. */
export interface SearchName {
  text: string
  folded: string
  words: readonly string[]
}

/** Makes a name ready for searching: its words stand with and without the Arabic article. */
export function buildSearchName(text: string): SearchName {
  const foldedText = foldText(text)
  return { text, folded: foldedText, words: foldedText.split(' ').flatMap(listArticleVariants) }
}

/** Arabic writes its article onto the word, and people search without it. */
const listArticleVariants = (word: string): string[] =>
  /^ال../.test(word) ? [word, word.slice(2)] : [word]

/** Whether every word typed begins a word of the name, in any order. */
export const hasWords = ({ words }: SearchName, parts: readonly string[]): boolean =>
  parts.every(part => words.some(word => word.startsWith(part)))
