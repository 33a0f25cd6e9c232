import { formatCountryName, listCountriesByName } from '@/domain/data/country-names'
import { parseArabicTable } from '@/domain/input/arabic-table'
import { foldText } from '@/domain/input/search-text'

/** Frequent places of birth. */
const cityNames =
  'الرياض=Riyadh|جدة=Jeddah|مكة المكرمة=Makkah|مكة=Makkah|المدينة المنورة=Madinah|المدينة=Madinah|الدمام=Dammam|' +
  'الخبر=Khobar|الظهران=Dhahran|الطائف=Taif|تبوك=Tabuk|بريدة=Buraydah|حائل=Hail|أبها=Abha|نجران=Najran|جازان=Jazan|' +
  'الجبيل=Jubail|ينبع=Yanbu|القطيف=Qatif|الهفوف=Hofuf|' +
  'القاهرة=Cairo|الإسكندرية=Alexandria|الجيزة=Giza|بورسعيد=Port Said|بور سعيد=Port Said|السويس=Suez|' +
  'الإسماعيلية=Ismailia|الأقصر=Luxor|أسوان=Aswan|المنصورة=Mansoura|طنطا=Tanta|الزقازيق=Zagazig|الفيوم=Fayoum|' +
  'المنيا=Minya|أسيوط=Assiut|سوهاج=Sohag|دمياط=Damietta|الغردقة=Hurghada|شرم الشيخ=Sharm El Sheikh|' +
  'دبي=Dubai|أبو ظبي=Abu Dhabi|أبوظبي=Abu Dhabi|الشارقة=Sharjah|عجمان=Ajman|العين=Al Ain|رأس الخيمة=Ras Al Khaimah|' +
  'الفجيرة=Fujairah|أم القيوين=Umm Al Quwain|الكويت=Kuwait|مدينة الكويت=Kuwait City|الدوحة=Doha|المنامة=Manama|' +
  'المحرق=Muharraq|مسقط=Muscat|صلالة=Salalah|صحار=Sohar|صنعاء=Sanaa|عدن=Aden|تعز=Taiz|الحديدة=Hodeidah|' +
  'عمان=Amman|إربد=Irbid|الزرقاء=Zarqa|العقبة=Aqaba|بغداد=Baghdad|البصرة=Basra|الموصل=Mosul|أربيل=Erbil|' +
  'كركوك=Kirkuk|النجف=Najaf|كربلاء=Karbala|السليمانية=Sulaymaniyah|دمشق=Damascus|حلب=Aleppo|حمص=Homs|حماة=Hama|' +
  'اللاذقية=Latakia|درعا=Daraa|إدلب=Idlib|دير الزور=Deir ez-Zor|بيروت=Beirut|صيدا=Sidon|زحلة=Zahle|القدس=Jerusalem|' +
  'غزة=Gaza|رام الله=Ramallah|نابلس=Nablus|الخليل=Hebron|بيت لحم=Bethlehem|حيفا=Haifa|يافا=Jaffa|الناصرة=Nazareth|' +
  'الخرطوم=Khartoum|أم درمان=Omdurman|بورتسودان=Port Sudan|طرابلس=Tripoli|بنغازي=Benghazi|مصراتة=Misrata|' +
  'تونس=Tunis|تونس العاصمة=Tunis|صفاقس=Sfax|سوسة=Sousse|القيروان=Kairouan|بنزرت=Bizerte|قابس=Gabes|الجزائر=Algiers|الجزائر العاصمة=Algiers|وهران=Oran|' +
  'قسنطينة=Constantine|عنابة=Annaba|البليدة=Blida|سطيف=Setif|تلمسان=Tlemcen|باتنة=Batna|بجاية=Bejaia|' +
  'الرباط=Rabat|الدار البيضاء=Casablanca|مراكش=Marrakesh|فاس=Fes|طنجة=Tangier|مكناس=Meknes|أكادير=Agadir|' +
  'وجدة=Oujda|تطوان=Tetouan|القنيطرة=Kenitra|سلا=Sale|العيون=Laayoune|نواكشوط=Nouakchott|مقديشو=Mogadishu|' +
  'جيبوتي=Djibouti|إسطنبول=Istanbul|أنقرة=Ankara|لندن=London|باريس=Paris|نيويورك=New York|برلين=Berlin'

/** What people call a country besides its full name. */
const shortCountryNames =
  'السعودية=Saudi Arabia|الإمارات=United Arab Emirates|فلسطين=Palestine|المغرب=Morocco|سوريا=Syria|سورية=Syria|' +
  'جمهورية مصر العربية=Egypt|أمريكا=United States|بريطانيا=United Kingdom|تركيا=Türkiye'

const cities = parseArabicTable(cityNames, '|')
const shortCountries = parseArabicTable(shortCountryNames, '|')

const findCountry = (folded: string): string | undefined => {
  const country = listCountriesByName('ar').find(({ name }) => foldText(name) === folded)
  return shortCountries.get(folded) ?? (country && formatCountryName(country.code, 'en'))
}

/**
 * A place of birth in English, such as `Cairo, Egypt`; null for one that is not in the tables. A city
 * wins over the country of the same name. `licenceCountry` is a code in lower case.
 */
export function translateArabicPlace(text: string, licenceCountry: string): string | null {
  const folded = foldText(text)
  if (folded === foldText('عمان')) return resolveOmanOrAmman(text, licenceCountry)
  return cities.get(folded) ?? findCountry(folded) ?? translateCityAndCountry(folded)
}

/** Both are written alike, except with their vowels. */
function resolveOmanOrAmman(text: string, licenceCountry: string): string | null {
  if (text.includes('عُ')) return 'Oman'
  if (text.includes('مّ')) return 'Amman'
  return { om: 'Oman', jo: 'Amman' }[licenceCountry] ?? null
}

function translateCityAndCountry(folded: string): string | null {
  const words = folded.split(' ')
  for (let length = 1; length < words.length; length++) {
    const city = cities.get(words.slice(0, length).join(' '))
    const country = city && findCountry(words.slice(length).join(' '))
    if (country) return `${city}, ${country}`
  }
  return null
}
