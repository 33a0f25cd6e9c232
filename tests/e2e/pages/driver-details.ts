import { expect, type Locator, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { pageSections } from './sections'
import { stepButton, stepPage } from './step'

/** Answers of the test driver. */
export const ana = {
  firstName: 'Ana',
  lastName: 'Silva',
  email: 'ana@example.com',
  birth: ['14', '03', '1991'],
  birthPlace: 'Lisbon, Portugal',
  height: '170',
} as const

type Section = 'trip' | 'you' | 'licence'

type CountryField = 'license_issued' | 'country_of_residence' | 'dialCode'

/** Step 1. */
export function driverDetails(page: Page, translate: Translate = translateEnglish) {
  const text = (key: string) =>
    page.getByRole('textbox', { name: translate(`driver-details:${key}`), exact: true })
  const fields = {
    /** The select of the destinations, also when a picker has replaced it visually. */
    destinations: page.locator('select[name=destinations]'),
    chosen: page.getByRole('list', { name: translate('pickers:chosen') }),
    issued: page.getByRole('combobox', { name: translate('driver-details:trip.issued') }),
    residence: page.getByRole('combobox', { name: translate('driver-details:trip.residence') }),
    // By name: a closed section has its values, but no accessible fields.
    firstName: page.locator('input[name=license_first_name]'),
    lastName: page.locator('input[name=license_last_name]'),
    email: page.locator('input[name=email]'),
    consent: page.getByRole('checkbox', { name: translate('driver-details:you.consent') }),
    phone: page.getByRole('textbox', { name: translate('driver-details:you.phone') }),
    day: text('you.day'),
    month: text('you.month'),
    year: text('you.year'),
    birthPlace: text('you.birthPlace'),
    car: page.getByRole('checkbox', {
      name: `B – ${translate('driver-details:licence.class.b_passenger_car')}`,
    }),
    female: page.getByRole('radio', {
      name: translate('driver-details:licence.genders.female'),
      exact: true,
    }),
    centimetres: page.getByRole('radio', { name: translate('driver-details:licence.units.cm') }),
    feetAndInches: page.getByRole('radio', { name: translate('driver-details:licence.units.ft') }),
    height: text('licence.centimetres'),
    feet: text('licence.ft'),
    inches: text('licence.in'),
    brownEyes: page.getByRole('radio', { name: translate('driver-details:licence.colors.brown') }),
  }
  const list = page.locator('details').filter({ has: fields.destinations }).locator('summary')
  const picker = page.locator('input#destinations, button#destinations')
  const { row, openSection } = pageSections<Section>(page)

  const nameFields: [Locator, string][] = [
    [fields.firstName, ana.firstName],
    [fields.lastName, ana.lastName],
    [fields.email, ana.email],
  ]
  const birthFields: [Locator, string][] = [
    [fields.day, ana.birth[0]],
    [fields.month, ana.birth[1]],
    [fields.year, ana.birth[2]],
    [fields.birthPlace, ana.birthPlace],
  ]
  const filledFields: [Locator, string][] = [
    ...nameFields,
    ...birthFields,
    [fields.height, ana.height],
  ]
  const checkedFields = [fields.car, fields.female, fields.brownEyes]

  /** Adds a destination through the picker, inline or in its sheet. */
  async function addDestination(name: string): Promise<void> {
    const search = await openPicker()
    await search.fill(name)
    await search.press('Enter')
    await expect(
      fields.chosen.or(sheet.getByRole('option', { selected: true })).first(),
    ).toContainText(name)
    if (await done.isVisible()) await done.click()
    else await page.keyboard.press('Escape')
  }

  const sheet = page.getByRole('dialog')
  /** With the number of countries that are chosen. */
  const done = sheet.getByRole('button', { name: translate('pickers:done') })

  /** Opens the destination picker; returns its text field. */
  async function openPicker(): Promise<Locator> {
    await openSection('trip')
    // The hover makes the picker replace the list before the click. It is forced: the actionability
    // check would keep waiting for the list once it is replaced.
    await list.or(picker).filter({ visible: true }).hover({ force: true })
    await expect(picker).toBeVisible()
    await picker.click()
    const isSheet = await picker.evaluate(element => element.tagName === 'BUTTON')
    return isSheet ? sheet.getByRole('combobox') : picker
  }

  async function leavePicker(): Promise<void> {
    if (await done.isVisible()) await done.click()
    else await page.keyboard.press('Tab')
  }

  return {
    ...stepPage(page, 'driver-details', translate),
    ...fields,
    /** Opens the native select, as before hydration. */
    openList: () => list.click(),
    addDestination,
    openPicker,
    leavePicker,
    removeDestination: (name: string) =>
      page.getByRole('button', { name: translate('pickers:remove', { name }) }).click(),
    /** Sets a country the way browser autofill does. */
    choose: (field: CountryField, code: string) =>
      page.locator(`select[name=${field}]`).selectOption(code),
    expectValue: (field: CountryField, code: string) =>
      expect(page.locator(`select[name=${field}]`)).toHaveValue(code),
    acknowledgement: (country: string) =>
      page.getByRole('checkbox', {
        name: translate('permits:acknowledge.not_accepted', { country }),
      }),
    continue: stepButton(page, translate('driver-details:continueShort')),
    openSection,
    /** The row of a closed section. */
    row,
    sectionHeading: (section: Section) =>
      page.getByRole('heading', { level: 2, name: translate(`driver-details:${section}.heading`) }),
    issue: (key: string, values: Record<string, string> = {}) =>
      translate(`driver-issues:${key}`, values),
    fill: async () => {
      await openSection('you')
      for (const [field, value] of nameFields) await field.fill(value)
      await openSection('licence')
      for (const [field, value] of birthFields) await field.fill(value)
      await fields.centimetres.check()
      await fields.height.fill(ana.height)
      for (const choice of checkedFields) await choice.check()
    },
    /** Opens the rows of the answers and reads them. */
    expectFilled: async () => {
      await openSection('you')
      await openSection('licence')
      for (const [field, value] of filledFields) await expect(field).toHaveValue(value)
      for (const choice of checkedFields) await expect(choice).toBeChecked()
    },
  }
}
