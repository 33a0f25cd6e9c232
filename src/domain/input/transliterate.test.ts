import { describe, expect, it } from 'vitest'
import { isLatin, type NameKind } from '@/domain/input/latin'
import { transliterateName } from '@/domain/input/transliterate'

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
    ['გიორგი ბერიძე', 'ge', 'Giorgi Beridze'],
    ['ჭავჭავაძე', 'ge', 'Chavchavadze'],
    ['Հակոբ Պետրոսյան', 'am', 'Hakob Petrosyan'],
    ['Ոսկանյան Երևան', 'am', 'Voskanyan Yerevan'],
    ['ՍՈՒՐԵՆ', 'am', 'SUREN'],
    ['はなこ', 'jp', 'Hanako'],
    ['ハナコ', 'jp', 'Hanako'],
    ['ﾊﾅｺ', 'jp', 'Hanako'],
    ['さとう', 'jp', 'Sato'],
    ['おおの', 'jp', 'Ono'],
    ['せのお', 'jp', 'Senoo'],
    ['いのうえ', 'jp', 'Inoue'],
    ['まつうら', 'jp', 'Matsuura'],
    ['ゆうき', 'jp', 'Yuki'],
    ['しゅんいち', 'jp', 'Shunichi'],
    ['はっとり', 'jp', 'Hattori'],
    ['ほっち', 'jp', 'Hotchi'],
    ['なんば', 'jp', 'Namba'],
    ['りょうへい', 'jp', 'Ryohei'],
    ['ジェニファー', 'jp', 'Jenifa'],
    ['ティファニー', 'jp', 'Tifani'],
    ['राम कुमार शर्मा', 'in', 'Ram Kumar Sharma'],
    ['प्रियंका', 'in', 'Priyanka'],
    ['सिंह', 'in', 'Singh'],
    ['कमला', 'in', 'Kamla'],
    ['नरेन्द्र', 'in', 'Narendra'],
    ['राजकुमार', 'in', 'Rajkumar'],
    ['सरस्वती', 'in', 'Saraswati'],
    ['फ़ातिमा', 'in', 'Fatima'],
    ['محمد', 'ae', 'Mohammed'],
    ['مُحَمَّد', 'eg', 'Mohamed'],
    ['أحمد علي', 'jo', 'Ahmed Ali'],
    ['عبد الله', 'sa', 'Abdullah'],
    ['عبدالعزيز', 'sa', 'Abdulaziz'],
    ['عبد العزيز', 'eg', 'Abdelaziz'],
    ['بن سلمان', 'sa', 'bin Salman'],
    ['الفارسي', 'om', 'Al-Farsi'],
    ['مصطفى', 'sy', 'Mustafa'],
    ['مصطفى', 'eg', 'Mostafa'],
    ['مصطفى', 'ma', 'Mustapha'],
    ['جمال', 'eg', 'Gamal'],
    ['جمال', 'dz', 'Djamel'],
    ['طارق', 'eg', 'Tarek'],
    ['ماجد هاني', 'eg', 'Maged Hany'],
    ['علي', 'eg', 'Ali'],
    ['عبد القادر', 'eg', 'Abdelkader'],
    ['علاء الدين', 'eg', 'Alaaeldin'],
    ['السيد', 'eg', 'El Sayed'],
    ['السيد', 'sa', 'Al-Sayed'],
    ['رشيد', 'sa', 'Rashid'],
    ['الرشيد', 'eg', 'El Rashid'],
    ['رشيد', 'tn', 'Rachid'],
    ['عبد الرحمن بن علي', 'ma', 'Abderrahmane Ben Ali'],
    ['نجاة', 'dz', 'Nadjat'],
    ['العلوي', 'ma', 'El Alaoui'],
    ['السلمي', 'sa', 'Al-Sulami'],
    ['سلمى', 'sa', 'Salma'],
    ['آل الشيخ', 'sa', 'Al Al-Sheikh'],
    ['إلهام', 'sa', 'Elham'],
    ['رؤى', 'sa', 'Roaa'],
    ['فاطمه', 'sa', 'Fatima'],
    ['حسام', 'eg', 'Hossam'],
    ['حسام', 'jo', 'Hussam'],
  ])('%s (%s) as %s', (name, country, latin) =>
    expect(transliterateName(name, { country })).toBe(latin),
  )

  it.each<[string, NameKind, string]>([
    ['김', 'family', 'Kim'],
    ['이', 'family', 'Lee'],
    ['한', 'family', 'Han'],
    ['남궁', 'family', 'Namgung'],
    ['철수', 'given', 'Cheolsu'],
    ['지훈', 'given', 'Jihun'],
    ['이준', 'given', 'Ijun'],
    ['서울', 'place', 'Seoul'],
  ])('%s as a %s name as %s', (name, kind, latin) =>
    expect(transliterateName(name, { country: 'kr', kind })).toBe(latin),
  )

  it.each([
    ['جدة', 'sa', 'Jeddah'],
    ['مكة المكرمة', 'sa', 'Makkah'],
    ['أبو ظبي', 'ae', 'Abu Dhabi'],
    ['القاهرة، مصر', 'eg', 'Cairo, Egypt'],
    ['القاهره مصر', 'sa', 'Cairo, Egypt'],
    ['مكة المكرمة - السعودية', 'sa', 'Makkah, Saudi Arabia'],
    ['وهران، الجزائر', 'dz', 'Oran, Algeria'],
    ['الجزائر', 'dz', 'Algiers'],
    ['تونس، تونس', 'tn', 'Tunis, Tunisia'],
    ['عمّان', 'jo', 'Amman'],
    ['عمان', 'om', 'Oman'],
    ['عمان', 'jo', 'Amman'],
    ['عُمان', 'ae', 'Oman'],
    ['عمّان', 'ae', 'Amman'],
    ['مسقط، عمان', 'om', 'Muscat, Oman'],
    ['الهند', 'ae', 'India'],
  ])('the place %s (%s) as %s', (place, country, latin) =>
    expect(transliterateName(place, { country, kind: 'place' })).toBe(latin),
  )

  it('a place that may be Oman or Amman has no proposal', () =>
    expect(transliterateName('عمان', { country: 'ae', kind: 'place' })).toBeNull())

  it.each([
    ['Latin letters', 'José Łukasz'],
    ['Arabic names that are not frequent', 'محمد الصفدي'],
    ['names of women and men written alike', 'يسري'],
    ['women’s names with an article', 'السارة'],
    ['Hebrew names', 'יוסף'],
    ['Chinese names', '王小明'],
    ['Japanese names in kanji', '花子'],
    ['Japanese names in kanji and kana', '田中はなこ'],
    ['Thai names', 'สมชาย'],
    ['Tamil names', 'தமிழ்'],
    ['letters that are not in the table', 'Әлия'],
    ['a mixture of scripts', 'Иван 花子'],
    ['an empty name', ''],
  ])('%s: no proposal', (_, name) => expect(transliterateName(name)).toBeNull())

  it.each([
    ['a place that is not in the tables', 'قرية الفاو'],
    ['a part that is not in the tables', 'القاهرة الجديدة، مصر'],
    ['a country before a city', 'الجزائر وهران'],
    ['a person’s name as a place', 'محمد'],
  ])('%s: no proposal', (_, place) =>
    expect(transliterateName(place, { kind: 'place' })).toBeNull(),
  )

  it('an article that merges with the name in several ways: no proposal', () => {
    expect(transliterateName('الشريف', { country: 'ma' })).toBeNull()
  })

  it('a mixture of Cyrillic and Latin is transliterated', () => {
    expect(transliterateName('Иван Smith')).toBe('Ivan Smith')
  })
})
