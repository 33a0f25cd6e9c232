/** Revised Romanization: the parts of a syllable in the order of Unicode. */
const initials = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ')
const vowels = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ')
const finals = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')

const firstSyllable = 0xac00

/** Family names as most passports spell them, where that is not the Revised Romanization. */
const familyNames: Record<string, string> = Object.fromEntries(
  (
    '김=kim 이=lee 박=park 최=choi 정=jung 강=kang 조=cho 윤=yoon 임=lim 오=oh 신=shin 권=kwon 안=ahn ' +
    '유=yoo 고=ko 문=moon 심=shim 노=noh 곽=kwak 성=sung 주=joo 우=woo 구=koo 공=kong 현=hyun 변=byun ' +
    '추=choo 선=sun 명=myung 기=ki 금=keum 육=yook'
  )
    .split(' ')
    .map(pair => [pair.charAt(0), pair.slice(2)]),
)

/** A Korean name in lower case. Names do not assimilate sounds between syllables. */
export function romanizeHangul(word: string, isFamilyName: boolean): string {
  const spelling = isFamilyName ? familyNames[word] : undefined
  return spelling ?? word.replace(/[가-힣]/g, romanizeSyllable)
}

function romanizeSyllable(syllable: string): string {
  const index = syllable.charCodeAt(0) - firstSyllable
  const final = index % finals.length
  const vowel = Math.floor(index / finals.length) % vowels.length
  const initial = Math.floor(index / finals.length / vowels.length)
  return `${initials[initial]}${vowels[vowel]}${finals[final]}`
}
