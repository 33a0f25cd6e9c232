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
])('name issues come in the order of the name fields in %s', (language, fields) => {
  const namelessDriver = { ...driver, license_first_name: '', license_last_name: '' }
  expect(listDriverIssues(namelessDriver, today, { language }).map(({ field }) => field)).toEqual(
    fields,
  )
})

describe('a driver is accepted', () => {
  it.each<[string, Partial<Customer>]>([
    ['with every answer', {}],
    ['for a driver who turns 18 today', { date_of_birth: '2008-11-20' }],
    ['for a driver of 110', { date_of_birth: '1916-11-20' }],
    ['with single digits in the date', { date_of_birth: '1991-3-4' }],
    ['without a phone number', { phone: '' }],
    ['with a phone number in any notation', { phone: '+351 (0) 912-345-678' }],
    ['with a phone number after 00', { phone: '00351912345678' }],
    [
      'with names of any script',
      { license_first_name: '花子', license_last_name: "O'Neill-García" },
    ],
    ['with names of 60 letters', { license_first_name: 'a'.repeat(60) }],
    ['with names of 60 rare letters', { license_first_name: '𠮷'.repeat(60) }],
    ['with an initial', { license_last_name: 'X.' }],
    ['with a joiner in a Persian name', { license_first_name: 'علی\u200cرضا' }],
    ['with half centimetres', { height: '170,5' }],
    ['with a height in feet', { height: '177.8', height_unit: 'ft' }],
    ['with the digits of another script', { height: '١٧٠', date_of_birth: '١٩٩١-٣-١٤' }],
    ['with the month in words', { date_of_birth: '1991-Mar-14' }],
    ['with the minimum height', { height: '100' }],
    ['with the maximum height', { height: '250' }],
    ['with class A only', { b_passenger_car: false, a_motorcycle: true }],
    ['with a trailer and class B', trailer],
    ['with country codes in capitals', { country_of_residence: 'GB', license_issued: 'GB' }],
    ['with x for gender', { gender: 'x' }],
  ])('%s', (_, change) => expect(listMessages(change)).toEqual([]))
})

describe('the issues of a driver', () => {
  it.each<[string, Partial<Customer>, string]>([
    ['the licence’s country is missing', { license_issued: '' }, 'license_issued.missing'],
    ['the licence’s country is unknown', { license_issued: 'zz' }, 'license_issued.unknown'],
    ['the residence is missing', { country_of_residence: '' }, 'country_of_residence.missing'],
    ['the residence is unknown', { country_of_residence: 'q1' }, 'country_of_residence.unknown'],
    ['the given names are missing', { license_first_name: '  ' }, 'license_first_name.missing'],
    [
      'the given names are too long',
      { license_first_name: 'a'.repeat(61) },
      'license_first_name.long',
    ],
    ['the family name is missing', { license_last_name: '' }, 'license_last_name.missing'],
    [
      'the family name is too long',
      { license_last_name: 'a'.repeat(61) },
      'license_last_name.long',
    ],
    ['the e-mail address is missing', { email: '' }, 'email.missing'],
    ['a name has no letters', { license_first_name: '123' }, 'license_first_name.letters'],
    ['a name has a line break', { license_last_name: 'Sil\nva' }, 'license_last_name.characters'],
    ['a name has an emoji', { license_first_name: 'Jane😀' }, 'license_first_name.characters'],
    ['a name has markup', { license_first_name: 'Jane<b>' }, 'license_first_name.characters'],
    ['the e-mail address has no @', { email: 'ana.example.com' }, 'email.at'],
    ['the e-mail address has no ending', { email: 'ana@example' }, 'email.ending'],
    ['the e-mail address has spaces', { email: 'an a@example.com' }, 'email.spaces'],
    ['the e-mail address is too long', { email: `${'a'.repeat(250)}@example.com` }, 'email.long'],
    ['the phone number has letters', { phone: 'call me' }, 'phone.letters'],
    ['the phone number is too short', { phone_typed: '123' }, 'phone.short'],
    ['the phone number is too long', { phone: '1'.repeat(16) }, 'phone.long'],
    ['the calling code does not exist', { phone_typed: '+999 123 4567' }, 'phone.code'],
    ['the date of birth is missing', { date_of_birth: '' }, 'date_of_birth.missing'],
    ['the date of birth has only dashes', { date_of_birth: '--' }, 'date_of_birth.missing'],
    ['the day is missing', { date_of_birth: '1991-03-' }, 'date_of_birth.day'],
    ['the month is missing', { date_of_birth: '1991--14' }, 'date_of_birth.month'],
    ['the year is missing', { date_of_birth: '-03-14' }, 'date_of_birth.year'],
    ['the day does not exist', { date_of_birth: '1991-02-30' }, 'date_of_birth.impossible'],
    [
      'the month does not exist',
      { date_of_birth: '1991-foo-14' },
      'date_of_birth.month_impossible',
    ],
    [
      'the year does not have four digits',
      { date_of_birth: '91-03-14' },
      'date_of_birth.year_impossible',
    ],
    ['two parts of the date are missing', { date_of_birth: '1991--' }, 'date_of_birth.day_month'],
    ['the date of birth is in the future', { date_of_birth: '2027-01-01' }, 'date_of_birth.future'],
    ['the driver is under 18', { date_of_birth: '2008-11-21' }, 'date_of_birth.young'],
    ['the driver is over 110', { date_of_birth: '1915-11-20' }, 'date_of_birth.old'],
    ['the place of birth is missing', { place_of_birth: '' }, 'place_of_birth.missing'],
    ['the place of birth is too long', { place_of_birth: 'a'.repeat(101) }, 'place_of_birth.long'],
    ['the gender is missing', { gender: null }, 'gender.missing'],
    ['the height is missing', { height: '' }, 'height.missing'],
    ['the place of birth has no letters', { place_of_birth: '1234' }, 'place_of_birth.letters'],
    ['the height is not a number', { height: 'tall' }, 'height.shape'],
    ['the height is in metres', { height: '1.78' }, 'height.metres'],
    ['the height has more than 11 inches', { height: `5'14"`, height_unit: 'ft' }, 'height.inches'],
    ['the height in feet is too large', { height: '274.32', height_unit: 'ft' }, 'height.range_ft'],
    ['the height is too small', { height: '99' }, 'height.range'],
    ['the height is too large', { height: '251' }, 'height.range'],
    ['the eye colour is missing', { eye_color: null }, 'eye_color.missing'],
    ['no vehicle class is ticked', { b_passenger_car: false }, 'license_classes.missing'],
    [
      'the trailer class is ticked without B, C or D',
      { b_passenger_car: false, ...trailer },
      'license_classes.trailer',
    ],
  ])('%s', (_, change, message) => expect(listMessages(change)).toEqual([message]))

  it('name the invalid part of an answer', () => {
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

  it('include a numbering plan’s issue of the phone number', () => {
    const validatePhone = ({ phone, dialCode }: { phone: string; dialCode: string }) =>
      `${phone} in ${dialCode}`
    expect(
      listDriverIssues({ ...driver, phone_typed: '912' }, today, { dialCode: 'pt', validatePhone }),
    ).toEqual([{ field: 'phone', message: 'phone.912 in pt' }])
  })

  it('list all missing fields together, each once, in the order of the form', () => {
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

it('stores a driver trimmed, with a numeric date and the height in centimetres', () => {
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
