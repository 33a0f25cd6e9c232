/**
 * Frequent Arabic names as passports usually spell them. Arabic does not write short vowels, so no
 * rule leads from the letters to these.
 */
const names =
  'محمد=Mohammed احمد=Ahmed محمود=Mahmoud علي=Ali حسن=Hassan حسين=Hussein عمر=Omar عثمان=Othman ' +
  'خالد=Khaled يوسف=Youssef ابراهيم=Ibrahim اسماعيل=Ismail مصطفي=Mustafa سعيد=Saeed سعد=Saad سالم=Salem ' +
  'سليم=Salim سلمان=Salman سليمان=Suleiman سلطان=Sultan فهد=Fahad فيصل=Faisal ماجد=Majed ناصر=Nasser ' +
  'نايف=Nayef نواف=Nawaf بندر=Bandar تركي=Turki طلال=Talal طارق=Tariq زيد=Zaid زياد=Ziad راشد=Rashid ' +
  'رشيد=Rachid حمد=Hamad حمدان=Hamdan حامد=Hamed حميد=Hamid جاسم=Jassim جمال=Jamal جميل=Jamil كريم=Karim ' +
  'كمال=Kamal مازن=Mazen مالك=Malik منصور=Mansour موسي=Moussa عيسي=Issa هاني=Hani هشام=Hisham وليد=Waleed ' +
  'ياسر=Yasser ياسين=Yassin يحيي=Yahya عادل=Adel عباس=Abbas عمار=Ammar عماد=Emad ايمن=Ayman انس=Anas ' +
  'امين=Amin امير=Amir ايهاب=Ehab اشرف=Ashraf بلال=Bilal باسم=Bassem بدر=Badr رامي=Rami سامي=Sami سمير=Samir ' +
  'شريف=Sharif صالح=Saleh صلاح=Salah ضياء=Diaa عصام=Essam فادي=Fadi فارس=Faris قاسم=Qasim لؤي=Louay معاذ=Muath ' +
  'نبيل=Nabil نور=Nour هيثم=Haitham حمزة=Hamza اسامة=Osama طه=Taha عبيد=Obaid مبارك=Mubarak مروان=Marwan ' +
  'فاطمة=Fatima عائشة=Aisha خديجة=Khadija زينب=Zainab مريم=Maryam سارة=Sara ليلي=Layla هدي=Huda نورة=Noura ' +
  'نوره=Noura منيرة=Munira لطيفة=Latifa شيخة=Sheikha حصة=Hessa موزة=Moza مني=Mona امل=Amal امال=Amal ايمان=Iman ' +
  'اسماء=Asma امينة=Amina بسمة=Basma دانة=Dana دينا=Dina رنا=Rana رانيا=Rania ريم=Reem سلمي=Salma سعاد=Souad ' +
  'سناء=Sanaa سميرة=Samira شيماء=Shaimaa عبير=Abeer غادة=Ghada فرح=Farah كوثر=Kawthar لينا=Lina مها=Maha ' +
  'نادية=Nadia ناديا=Nadia نجلاء=Najla ندي=Nada هند=Hind هبة=Heba وفاء=Wafa ياسمين=Yasmin حنان=Hanan ' +
  'عبدالله=Abdullah عبدالرحمن=Abdulrahman عبدالعزيز=Abdulaziz عبدالكريم=Abdulkarim عبدالرحيم=Abdulrahim ' +
  'عبدالملك=Abdulmalik عبدالحميد=Abdulhamid عبدالمجيد=Abdulmajeed عبدالقادر=Abdulqader عبداللطيف=Abdullatif ' +
  'عبدالسلام=Abdulsalam عبدالناصر=Abdulnasser عبدالوهاب=Abdulwahab عبدالخالق=Abdulkhaliq بن=bin بنت=bint ابو=Abu ' +
  'ال=Al حربي=Harbi عتيبي=Otaibi شمري=Shammari قحطاني=Qahtani غامدي=Ghamdi زهراني=Zahrani دوسري=Dossari ' +
  'مطيري=Mutairi عنزي=Anazi سعود=Saud نهيان=Nahyan مكتوم=Maktoum ثاني=Thani صباح=Sabah خليفة=Khalifa ' +
  'كعبي=Kaabi مري=Marri هاشمي=Hashimi منصوري=Mansoori مزروعي=Mazrouei شامسي=Shamsi نعيمي=Nuaimi ' +
  'بلوشي=Balushi حارثي=Harthi فارسي=Farsi عمري=Omari مصري=Masri حداد=Haddad خوري=Khoury نجار=Najjar ' +
  'خطيب=Khatib شامي=Shami حلبي=Halabi بغدادي=Baghdadi تميمي=Tamimi عبيدي=Obaidi جبوري=Jubouri دليمي=Dulaimi'

const spellings = new Map(names.split(' ').map(pair => pair.split('=') as [string, string]))

/** Egypt, Sudan, Lebanon and the Maghreb: Mohamed, Abdelaziz. */
const westernCountries = ['eg', 'sd', 'lb', 'ma', 'dz', 'tn', 'mr']

const toWesternSpelling = (latin: string): string =>
  latin.replace(/^Mohammed$/, 'Mohamed').replace(/^Abdul(?!lah)/, 'Abdel')

/** A name whose every word is known; null for any other. `country` is a code in lower case. */
export function romanizeArabicName(text: string, country: string): string | null {
  const words = text
    .replace(/[\u064b-\u0652\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/عبد\s+(?=ال)/g, 'عبد')
    .split(/\s+/)
  const latinWords = words.map(word => spellWord(word, country))
  return latinWords.every(word => word !== null) ? latinWords.join(' ') : null
}

function spellWord(word: string, country: string): string | null {
  const known = spellings.get(word)
  const bare = word.startsWith('ال') ? spellings.get(word.slice(2)) : undefined
  const latin = known ?? (bare && `Al-${bare}`)
  if (!latin) return null
  return westernCountries.includes(country) ? toWesternSpelling(latin) : latin
}
