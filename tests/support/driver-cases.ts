import type { DriverForm } from '@/domain/driver/driver-form'

/** Input of the driver form and its expected issue. */
export interface DriverCase {
  /** Title part after "a driver". */
  who: string
  /** Values that replace those of a valid form. */
  input: Partial<DriverForm>
  /** null: the form is valid. */
  issue: ExpectedIssue | null
  /** Only the numbering plan finds it; the general rule accepts it. */
  byNumberingPlan?: true
  /** Language of the page; default English. */
  language?: string
}

export interface ExpectedIssue {
  field: string
  /** Key of the message in `driver-issues`. */
  message: string
  /** The message in English. */
  text: string
  parts?: string[]
}

/** A valid form. */
export const rightForm: DriverForm = {
  destinations: ['it'],
  license_issued: 'us',
  country_of_residence: 'us',
  license_first_name: 'Ana',
  license_last_name: 'Silva',
  email: 'ana@example.com',
  email_consent: false,
  dialCode: 'us',
  phone: '',
  date_of_birth_day: '14',
  date_of_birth_month: '03',
  date_of_birth_year: '1991',
  place_of_birth: 'Lisbon, Portugal',
  gender: 'female',
  height: '170',
  height_unit: 'cm',
  height_ft: '',
  height_in: '',
  eye_color: 'brown',
  license_classes: ['b_passenger_car'],
}

type FormInput = Partial<DriverForm>

const acceptedCase = (who: string, input: FormInput, language?: string): DriverCase => ({
  who,
  input,
  issue: null,
  ...(language && { language }),
})

/** Cases of one field: title, input, last part of the message key, message, field parts. */
const buildCase =
  (field: string) =>
  (who: string, input: FormInput, key: string, text: string, parts?: string[]): DriverCase => ({
    who,
    input,
    issue: { field, message: `${field}.${key}`, text, ...(parts && { parts }) },
  })

const withNumberingPlan = (driverCase: DriverCase): DriverCase => ({
  ...driverCase,
  byNumberingPlan: true,
})

const birth = (day: string, month: string, year: string): FormInput => ({
  date_of_birth_day: day,
  date_of_birth_month: month,
  date_of_birth_year: year,
})
const feet = (height_ft: string, height_in: string): FormInput => ({
  height_unit: 'ft',
  height: '',
  height_ft,
  height_in,
})
const trailer = 'e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054'

const issued = buildCase('license_issued')
const residence = buildCase('country_of_residence')
const countries = [
  issued(
    'who names no country of the licence',
    { license_issued: '' },
    'missing',
    'Choose the country that issued your license',
  ),
  issued(
    'with a licence of no country',
    { license_issued: 'zz' },
    'unknown',
    'Choose a country from the list',
  ),
  residence(
    'who lives nowhere',
    { country_of_residence: '' },
    'missing',
    'Choose the country you live in',
  ),
  residence(
    'who lives in no country',
    { country_of_residence: 'q1' },
    'unknown',
    'Choose a country from the list',
  ),
  acceptedCase('with codes in capitals', { license_issued: 'GB', country_of_residence: 'GB' }),
]

const firstName = buildCase('license_first_name')
const lastName = buildCase('license_last_name')
const names = [
  acceptedCase('with accents', { license_first_name: 'José', license_last_name: 'Żółć-Müller' }),
  acceptedCase('with an apostrophe', { license_last_name: "O'Neill" }),
  acceptedCase('with a dot', { license_first_name: 'J. R.', license_last_name: 'X.' }),
  acceptedCase('named in Cyrillic', { license_first_name: 'Иван', license_last_name: 'Щербаков' }),
  acceptedCase('named in Arabic', { license_first_name: 'علي', license_last_name: 'الحسن' }),
  acceptedCase('named in Chinese', { license_first_name: '小明', license_last_name: '王' }),
  acceptedCase('named in 60 letters', { license_last_name: 'a'.repeat(60) }),
  acceptedCase('named in 60 rare letters', { license_last_name: '𠮷'.repeat(60) }),
  acceptedCase('whose name was pasted with marks', { license_first_name: '\u200fAna\u200e ' }),
  firstName(
    'without a given name',
    { license_first_name: '' },
    'missing',
    'Enter your first and middle names',
  ),
  firstName(
    'named in spaces',
    { license_first_name: '   ' },
    'missing',
    'Enter your first and middle names',
  ),
  firstName(
    'named in 61 letters',
    { license_first_name: 'a'.repeat(61) },
    'long',
    'First and middle names must be 60 characters or fewer',
  ),
  firstName(
    'named in figures',
    { license_first_name: '007' },
    'letters',
    'First and middle names must include a letter',
  ),
  firstName(
    'named in pictures',
    { license_first_name: '🚗🙂' },
    'letters',
    'First and middle names must include a letter',
  ),
  lastName('without a family name', { license_last_name: '' }, 'missing', 'Enter your last name'),
  lastName(
    'with a family name of 61 letters',
    { license_last_name: 'a'.repeat(61) },
    'long',
    'Last name must be 60 characters or fewer',
  ),
  lastName(
    'with a dash for a family name',
    { license_last_name: '-' },
    'letters',
    'Last name must include a letter',
  ),
]

const mail = buildCase('email')
const characters = 'Email address can’t contain commas, brackets or quotes'
const emails = [
  acceptedCase('with a tagged address', { email: 'ana.silva+permit@mail.example.co.uk' }),
  acceptedCase('with spaces around the address', { email: ' ana@example.com ' }),
  acceptedCase('with an address of another script', { email: 'ана@пример.рф' }),
  acceptedCase('with a pasted link', { email: 'mailto:ana@example.com' }),
  acceptedCase('with a slip that may be right', { email: 'ana@gmial.com' }),
  mail('without an address', { email: '' }, 'missing', 'Enter your email address'),
  mail(
    'with an endless address',
    { email: `ana@${'example.'.repeat(32)}com` },
    'long',
    'Email address must be 254 characters or fewer',
  ),
  mail(
    'with 65 letters before the @',
    { email: `${'a'.repeat(65)}@example.com` },
    'name_long',
    'The part of your email address before the @ must be 64 characters or fewer',
  ),
  acceptedCase('with a full-width @', { email: 'ana＠example.com' }),
  mail(
    'with a space in the address',
    { email: 'an a@example.com' },
    'spaces',
    'Email address can’t contain spaces',
  ),
  mail(
    'without an @',
    { email: 'ana.example.com' },
    'at',
    'Email address must include an @, like name@example.com',
  ),
  mail('with two @', { email: 'ana@@example.com' }, 'ats', 'Email address can have only one @'),
  mail(
    'with nothing before the @',
    { email: '@example.com' },
    'name',
    'Enter the part of your email address before the @',
  ),
  mail(
    'with nothing after the @',
    { email: 'ana@' },
    'domain',
    'Enter the part of your email address after the @, like example.com',
  ),
  mail('with a comma for a dot', { email: 'ana@example,com' }, 'characters', characters),
  mail('with brackets around', { email: '<ana@example.com>' }, 'characters', characters),
  mail(
    'with two dots in a row',
    { email: 'ana@example..com' },
    'dots',
    'Check the dots in your email address',
  ),
  mail(
    'with a dot behind',
    { email: 'ana@example.com.' },
    'dots',
    'Check the dots in your email address',
  ),
  mail(
    'with half an address',
    { email: 'ana@example' },
    'ending',
    'Enter your full email address, with an ending like .com',
  ),
]

const call = buildCase('phone')
const tooShort = 'Phone number is too short. Check the digits and the country code'
const tooLong = 'Phone number is too long. Check the digits and the country code'
const phones = [
  acceptedCase('without a phone', {}),
  acceptedCase('with a number of the country', { phone: '(212) 555-2368' }),
  acceptedCase('with a plus', { phone: '+44 20 7946 0958' }),
  acceptedCase('with two zeros', { phone: '0044 20 7946 0958' }),
  acceptedCase('with a zero in brackets', { phone: '+44 (0)20 7946 0958' }),
  acceptedCase('with slashes and dots', { phone: '030/123.456', dialCode: 'de' }),
  acceptedCase('with Arabic digits', { phone: '٠٥٠١٢٣٤٥٦٧', dialCode: 'ae' }),
  acceptedCase('with full-width digits', { phone: '０９０ー１２３４ー５６７８', dialCode: 'jp' }),
  acceptedCase('with a pasted number', { phone: 'tel:\u202a+351-912-345-678\u202c' }),
  acceptedCase('who forgot the plus', { phone: '351912345678' }),
  call(
    'with letters in the number',
    { phone: '1-800-FLOWERS' },
    'letters',
    'Phone number can’t contain letters',
  ),
  call('with three digits', { phone: '555' }, 'short', tooShort),
  call('with endless digits', { phone: '1'.repeat(18) }, 'long', tooLong),
  call(
    'with a calling code that does not exist',
    { phone: '+999 123 4567' },
    'code',
    'We don’t recognize the country code of this phone number',
  ),
  acceptedCase('with an extension', { phone: '212 555 0123 ext 5' }),
  withNumberingPlan(
    call(
      'with a British number and the code of another country',
      { phone: '07700 900123' },
      'long',
      tooLong,
    ),
  ),
  withNumberingPlan(call('with a digit too few', { phone: '555 0123' }, 'short', tooShort)),
  withNumberingPlan(call('with a digit too many', { phone: '+1 212 555 23681' }, 'long', tooLong)),
  withNumberingPlan(
    call(
      'between two lengths',
      { phone: '+376 222 2222' },
      'length',
      'Phone number has too many or too few digits. Check the country code too',
    ),
  ),
  withNumberingPlan(
    call(
      'without a country',
      { phone: '912 345 678', dialCode: '' },
      'country',
      'Start the phone number with + and its country code',
    ),
  ),
]

const born = buildCase('date_of_birth')
const noDay = 'Date of birth must include a day'
const impossible = 'That date doesn’t exist. Check the day and month'
const dates = [
  acceptedCase('born in single digits', birth('4', '3', '1991')),
  acceptedCase('born in jan', birth('14', 'jan', '1991')),
  acceptedCase('born in Jan.', birth('14.', 'Jan.', '1991')),
  acceptedCase('born in January', birth('14', 'January', '1991')),
  acceptedCase('born in März', birth('14.', 'März', '1991'), 'de'),
  acceptedCase('born in août', birth('14', 'août', '1991'), 'fr'),
  acceptedCase('born in مارس', birth('١٤', 'مارس', '١٩٩١'), 'ar'),
  acceptedCase('born in 3月', birth('14日', '3月', '1991年'), 'ja'),
  acceptedCase('born on a leap day', birth('29', '2', '2000')),
  born('without a birth', birth('', '', ''), 'missing', 'Enter your date of birth'),
  born('without a day', birth('', '3', '1991'), 'day', noDay, ['day']),
  born('without a month', birth('14', '', '1991'), 'month', 'Date of birth must include a month', [
    'month',
  ]),
  born('without a year', birth('14', '3', ''), 'year', 'Date of birth must include a year', [
    'year',
  ]),
  born(
    'with a year alone',
    birth('', '', '1991'),
    'day_month',
    'Date of birth must include a day and a month',
    ['day', 'month'],
  ),
  born(
    'with a month alone',
    birth('', '3', ''),
    'day_year',
    'Date of birth must include a day and a year',
    ['day', 'year'],
  ),
  born(
    'with a day alone',
    birth('14', '', ''),
    'month_year',
    'Date of birth must include a month and a year',
    ['month', 'year'],
  ),
  born(
    'born on the 32nd',
    birth('32', '3', '1991'),
    'day_impossible',
    'Day must be a number from 1 to 31',
    ['day'],
  ),
  born(
    'born in month 13',
    birth('3', '13', '1991'),
    'month_impossible',
    'Month must be a number from 1 to 12, or a name like March',
    ['month'],
  ),
  born(
    'born in a month of another world',
    birth('3', 'Smarch', '1991'),
    'month_impossible',
    'Month must be a number from 1 to 12, or a name like March',
    ['month'],
  ),
  born(
    'with a year of two digits',
    birth('14', '3', '91'),
    'year_impossible',
    'Year must have four digits, like 1991',
    ['year'],
  ),
  born('born on 30 February', birth('30', '2', '1991'), 'impossible', impossible, ['day', 'month']),
  born('born on 29 February 2001', birth('29', 'feb', '2001'), 'impossible', impossible, [
    'day',
    'month',
  ]),
  born(
    'who is not born yet',
    birth('1', '1', '2999'),
    'future',
    'Date of birth must be in the past',
    ['year'],
  ),
  born('who is a child', birth('1', '1', '2020'), 'young', 'You must be 18 or older'),
  born(
    'who is older than anybody',
    birth('1', '1', '1891'),
    'old',
    'Check the year you were born, like 1991',
    ['year'],
  ),
]

const birthPlace = buildCase('place_of_birth')
const height = buildCase('height')
const range = 'Height must be between 100 and 250 cm'
const rangeInFeet = 'Height must be between 3 ft 4 in and 8 ft 2 in'
const inches = 'Inches must be a number from 0 to 11'
const body = [
  birthPlace('born nowhere', { place_of_birth: '' }, 'missing', 'Enter your place of birth'),
  birthPlace(
    'born in endless words',
    { place_of_birth: 'a'.repeat(101) },
    'long',
    'Place of birth must be 100 characters or fewer',
  ),
  birthPlace(
    'born in a number',
    { place_of_birth: '1234' },
    'letters',
    'Place of birth must include a letter',
  ),
  buildCase('gender')(
    'without a gender',
    { gender: '' },
    'missing',
    'Choose the gender shown on your license',
  ),
  buildCase('eye_color')('without eyes', { eye_color: '' }, 'missing', 'Choose your eye color'),
  buildCase('eye_color')('with red eyes', { eye_color: 'red' }, 'missing', 'Choose your eye color'),
  acceptedCase('of half a centimetre', { height: '170,5' }),
  acceptedCase('of Arabic digits', { height: '١٧٠٫٥' }),
  acceptedCase('of full-width digits', { height: '１７０' }),
  acceptedCase('who writes cm', { height: '170 cm' }),
  acceptedCase('of 5 ft 10', feet('5', '10')),
  acceptedCase('of 5 ft', feet('5', '')),
  acceptedCase('of 5 ft 10½', feet('5', '10.5')),
  height('without a height', { height: '' }, 'missing', 'Enter your height'),
  height('without feet and inches', feet('', ''), 'missing', 'Enter your height'),
  height('of words', { height: 'tall' }, 'shape', 'Enter your height in centimeters, like 178'),
  height(
    'of metres',
    { height: '1.78' },
    'metres',
    'Enter your height in centimeters, like 178, not in meters',
  ),
  height(
    'of feet among centimetres',
    { height: `5'10"` },
    'unit',
    'Enter your height in centimeters, like 178, or switch to feet and inches',
  ),
  height('of 99 cm', { height: '99' }, 'range', range),
  height('of 251 cm', { height: '251' }, 'range', range),
  height('of inches alone', feet('', '10'), 'feet_missing', 'Enter the feet, like 5', ['ft']),
  height('of five feet', feet('five', '10'), 'feet', 'Feet must be a whole number, like 5', ['ft']),
  height('of 12 inches', feet('5', '12'), 'inches', inches, ['in']),
  height('of ten inches', feet('5', 'ten'), 'inches', inches, ['in']),
  height('of 3 ft', feet('3', '0'), 'range_ft', rangeInFeet),
  height('of 9 ft', feet('9', '0'), 'range_ft', rangeInFeet),
]

const classes = buildCase('license_classes')
const vehicles = [
  acceptedCase('of motorcycles', { license_classes: ['a_motorcycle'] }),
  acceptedCase('of cars with heavy trailers', { license_classes: ['b_passenger_car', trailer] }),
  classes('of nothing', { license_classes: [] }, 'missing', 'Select at least one license class'),
  classes(
    'of a trailer alone',
    { license_classes: [trailer] },
    'trailer',
    'Select the class of vehicle that tows the trailer',
  ),
]

/** Every valid and invalid input of the driver form, one per case. */
export const driverCases: readonly DriverCase[] = [
  ...countries,
  ...names,
  ...emails,
  ...phones,
  ...dates,
  ...body,
  ...vehicles,
]
