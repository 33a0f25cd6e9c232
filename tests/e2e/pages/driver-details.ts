import { expect, type Locator, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

/** Ana Silva, as she would type it. */
export const ana = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  birth: ['14', '03', '1991'],
  birthPlace: 'Lisbon, Portugal',
  height: '170',
} as const

/** The first step. */
export function driverDetails(page: Page, say: Say = english) {
  const text = (key: string) =>
    page.getByRole('textbox', { name: say(`driver-details:${key}`), exact: true })
  const fields = {
    destination: page.getByRole('combobox', { name: say('driver-details:trip.destination') }),
    issued: page.getByRole('combobox', { name: say('driver-details:trip.issued') }),
    residence: page.getByRole('combobox', { name: say('driver-details:trip.residence') }),
    firstName: text('you.firstName'),
    lastName: text('you.lastName'),
    email: text('you.email'),
    consent: page.getByRole('checkbox', { name: say('driver-details:you.consent') }),
    phone: page.getByRole('textbox', { name: say('driver-details:you.phone') }),
    day: text('you.day'),
    month: text('you.month'),
    year: text('you.year'),
    birthPlace: text('you.birthPlace'),
    car: page.getByRole('checkbox', {
      name: `B – ${say('driver-details:licence.class.b_passenger_car')}`,
    }),
    female: page.getByRole('radio', {
      name: say('driver-details:licence.genders.female'),
      exact: true,
    }),
    height: text('licence.height'),
    brownEyes: page.getByRole('radio', { name: say('driver-details:licence.colors.brown') }),
  }
  const typed: [Locator, string][] = [
    [fields.firstName, ana.firstName],
    [fields.lastName, ana.lastName],
    [fields.email, ana.email],
    [fields.day, ana.birth[0]],
    [fields.month, ana.birth[1]],
    [fields.year, ana.birth[2]],
    [fields.birthPlace, ana.birthPlace],
    [fields.height, ana.height],
  ]
  const ticked = [fields.car, fields.female, fields.brownEyes]
  return {
    ...stepPage(page, 'driver-details', say),
    ...fields,
    continue: stepButton(page, say('driver-details:continueShort')),
    issue: (key: string) => say(`driver-details:issues.${key}`),
    fill: async () => {
      for (const [field, value] of typed) await field.fill(value)
      for (const choice of ticked) await choice.check()
    },
    isFilled: async () => {
      for (const [field, value] of typed) await expect(field).toHaveValue(value)
      for (const choice of ticked) await expect(choice).toBeChecked()
    },
  }
}
