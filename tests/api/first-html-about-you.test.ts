import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { birthDateAsked } from '@/domain/dates/date-order'
import { driverFormOf } from '@/domain/driver/driver-form'
import { nameOrderIn } from '@/domain/driver/name-order'
import { AboutYou } from '@/features/driver-details/about-you'
import type { Fields } from '@/features/driver-details/driver-field-props'
import { markupOf } from '../support/render-html'
import { wholeCheckout } from '../support/sample-checkout'

/** What the browser is to fill in, field by field as the page shows them. */
function askedFor(language: string, locale = language): string[] {
  const form = {
    register: (name: string) => ({ name, onChange: () => undefined, onBlur: () => undefined }),
  } as unknown as Fields['form']
  const fields: Fields = {
    form,
    values: driverFormOf(wholeCheckout),
    errorOf: () => undefined,
    isBad: () => false,
  }
  const markup = markupOf(
    createElement(AboutYou, { ...fields, rest: undefined, isPhoneLater: true }),
    {
      language,
      nameOrder: nameOrderIn(language),
      birthDate: birthDateAsked(locale),
    },
  )
  return [...markup.matchAll(/autoComplete="([a-z-]+)"/g)].map(([, purpose = '']) => purpose)
}

describe('the first HTML asks a driver', () => {
  it.each([
    ['en', 'given-name family-name'],
    ['de', 'given-name family-name'],
    ['ja', 'family-name given-name'],
  ])('for names in the order of the language (%s)', (language, expected) =>
    expect(
      askedFor(language)
        .filter(purpose => purpose.endsWith('-name'))
        .join(' '),
    ).toBe(expected),
  )

  it.each([
    ['en', 'en-001', 'bday-day bday-month bday-year'],
    ['en', 'en-US', 'bday-month bday-day bday-year'],
    ['ja', 'ja', 'bday-year bday-month bday-day'],
    ['ar', 'ar', 'bday-day bday-month bday-year'],
  ])('for a date of birth in that of the reader (%s, %s)', (language, locale, expected) =>
    expect(
      askedFor(language, locale)
        .filter(purpose => purpose.startsWith('bday'))
        .join(' '),
    ).toBe(expected),
  )
})
