import { describe, expect, it } from 'vitest'
import { isLatin, transliterateName } from '@/domain/input/transliterate'

describe('Latin letters', () => {
  it.each([
    ['Ana', true],
    ['José-María', true],
    ['Jose\u0301', true],
    ["O'Neill", true],
    ['Kaʻiulani', true],
    ['Nguyễn Thị', true],
    ['Łukasz Żółć', true],
    ['J. R. 2', true],
    ['', true],
    ['Иван', false],
    ['Anа', false], // the last letter is Cyrillic
    ['Γιώργος', false],
    ['花子', false],
    ['علي', false],
    ['สมชาย', false],
  ])('%s: %s', (text, expected) => expect(isLatin(text)).toBe(expected))
})

describe('a passport of the country prints', () => {
  it.each([
    ['Иван Щербаков', 'ru', 'Ivan Shcherbakov'],
    ['ЩЕРБАКОВ', 'ru', 'SHCHERBAKOV'],
    ['Юлия', 'ru', 'Iuliia'],
    ['Подъячев', 'ru', 'Podieiachev'],
    ['Ольга', 'ru', 'Olga'],
    ['Фёдор', 'ru', 'Fedor'],
    ['Андрей', 'ru', 'Andrei'],
    ['Эльвира Цой', 'ru', 'Elvira Tsoi'],
    ['Хрущёв-Чехов', 'ru', 'Khrushchev-Chekhov'],
    ['Анна-Мария', '', 'Anna-Mariia'],
    ['Ива́н', 'ru', 'Ivan'],
    ['иван', 'ru', 'ivan'],
    ['Згурський', 'ua', 'Zghurskyi'],
    ['Юрій', 'ua', 'Yurii'],
    ['Ярослава', 'ua', 'Yaroslava'],
    ['Євген', '', 'Yevhen'],
    ['Їжакевич', '', 'Yizhakevych'],
    ['Знам’янка', 'ua', 'Znamianka'],
    ["Мар'яна", 'ua', 'Mariana'],
    ['Ґалаґан', 'ua', 'Galagan'],
    ['ГРИГОРІЙ', 'UA', 'HRYHORII'],
    ['Щербак', 'ua', 'Shcherbak'],
    ['Христо', 'bg', 'Hristo'],
    ['Щерев', 'bg', 'Shterev'],
    ['Юлия', 'bg', 'Yulia'],
    ['Ангелов', 'bg', 'Angelov'],
    ['Йорданов', 'bg', 'Yordanov'],
    ['Първанов', 'bg', 'Parvanov'],
    ['Ігар', 'by', 'Ihar'],
    ['Аляксандра Герасіменя', 'by', 'Aliaksandra Herasimenia'],
    ['Караткоў', '', 'Karatkou'],
    ['Ђорђевић', '', 'Đorđević'],
    ['Љубица', 'rs', 'Ljubica'],
    ['Ѓорѓи', '', 'Gjorgji'],
    ['Γιώργος Παπαδόπουλος', 'gr', 'Giorgos Papadopoulos'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'gr', 'PAPADOPOULOS'],
    ['Ευάγγελος', 'gr', 'Evangelos'],
    ['Ευθύμιος', 'gr', 'Efthymios'],
    ['Παύλος', 'gr', 'Pavlos'],
    ['Μπάμπης', 'gr', 'Bampis'],
    ['Άγγελος', 'gr', 'Angelos'],
    ['Χριστίνα', 'gr', 'Christina'],
    ['Ψαρρά', 'gr', 'Psarra'],
    ['Ξένια Θωμά', 'gr', 'Xenia Thoma'],
    ['Αϋφαντής', 'gr', 'Ayfantis'],
    ['Ιωάννης-Ραφαήλ', 'cy', 'Ioannis-Rafail'],
  ])('%s (%s) as %s', (name, country, latin) =>
    expect(transliterateName(name, country)).toBe(latin),
  )

  it.each([
    ['Latin letters', 'José Łukasz'],
    ['Arabic names', 'محمد'],
    ['Hebrew names', 'יוסף'],
    ['Chinese names', '王小明'],
    ['Japanese names', 'はなこ'],
    ['Korean names', '김철수'],
    ['Thai names', 'สมชาย'],
    ['Georgian names', 'გიორგი'],
    ['letters that are not in the table', 'Әлия'],
    ['a mixture of scripts', 'Иван 花子'],
    ['an empty name', ''],
  ])('%s: no proposal', (_, name) => expect(transliterateName(name)).toBeNull())

  it('a mixture of Cyrillic and Latin is transliterated', () => {
    expect(transliterateName('Иван Smith')).toBe('Ivan Smith')
  })
})
