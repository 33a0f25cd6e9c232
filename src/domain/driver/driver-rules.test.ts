import { describe, expect, it } from 'vitest'
import { type Customer, emptyCustomer } from '@/domain/checkout/customer-schema'
import { listDriverIssues, toStoredDriver } from '@/domain/driver/driver-rules'
import { driver, today } from '../../../tests/support/sample-checkout'

const listMessages = (change: Partial<Customer>) =>
  listDriverIssues({ ...driver, ...change }, today).map(({ message }) => message)

const trailer = { e_vehicle_of_b_c_or_d_with_other_than_a_light_trailer_8054: true }

it.each([
  ['en', ['license_first_name', 'license_last_name']],
  ['ja', ['license_last_name', 'license_first_name']],
])('what is wrong with a name is told in the order it is asked for in %s', (language, fields) => {
  const namelessDriver = { ...driver, license_first_name: '', license_last_name: '' }
  expect(listDriverIssues(namelessDriver, today, { language }).map(({ field }) => field)).toEqual(
    fields,
  )
})

describe('a permit can be printed', () => {
  it.each<[string, Partial<Customer>]>([
    ['with every answer', {}],
    ['for a driver who turns 18 today', { date_of_birth: '2008-11-20' }],
    ['for a driver of 110', { date_of_birth: '1916-11-20' }],
    ['with single digits in the date', { date_of_birth: '1991-3-4' }],
    ['without a phone number', { phone: '' }],
    ['with a phone number written any way', { phone: '+351 (0) 912-345-678' }],
    ['with a phone number after 00', { phone: '00351912345678' }],
    [
      'with names of any script',
      { license_first_name: '花子', license_last_name: "O'Neill-García" },
    ],
    ['with names of 60 letters', { license_first_name: 'a'.repeat(60) }],
    ['with names of 60 rare letters', { license_first_name: '𠮷'.repeat(60) }],
    ['with an initial', { license_last_name: 'X.' }],
    ['with a name of a Persian with its joiner', { license_first_name: 'علی\u200cرضا' }],
    ['with half centimetres', { height: '170,5' }],
    ['with a height in feet', { height: '177.8', height_unit: 'ft' }],
    ['with the digits of another script', { height: '١٧٠', date_of_birth: '١٩٩١-٣-١٤' }],
    ['with the month in words', { date_of_birth: '1991-Mar-14' }],
    ['for the smallest', { height: '100' }],
    ['for the tallest', { height: '250' }],
    ['for a motorcycle alone', { b_passenger_car: false, a_motorcycle: true }],
    ['for a trailer behind a car', trailer],
    ['with country codes in capitals', { country_of_residence: 'GB', license_issued: 'GB' }],
    ['with x for gender', { gender: 'x' }],
  ])('%s', (_, change) => expect(listMessages(change)).toEqual([]))
})

describe('the customer is told', () => {
  it.each<[string, Partial<Customer>, string]>([
    ['which country issued the licence', { license_issued: '' }, 'license_issued.missing'],
    ['that no such country exists', { license_issued: 'zz' }, 'license_issued.unknown'],
    [
      'to name the country of residence',
      { country_of_residence: '' },
      'country_of_residence.missing',
    ],
    [
      'that no such residence exists',
      { country_of_residence: 'q1' },
      'country_of_residence.unknown',
    ],
    ['to enter given names', { license_first_name: '  ' }, 'license_first_name.missing'],
    [
      'that given names are too long',
      { license_first_name: 'a'.repeat(61) },
      'license_first_name.long',
    ],
    ['to enter a family name', { license_last_name: '' }, 'license_last_name.missing'],
    [
      'that the family name is too long',
      { license_last_name: 'a'.repeat(61) },
      'license_last_name.long',
    ],
    ['to enter an e-mail address', { email: '' }, 'email.missing'],
    ['that a name has letters', { license_first_name: '123' }, 'license_first_name.letters'],
    ['that a name is one line', { license_last_name: 'Sil\nva' }, 'license_last_name.characters'],
    ['that an address needs an @', { email: 'ana.example.com' }, 'email.at'],
    ['that an address needs its ending', { email: 'ana@example' }, 'email.ending'],
    ['that an address has no spaces', { email: 'an a@example.com' }, 'email.spaces'],
    ['that an address is too long', { email: `${'a'.repeat(250)}@example.com` }, 'email.long'],
    ['that a phone number has digits', { phone: 'call me' }, 'phone.letters'],
    ['that a phone number is too short', { phone_typed: '123' }, 'phone.short'],
    ['that a phone number is too long', { phone: '1'.repeat(16) }, 'phone.long'],
    ['that nobody has that calling code', { phone_typed: '+999 123 4567' }, 'phone.code'],
    ['to enter the date of birth', { date_of_birth: '' }, 'date_of_birth.missing'],
    ['to enter the date when only dashes came', { date_of_birth: '--' }, 'date_of_birth.missing'],
    ['that the day is missing', { date_of_birth: '1991-03-' }, 'date_of_birth.day'],
    ['that the month is missing', { date_of_birth: '1991--14' }, 'date_of_birth.month'],
    ['that the year is missing', { date_of_birth: '-03-14' }, 'date_of_birth.year'],
    ['that there is no such day', { date_of_birth: '1991-02-30' }, 'date_of_birth.impossible'],
    [
      'that there is no such month',
      { date_of_birth: '1991-foo-14' },
      'date_of_birth.month_impossible',
    ],
    ['that a year has four digits', { date_of_birth: '91-03-14' }, 'date_of_birth.year_impossible'],
    ['that two parts are missing', { date_of_birth: '1991--' }, 'date_of_birth.day_month'],
    ['that the day is still to come', { date_of_birth: '2027-01-01' }, 'date_of_birth.future'],
    ['that drivers are 18', { date_of_birth: '2008-11-21' }, 'date_of_birth.young'],
    ['that nobody is that old', { date_of_birth: '1915-11-20' }, 'date_of_birth.old'],
    ['to enter the place of birth', { place_of_birth: '' }, 'place_of_birth.missing'],
    ['that the place is too long', { place_of_birth: 'a'.repeat(101) }, 'place_of_birth.long'],
    ['to choose a gender', { gender: null }, 'gender.missing'],
    ['to enter the height', { height: '' }, 'height.missing'],
    ['that a place has letters', { place_of_birth: '1234' }, 'place_of_birth.letters'],
    ['that a height is a number', { height: 'tall' }, 'height.shape'],
    ['that a height is in centimetres', { height: '1.78' }, 'height.metres'],
    ['that a foot has 12 inches', { height: `5'14"`, height_unit: 'ft' }, 'height.inches'],
    ['that nobody has 9 feet', { height: '274.32', height_unit: 'ft' }, 'height.range_ft'],
    ['that nobody is that small', { height: '99' }, 'height.range'],
    ['that nobody is that tall', { height: '251' }, 'height.range'],
    ['to choose an eye colour', { eye_color: null }, 'eye_color.missing'],
    ['to tick a vehicle class', { b_passenger_car: false }, 'license_classes.missing'],
    [
      'to tick what pulls the trailer',
      { b_passenger_car: false, ...trailer },
      'license_classes.trailer',
    ],
  ])('%s', (_, change, message) => expect(listMessages(change)).toEqual([message]))

  it('which part of an answer to mend', () => {
    const invalidAnswers = {
      date_of_birth: '1991-13-14',
      height: `5'14"`,
      height_unit: 'ft',
    } as const
    expect(listDriverIssues({ ...driver, ...invalidAnswers }, today)).toEqual([
      { field: 'date_of_birth', message: 'date_of_birth.month_impossible', parts: ['month'] },
      { field: 'height', message: 'height.inches', parts: ['in'] },
    ])
  })

  it('what a numbering plan says of the phone number', () => {
    const validatePhone = ({ phone, dialCode }: { phone: string; dialCode: string }) =>
      `${phone} in ${dialCode}`
    expect(
      listDriverIssues({ ...driver, phone_typed: '912' }, today, { dialCode: 'pt', validatePhone }),
    ).toEqual([{ field: 'phone', message: 'phone.912 in pt' }])
  })

  it('everything that is missing at once, each field once, in the order of the form', () => {
    expect(listDriverIssues(emptyCustomer, today)).toEqual(
      [
        'license_issued',
        'country_of_residence',
        'license_first_name',
        'license_last_name',
        'email',
        'date_of_birth',
        'place_of_birth',
        'license_classes',
        'gender',
        'height',
        'eye_color',
      ].map(field => ({ field, message: `${field}.missing` })),
    )
  })
})

it('a driver is stored without stray spaces, with the date in figures and the height in centimetres', () => {
  expect(
    toStoredDriver({
      ...driver,
      license_first_name: ' Ana  Maria\u200e ',
      place_of_birth: ' Lisbon ',
      email: 'mailto:ana@example.com',
      date_of_birth: '1991-Mar-4',
      height: '170,5 cm',
    }),
  ).toEqual({
    ...driver,
    license_first_name: 'Ana Maria',
    place_of_birth: 'Lisbon',
    date_of_birth: '1991-03-04',
    height: '170.5',
  })
})
