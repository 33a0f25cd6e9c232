/**
 * Folds a text for searching: lower case, without accents and punctuation, with spelling variants
 * unified, so that "Sao Tome" finds São Tomé, "امارات" finds الإمارات and "すぺいん" finds スペイン.
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

/** The distance from hiragana to the same sound in katakana. */
const katakanaOffset = 0x60
const hiraganaToKatakana = (letter: string): string =>
  String.fromCharCode(letter.charCodeAt(0) + katakanaOffset)

/** A name prepared for searching. */
export interface SearchName {
  text: string
  folded: string
  words: readonly string[]
}

/** Prepares a name for searching: its words with and without the Arabic article. */
export function buildSearchName(text: string): SearchName {
  const foldedText = foldText(text)
  return { text, folded: foldedText, words: foldedText.split(' ').flatMap(listArticleVariants) }
}

/** Arabic joins its article to the word; people search without it. */
const listArticleVariants = (word: string): string[] =>
  /^ال../.test(word) ? [word, word.slice(2)] : [word]

/** Whether every typed word is the start of a word of the name, in any order. */
export const hasWords = ({ words }: SearchName, parts: readonly string[]): boolean =>
  parts.every(part => words.some(word => word.startsWith(part)))
