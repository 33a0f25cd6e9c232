import { parseArabicTable } from '@/domain/input/arabic-table'
import { foldText } from '@/domain/input/search-text'

/**
 * Frequent Arabic names as passports usually spell them. Arabic does not write short vowels, so no
 * rule leads from the letters to these. A name that passports of a region spell in several ways is
 * left out.
 */
const maleNames =
  'محمد=Mohammed احمد=Ahmed محمود=Mahmoud علي=Ali حسن=Hassan حسين=Hussein عمر=Omar عثمان=Othman ' +
  'خالد=Khaled يوسف=Youssef ابراهيم=Ibrahim اسماعيل=Ismail مصطفي=Mustafa سعيد=Saeed سعد=Saad سالم=Salem ' +
  'سليم=Salim سلمان=Salman سليمان=Suleiman سلطان=Sultan فهد=Fahad فيصل=Faisal ماجد=Majed ناصر=Nasser ' +
  'نايف=Nayef نواف=Nawaf بندر=Bandar تركي=Turki طلال=Talal طارق=Tariq زيد=Zaid زياد=Ziad راشد=Rashid ' +
  'رشيد=Rashid حمد=Hamad حمدان=Hamdan حامد=Hamed حميد=Hamid جاسم=Jassim جمال=Jamal جميل=Jamil كريم=Karim ' +
  'كمال=Kamal مازن=Mazen مالك=Malik منصور=Mansour موسي=Moussa عيسي=Issa هاني=Hani هشام=Hisham وليد=Waleed ' +
  'ياسر=Yasser ياسين=Yassin يحيي=Yahya عادل=Adel عباس=Abbas عمار=Ammar عماد=Emad ايمن=Ayman انس=Anas ' +
  'امين=Amin امير=Amir ايهاب=Ehab اشرف=Ashraf بلال=Bilal باسم=Bassem بدر=Badr رامي=Rami سامي=Sami سمير=Samir ' +
  'شريف=Sharif صالح=Saleh صلاح=Salah ضياء=Diaa عصام=Essam فادي=Fadi فارس=Faris قاسم=Qasim لؤي=Louay معاذ=Muath ' +
  'نبيل=Nabil نور=Nour هيثم=Haitham حمزة=Hamza اسامة=Osama طه=Taha عبيد=Obaid مبارك=Mubarak مروان=Marwan ' +
  'خليل=Khalil محفوظ=Mahfouz عمرو=Amr اسلام=Islam حسام=Hussam سيد=Sayed شيخ=Sheikh اياد=Iyad الياس=Elias ' +
  'اكرم=Akram انور=Anwar ادهم=Adham امجد=Amjad ايوب=Ayoub ادم=Adam ادريس=Idris باسل=Basel بسام=Bassam ' +
  'بشار=Bashar بشير=Bashir براء=Baraa توفيق=Tawfiq ثامر=Thamer ثابت=Thabet جابر=Jaber جعفر=Jaafar جلال=Jalal ' +
  'جهاد=Jihad جواد=Jawad حاتم=Hatem حازم=Hazem حبيب=Habib حسني=Hosni حمدي=Hamdi حيدر=Haider خلف=Khalaf ' +
  'خلفان=Khalfan خميس=Khamis رائد=Raed رامز=Ramez راكان=Rakan رجب=Rajab رمضان=Ramadan رمزي=Ramzi رافت=Raafat ' +
  'زكريا=Zakaria زكي=Zaki زاهر=Zaher زهير=Zuhair سفيان=Sufyan سهيل=Suhail سيف=Saif شادي=Shadi شاكر=Shaker ' +
  'شعبان=Shaaban شهاب=Shehab شوقي=Shawqi صابر=Saber صادق=Sadiq صبري=Sabri صبحي=Sobhi صقر=Saqr طاهر=Taher ' +
  'طلعت=Talaat طالب=Taleb ظافر=Dhafer عارف=Aref عامر=Amer عدنان=Adnan عزام=Azzam عزت=Ezzat عزيز=Aziz ' +
  'عقيل=Aqeel علاء=Alaa عطية=Attia عوض=Awad عيد=Eid غازي=Ghazi غالب=Ghaleb غانم=Ghanem غسان=Ghassan غيث=Ghaith ' +
  'غريب=Gharib فاروق=Farouk فتحي=Fathi فراس=Firas فرج=Faraj فريد=Farid فضل=Fadl فلاح=Falah فؤاد=Fouad ' +
  'فواز=Fawaz فوزي=Fawzi قصي=Qusai قيس=Qais كاظم=Kadhim كامل=Kamel كرار=Karrar لطفي=Lotfi ليث=Laith ماهر=Maher ' +
  'مجدي=Majdi مجيد=Majeed محسن=Mohsen مدحت=Medhat مراد=Murad مرتضي=Murtadha مسعود=Masoud مشاري=Meshari ' +
  'مشعل=Meshal مصعب=Musab مطر=Matar معتز=Moataz معن=Maan مفلح=Mufleh ممدوح=Mamdouh منير=Munir مهدي=Mahdi ' +
  'مهند=Mohannad نادر=Nader ناجي=Naji نجيب=Najib نزار=Nizar نصر=Nasr نضال=Nidal نعيم=Naim هادي=Hadi هاشم=Hashem ' +
  'هلال=Hilal وائل=Wael وسام=Wissam وسيم=Wassim يزن=Yazan يعقوب=Yaqoub يونس=Younis تميم=Tamim جمعة=Juma ' +
  'جورج=George ميشيل=Michel حنا=Hanna بطرس=Boutros مارون=Maroun طوني=Tony سعود=Saud نهيان=Nahyan ' +
  'مكتوم=Maktoum ثاني=Thani صباح=Sabah خليفة=Khalifa ' +
  'عبدالله=Abdullah عبدالرحمن=Abdulrahman عبدالعزيز=Abdulaziz عبدالكريم=Abdulkarim عبدالرحيم=Abdulrahim ' +
  'عبدالملك=Abdulmalik عبدالحميد=Abdulhamid عبدالمجيد=Abdulmajeed عبدالقادر=Abdulqader عبداللطيف=Abdullatif ' +
  'عبدالسلام=Abdulsalam عبدالناصر=Abdulnasser عبدالوهاب=Abdulwahab عبدالخالق=Abdulkhaliq عبدالرزاق=Abdulrazzaq ' +
  'عبدالجبار=Abduljabbar عبدالواحد=Abdulwahid عبدالمحسن=Abdulmohsen عبدالاله=Abdulelah عبدالهادي=Abdulhadi ' +
  'عبدالغني=Abdulghani عبدالفتاح=Abdulfattah عبدالحليم=Abdulhalim عبدالمنعم=Abdulmonem عبدالستار=Abdulsattar ' +
  'عبدالباسط=Abdulbasit عبدالحكيم=Abdulhakim عبدالرؤوف=Abdulraouf عبدالجليل=Abduljalil عبدالصمد=Abdulsamad ' +
  'عبدالحق=Abdulhaq عبدالعظيم=Abdulazim عبدالغفار=Abdulghaffar'

/** Never with the article: السلمي is not Salma's family. */
const femaleNames =
  'فاطمة=Fatima عائشة=Aisha خديجة=Khadija زينب=Zainab مريم=Maryam سارة=Sara ليلي=Layla هدي=Huda نورة=Noura ' +
  'منيرة=Munira لطيفة=Latifa شيخة=Sheikha حصة=Hessa موزة=Moza مني=Mona امل=Amal امال=Amal ايمان=Iman ' +
  'اسماء=Asma امينة=Amina بسمة=Basma دانة=Dana دينا=Dina رنا=Rana رانيا=Rania ريم=Reem سلمي=Salma سعاد=Souad ' +
  'سناء=Sanaa سميرة=Samira شيماء=Shaimaa عبير=Abeer غادة=Ghada فرح=Farah كوثر=Kawthar لينا=Lina مها=Maha ' +
  'نادية=Nadia ناديا=Nadia نجلاء=Najla ندي=Nada هند=Hind هبة=Heba وفاء=Wafa ياسمين=Yasmin حنان=Hanan ' +
  'رؤي=Roaa اية=Aya الاء=Alaa اروي=Arwa اسيل=Aseel افنان=Afnan اماني=Amani اميرة=Amira اريج=Areej اسراء=Esraa ' +
  'ابتسام=Ibtisam الهام=Elham بشري=Bushra بثينة=Buthaina تهاني=Tahani جميلة=Jamila جني=Jana حليمة=Halima ' +
  'خلود=Khuloud دعاء=Doaa دلال=Dalal رباب=Rabab رحاب=Rehab رحمة=Rahma رشا=Rasha رشيدة=Rashida رغد=Raghad رقية=Ruqaya رهف=Rahaf ' +
  'روان=Rawan ريهام=Reham ريما=Rima زهراء=Zahraa سحر=Sahar سلوي=Salwa سمر=Samar سمية=Sumaya سميحة=Samiha سهي=Suha ' +
  'سهام=Siham سوسن=Sawsan شذي=Shatha شهد=Shahad صفاء=Safaa صفية=Safiya ضحي=Duha عفاف=Afaf عزة=Azza علا=Ola ' +
  'غدير=Ghadeer فاتن=Faten فادية=Fadia فايزة=Faiza فريدة=Farida فوزية=Fawzia كريمة=Karima لبني=Lubna لجين=Lujain ' +
  'لمي=Lama لمياء=Lamia ليان=Layan مرام=Maram مشاعل=Mashael ملاك=Malak منال=Manal منار=Manar مي=Mai ميساء=Maysa ' +
  'ميادة=Mayada مروة=Marwa نجاة=Najat نجوي=Najwa نسرين=Nisreen نهي=Noha نهلة=Nahla نوال=Nawal نوف=Nouf هاجر=Hajar ' +
  'هالة=Hala هناء=Hanaa هيا=Haya هيفاء=Haifa وداد=Widad وعد=Waad ماري=Marie'

/** Also without the article. */
const familyNames =
  'بن=bin بنت=bint ابو=Abu ال=Al حربي=Harbi عتيبي=Otaibi شمري=Shammari قحطاني=Qahtani غامدي=Ghamdi ' +
  'زهراني=Zahrani دوسري=Dossari مطيري=Mutairi عنزي=Anazi كعبي=Kaabi مري=Marri هاشمي=Hashimi منصوري=Mansoori ' +
  'مزروعي=Mazrouei شامسي=Shamsi نعيمي=Nuaimi بلوشي=Balushi حارثي=Harthi فارسي=Farsi عمري=Omari مصري=Masri ' +
  'حداد=Haddad خوري=Khoury نجار=Najjar خطيب=Khatib شامي=Shami حلبي=Halabi بغدادي=Baghdadi تميمي=Tamimi ' +
  'عبيدي=Obaidi جبوري=Jubouri دليمي=Dulaimi سلمي=Sulami رشيدي=Rashidi شهري=Shehri عسيري=Asiri مالكي=Malki ' +
  'شهراني=Shahrani جهني=Johani سبيعي=Subaie بيشي=Bishi زبيدي=Zubaidi حازمي=Hazmi رويلي=Ruwaili خالدي=Khaldi ' +
  'هاجري=Hajri عجمي=Ajmi عازمي=Azmi كندري=Kandari رميثي=Rumaithi ظاهري=Dhaheri كتبي=Ketbi سويدي=Suwaidi ' +
  'مهيري=Muhairi نقبي=Naqbi حمادي=Hammadi زعابي=Zaabi قبيسي=Qubaisi هاملي=Hameli رواحي=Rawahi معمري=Maamari ' +
  'حبسي=Habsi كواري=Kuwari سليطي=Sulaiti مهندي=Mohannadi خاطر=Khater قرني=Qarni يامي=Yami ثبيتي=Thubaiti ' +
  'سديري=Sudairi رفاعي=Rifai سعدي=Saadi سعيدي=Saidi ربيعي=Rubaie بياتي=Bayati جنابي=Janabi عزاوي=Azzawi ' +
  'موسوي=Mousawi حسيني=Husseini كاظمي=Kadhimi خفاجي=Khafaji زيدي=Zaidi حكيم=Hakim صدر=Sadr عاني=Ani راوي=Rawi ' +
  'تكريتي=Tikriti كردي=Kurdi حمصي=Homsi نابلسي=Nabulsi صباغ=Sabbagh عطار=Attar بيطار=Bitar قباني=Qabbani ' +
  'حريري=Hariri بدوي=Badawi بنا=Banna مغربي=Maghrabi علوي=Alawi هلالي=Hilali'

const parseTable = (table: string) => parseArabicTable(table, ' ')

const males = parseTable(maleNames)
const females = parseTable(femaleNames)
const families = parseTable(familyNames)

/** How passports of a country deviate. */
interface Variant {
  names: Map<string, string>
  /** Respells a name that is not among these. */
  respell: (latin: string) => string
  article: string
  /** The article merges with these letters in ways that differ between families. */
  mergedLetters?: RegExp
}

const respellWestern = (latin: string): string =>
  latin.replace(/^Mohammed$/, 'Mohamed').replace(/^Abdul(?!lah)/, 'Abdel')

/** Egypt pronounces ج as G and writes a final Y: Naji is Nagy. Ali is the same. */
const respellEgyptian = (latin: string): string =>
  respellWestern(latin)
    .replace(/j/g, 'g')
    .replace(/J/g, 'G')
    .replace(/q/g, 'k')
    .replace(/Q/g, 'K')
    .replace(/(?<=..[^aeiou])i$/, 'y')

const egyptianNames =
  'مصطفي=Mostafa طارق=Tarek حسام=Hossam عثمان=Osman شريف=Sherif وليد=Walid قاسم=Kassem جهاد=Gehad جمعة=Gomaa ' +
  'نجيب=Naguib رضا=Reda صادق=Sadek فارس=Fares معاذ=Moaz سيف=Seif خليفة=Khalifa حجازي=Hegazy جرجس=Girgis مينا=Mina ' +
  'كيرلس=Kyrillos دسوقي=Desouky شرقاوي=Sharkawy طنطاوي=Tantawy شافعي=Shafei جوهري=Gohary هواري=Hawary ' +
  'عشماوي=Ashmawy زيات=Zayat عدوي=Adawy شاذلي=Shazly نجلاء=Naglaa بشري=Boshra جني=Jana رقية=Rokaya سهي=Soha ' +
  'شهد=Shahd شيرين=Sherine ضحي=Doha لبني=Lobna لجين=Logain هدي=Hoda هند=Hend يحيي=Yehia ايمان=Eman ' +
  'اسماء=Asmaa فاطمة=Fatma مريم=Mariam وفاء=Wafaa زينب=Zeinab ' +
  'نورالدين=Noureldin صلاحالدين=Salaheldin علاءالدين=Alaaeldin حسامالدين=Hossameldin عزالدين=Ezzeldin ' +
  'سيفالدين=Seifeldin بهاءالدين=Bahaaeldin عبدالمجيد=Abdelmeguid عبدالخالق=Abdelkhalek عبدالمنعم=Abdelmoneim ' +
  'عبدالرازق=Abdelrazek عبدالجواد=Abdelgawad عبدالعال=Abdelaal عبدالباسط=Abdelbaset عبدالواحد=Abdelwahed'

/** The Maghreb writes as in French: Rashid is Rachid. */
const respellMaghrebi = (latin: string): string =>
  respellWestern(latin)
    .replace(/sh/g, 'ch')
    .replace(/Sh/g, 'Ch')
    .replace(/q/g, 'k')
    .replace(/Q/g, 'K')

const maghrebiNames =
  'بن=Ben عثمان=Othmane سليمان=Slimane مصطفي=Mustapha حسين=Houcine ياسين=Yassine امين=Amine شريف=Cherif وليد=Walid ' +
  'طارق=Tarek سعيد=Said مراد=Mourad منير=Mounir عماد=Imad عصام=Issam سفيان=Soufiane مهدي=Mehdi حسام=Houssam ' +
  'يونس=Younes يعقوب=Yacoub توفيق=Toufik قاسم=Kacem سيف=Seif مسعود=Messaoud مبارك=Mbarek رياض=Riad مجيد=Majid ' +
  'زهير=Zouhair عمران=Imrane ليلي=Leila مني=Mouna هدي=Houda زينب=Zineb منيرة=Mounira بشري=Bouchra لبني=Loubna ' +
  'الهام=Ilham نسرين=Nesrine سمية=Soumaya رقية=Rokia ' +
  'نورالدين=Noureddine صلاحالدين=Salaheddine علاءالدين=Alaeddine عزالدين=Azzedine سيفالدين=Seifeddine ' +
  'بدرالدين=Badreddine نصرالدين=Nasreddine ' +
  'عبدالله=Abdellah عبدالرحمن=Abderrahmane عبدالرحيم=Abderrahim عبدالرزاق=Abderrazak عبدالرؤوف=Abderraouf ' +
  'عبدالسلام=Abdessalam عبدالناصر=Abdennasser عبدالصمد=Abdessamad عبدالستار=Abdessattar عبدالنور=Abdennour ' +
  'عبدالمجيد=Abdelmajid عبدالاله=Abdelilah عبدالواحد=Abdelouahed عبدالوهاب=Abdelouahab عبدالباسط=Abdelbasset ' +
  'علوي=Alaoui فاسي=Fassi ادريسي=Idrissi عمراني=Amrani بوزيدي=Bouzidi بوعزيزي=Bouazizi غنوشي=Ghannouchi ' +
  'قادري=Kadri مسعودي=Messaoudi تازي=Tazi بناني=Bennani حمداوي=Hamdaoui زياني=Ziani رحماني=Rahmani ' +
  'براهيمي=Brahimi منصوري=Mansouri موسوي=Moussaoui طرابلسي=Trabelsi هاشمي=Hachemi'

const maghrebi: Omit<Variant, 'names'> = {
  respell: respellMaghrebi,
  article: 'El ',
  mergedLetters: /^[تثدذرزسشصضطظلن]/,
}

const western: Variant = { names: new Map(), respell: respellWestern, article: 'Al-' }

/** By the licence's country. */
const variants: Record<string, Variant> = {
  eg: { names: parseTable(egyptianNames), respell: respellEgyptian, article: 'El ' },
  ma: {
    ...maghrebi,
    names: parseTable(`${maghrebiNames} خالد=Khalid طارق=Tarik عادل=Adil`),
  },
  dz: {
    ...maghrebi,
    names: parseTable(
      `${maghrebiNames} جمال=Djamel حسين=Hocine كمال=Kamel سفيان=Sofiane ناصر=Nacer ايمن=Aymen ` +
        'مجيد=Madjid عبدالمجيد=Abdelmadjid',
    ),
    respell: latin => respellMaghrebi(latin).replace(/j/g, 'dj').replace(/J/g, 'Dj'),
  },
  tn: {
    ...maghrebi,
    names: parseTable(`${maghrebiNames} جمال=Jamel كمال=Kamel ايمن=Aymen عبدالرحمن=Abderrahmen`),
  },
  sd: western,
  lb: western,
  mr: western,
}

const standard: Variant = { names: new Map(), respell: latin => latin, article: 'Al-' }

/** A name whose every word is known; null for any other. `country` is a code in lower case. */
export function romanizeArabicName(text: string, country: string): string | null {
  const variant = variants[country] ?? standard
  const latinWords = foldText(text)
    .replace(/عبد (?=ال)/g, 'عبد')
    .replace(/ (?=الدين( |$))/g, '')
    .split(' ')
    .map(word => spellWord(word, variant))
  return latinWords.every(word => word !== null) ? latinWords.join(' ') : null
}

function spellWord(word: string, variant: Variant): string | null {
  const spelling = spellName(word, variant, [males, females, families])
  if (spelling || !word.startsWith('ال')) return spelling
  const bare = word.slice(2)
  if (females.has(bare) && !families.has(bare)) return null
  if (variant.mergedLetters?.test(bare)) return null
  const bareSpelling = spellName(bare, variant, [families, males])
  return bareSpelling && variant.article + bareSpelling
}

function spellName(
  name: string,
  { names, respell }: Variant,
  tables: Map<string, string>[],
): string | null {
  const latin = tables.map(table => table.get(name)).find(Boolean)
  return names.get(name) ?? (latin ? respell(latin) : null)
}
