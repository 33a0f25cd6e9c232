import * as z from 'zod/mini'
import type { Customer } from '@/domain/customer'
import { isCountryCode } from '@/domain/data/countries'
import { hasLicenceClass, isTrailerWithoutVehicle } from '@/domain/data/licence-classes'
import { ageOn, isRealDate, partsOf } from '@/domain/dates'
import { type FieldIssue, issuesOf } from '@/domain/issues'

/** Permits are for adults; nobody is older than this. */
const youngest = 18
const oldest = 110
const heightsCm = { least: 100, most: 250 }

const named = (field: string, most: number) =>
  z.string().check(z.trim(), z.minLength(1, `${field}.missing`), z.maxLength(most, `${field}.long`))

const country = (field: string) =>
  z.string().check(z.minLength(1, `${field}.missing`), z.refine(isCountryCode, `${field}.unknown`))

const chosen = (field: string) =>
  z.unknown().check(z.refine(value => value !== null && value !== '', `${field}.missing`))

/** Whether a text has the shape of an e-mail address. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text)

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'email.missing'),
    z.maxLength(254, 'email.long'),
    z.refine(isEmail, 'email.shape'),
  )

const phone = z
  .string()
  .check(z.refine(typed => typed.trim() === '' || /^\D*(\d\D*){6,15}$/.test(typed), 'phone.shape'))

const height = z.string().check(
  z.trim(),
  z.minLength(1, 'height.missing'),
  z.refine(typed => /^\d{2,3}([.,]\d)?$/.test(typed), 'height.shape'),
  z.refine(typed => {
    const centimetres = Number(typed.replace(',', '.'))
    return centimetres >= heightsCm.least && centimetres <= heightsCm.most
  }, 'height.range'),
)

const isStarted = (typed: string): boolean => Object.values(partsOf(typed)).some(Boolean)
const isWhole = (typed: string): boolean => Object.values(partsOf(typed)).every(Boolean)

const birth = (today: string) =>
  z.string().check(
    z.refine(isStarted, 'date_of_birth.missing'),
    z.refine(typed => !!partsOf(typed).day || !isStarted(typed), 'date_of_birth.day'),
    z.refine(typed => !!partsOf(typed).month || !isStarted(typed), 'date_of_birth.month'),
    z.refine(typed => !!partsOf(typed).year || !isStarted(typed), 'date_of_birth.year'),
    z.refine(typed => !isWhole(typed) || isRealDate(typed), 'date_of_birth.impossible'),
    z.refine(typed => !isRealDate(typed) || ageOn(typed, today) >= 0, 'date_of_birth.future'),
    z.refine(
      typed => !isRealDate(typed) || ageOn(typed, today) < 0 || ageOn(typed, today) >= youngest,
      'date_of_birth.young',
    ),
    z.refine(typed => !isRealDate(typed) || ageOn(typed, today) <= oldest, 'date_of_birth.old'),
  )

/** What a permit needs to know of its driver; messages are keys of the errors texts. */
const driver = (today: string) =>
  z.object({
    license_issued: country('license_issued'),
    country_of_residence: country('country_of_residence'),
    license_first_name: named('license_first_name', 60),
    license_last_name: named('license_last_name', 60),
    email,
    phone,
    date_of_birth: birth(today),
    place_of_birth: named('place_of_birth', 100),
    gender: chosen('gender'),
    height,
    eye_color: chosen('eye_color'),
  })

/** Everything that keeps these answers from a permit, one issue a field in the order of the form. `today` is `yyyy-mm-dd`. */
export function driverIssues(answers: Customer, today: string): FieldIssue[] {
  const found = issuesOf(driver(today).safeParse(answers))
  const classes = classIssue(answers)
  return classes ? [...found, { field: 'license_classes', message: classes }] : found
}

function classIssue(answers: Customer): string | undefined {
  if (!hasLicenceClass(answers)) return 'license_classes.missing'
  return isTrailerWithoutVehicle(answers) ? 'license_classes.trailer' : undefined
}
