import { createElement, Fragment } from 'react'
import { describe, expect, it } from 'vitest'
import { findBirthDateFormat } from '@/domain/dates/date-order'
import { toDriverForm } from '@/domain/driver/driver-form'
import { resolveNameOrder } from '@/domain/driver/name-order'
import { AboutYou } from '@/features/driver-details/about-you'
import type { DriverFieldProps } from '@/features/driver-details/driver-form'
import { BirthDate } from '@/features/driver-details/your-licence'
import { renderMarkup } from '../support/render-html'
import { completeCheckout } from '../support/sample-checkout'

/** The autocomplete tokens of the form, in page order. */
function listAskedFields(language: string, locale = language): string[] {
  const form = {
    register: (name: string) => ({ name, onChange: () => undefined, onBlur: () => undefined }),
    adviceAbout: () => undefined,
  } as unknown as DriverFieldProps['form']
  const fields: DriverFieldProps = {
    form,
    values: toDriverForm(completeCheckout),
    errorOf: () => undefined,
    isInvalid: () => false,
  }
  const markup = renderMarkup(
    createElement(
      Fragment,
      {},
      createElement(AboutYou, { ...fields, isPhoneDeferred: true }),
      createElement(BirthDate, fields),
    ),
    {
      language,
      nameOrder: resolveNameOrder(language),
      birthDate: findBirthDateFormat(locale),
    },
  )
  return [...markup.matchAll(/autoComplete="([a-z-]+)"/g)].map(([, purpose = '']) => purpose)
}

describe('the first HTML of the driver form', () => {
  it.each([
    ['en', 'given-name family-name'],
    ['de', 'given-name family-name'],
    ['ja', 'family-name given-name'],
  ])('asks for names in the order of the language (%s)', (language, expected) =>
    expect(
      listAskedFields(language)
        .filter(purpose => purpose.endsWith('-name'))
        .join(' '),
    ).toBe(expected),
  )

  it.each([
    ['en', 'en-001', 'bday-day bday-month bday-year'],
    ['en', 'en-US', 'bday-month bday-day bday-year'],
    ['ja', 'ja', 'bday-year bday-month bday-day'],
    ['ar', 'ar', 'bday-day bday-month bday-year'],
  ])(
    'asks for the date of birth in the order of the locale (%s, %s)',
    (language, locale, expected) =>
      expect(
        listAskedFields(language, locale)
          .filter(purpose => purpose.startsWith('bday'))
          .join(' '),
      ).toBe(expected),
  )
})
