const rows: [kana: string, latin: string][] = [
  ['あいうえお', 'a i u e o'],
  ['かきくけこ', 'ka ki ku ke ko'],
  ['がぎぐげご', 'ga gi gu ge go'],
  ['さしすせそ', 'sa shi su se so'],
  ['ざじずぜぞ', 'za ji zu ze zo'],
  ['たちつてと', 'ta chi tsu te to'],
  ['だぢづでど', 'da ji zu de do'],
  ['なにぬねの', 'na ni nu ne no'],
  ['はひふへほ', 'ha hi fu he ho'],
  ['ばびぶべぼ', 'ba bi bu be bo'],
  ['ぱぴぷぺぽ', 'pa pi pu pe po'],
  ['まみむめも', 'ma mi mu me mo'],
  ['やゆよ', 'ya yu yo'],
  ['らりるれろ', 'ra ri ru re ro'],
  ['わゐゑをん', 'wa i e o n'],
  ['ゔ', 'vu'],
]

const syllables: Record<string, string> = Object.fromEntries(
  rows.flatMap(([kana, latin]) => latin.split(' ').map((text, i) => [kana.charAt(i), text])),
)

const smallVowels: Record<string, string> = { ぁ: 'a', ぃ: 'i', ぅ: 'u', ぇ: 'e', ぉ: 'o' }
const smallGlides: Record<string, string> = { ゃ: 'a', ゅ: 'u', ょ: 'o' }

/**
 * A name in kana as Japanese passports print it: Hepburn without long vowels. Kanji are returned as
 * they are, because the same ones are read in several ways.
 */
export function romanizeKana(word: string): string {
  const hiragana = toHiragana(word)
    .replace(/ー/g, '')
    // Here the vowels belong to two words, as in Inoue and Matsuura.
    .replace(/のうえ/g, 'のwue')
    .replace(/つうら/g, 'つwura')
    .replace(/([おこごそぞとどのほぼぽもよょろ])[うお](?=.)/g, '$1')
    .replace(/([おこごそぞとどのほぼぽもよょろ])う$/, '$1')
    .replace(/([うくぐすずつづぬふぶぷむゆゅる])う/g, '$1')
  return [...hiragana]
    .reduce(appendKana, '')
    .replace(/w(?=u)/g, '')
    .replace(/っ(?=ch)/g, 't')
    .replace(/っ([a-z])/g, '$1$1')
    .replace(/n(?=[bmp])/g, 'm')
}

/** Half-width katakana become full-width ones first. */
const toHiragana = (word: string): string =>
  word
    .normalize('NFKC')
    .replace(/[ァ-ヴ]/g, letter => String.fromCharCode(letter.charCodeAt(0) - 0x60))

/** A small letter changes the syllable before it: き and ゃ are kya, て and ぃ are ti. */
function appendKana(latin: string, kana: string): string {
  const glide = smallGlides[kana]
  const vowel = smallVowels[kana]
  const stem = latin.slice(0, -1)
  if (glide) return stem + (/(?:sh|ch|j)$/.test(stem) ? glide : `y${glide}`)
  if (vowel) return (/(?:^|[aeiou])$/.test(stem) && latin.endsWith('u') ? `${stem}w` : stem) + vowel
  return latin + (syllables[kana] ?? kana)
}
