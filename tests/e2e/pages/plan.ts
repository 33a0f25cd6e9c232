import { expect, type Locator, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepButton, stepPage } from './step'

export const parcel = {
  street: '12 Salmon Street',
  city: 'Portland',
  postcode: '97201',
  state: 'OR',
  phone: '503 555 0143',
} as const

/** Country-specific names of address fields: suffixes of the text keys. */
const alternativeNames = {
  street: ['street', 'block'],
  postcode: ['zip', 'postal', 'pin', 'eircode'],
  city: ['suburb', 'district'],
  state: [
    ...['province', 'state', 'prefecture', 'emirate', 'county', 'parish', 'island'],
    ...['department', 'area', 'district', 'oblast', 'do_si', 'governorate'],
  ],
}

const escapeRegExp = (text: string) => text.replace(/[()]/g, String.raw`\$&`)

/** Step 3: the plan and its delivery. */
export function plan(page: Page, translate: Translate = translateEnglish) {
  const text = (key: string) =>
    page.getByRole('textbox', { name: translate(`plan:address.${key}`), exact: true })
  /** Matches the field under any of its country-specific names. */
  const buildNamePattern = (key: keyof typeof alternativeNames) => {
    const labels = ['', ...alternativeNames[key]].map(context =>
      translate(`plan:address.${key}`, { context }),
    )
    const optional = ` ${translate('optional')}`
    return new RegExp(
      `^(?:${[...labels, ...labels.map(name => name + optional)].map(escapeRegExp).join('|')})$`,
    )
  }
  const fields = {
    country: page.getByRole('combobox', {
      name: translate('plan:address.country'),
      exact: true,
    }),
    firstName: text('firstName'),
    lastName: text('lastName'),
    street: page.getByRole('textbox', { name: buildNamePattern('street') }),
    houseNumber: text('number'),
    postcode: page.getByRole('textbox', { name: buildNamePattern('postcode') }),
    city: page.getByRole('textbox', { name: buildNamePattern('city') }),
    /** A select where the country has a list of states. */
    state: page.getByRole('combobox', { name: buildNamePattern('state') }),
    phone: page.getByRole('textbox', { name: translate('plan:phone.label') }),
  }
  const addressFields: [Locator, string][] = [
    [fields.street, parcel.street],
    [fields.city, parcel.city],
    [fields.postcode, parcel.postcode],
  ]
  return {
    ...stepPage(page, 'shipping', translate),
    ...fields,
    printed: page.getByRole('radio', { name: translate('plan:format.physical.name') }),
    digital: page.getByRole('radio', { name: translate('plan:format.digital.name') }),
    years: (count: number) =>
      page.getByRole('radio', { name: translate('plan:years.title', { count }) }),
    method: (name: string) => page.getByRole('radio', { name }),
    /** The line with the known address, and its fields once it is opened. */
    addressLine: page.locator('summary', { hasText: translate('plan:delivery.change') }),
    tripStart: page.getByLabel(translate('plan:trip.start')),
    noDelivery: page.getByText(translate('plan:delivery.notNeeded')),
    acknowledgement: (country: string) =>
      page.getByRole('checkbox', {
        name: translate('permits:acknowledge.digital_refused', { country }),
      }),
    /** Notice that an open payment blocks changes, and the button to cancel it. */
    heldNotice: page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: translate('notSaved.held.title') }),
    changeAnyway: page
      .getByRole('main')
      .getByRole('button', { name: translate('notSaved.held.again') }),
    continue: stepButton(page, translate('plan:continueShort')),
    /** `label` is the field's label. */
    issue: (key: string, label = '') => translate(`plan:issues.${key}`, { label }),
    /** Expects exactly these fields below the names, in this order. */
    expectFields: (...parts: string[]) =>
      expect
        .poll(() =>
          page
            .locator('main form [name^=shipping_], main form [name=street_number]')
            .evaluateAll(controls =>
              controls
                .filter(control => control.checkVisibility())
                .map(control => control.getAttribute('name')?.replace('shipping_', ''))
                .filter(
                  name => !['country', 'first_name', 'last_name', 'method'].includes(`${name}`),
                ),
            ),
        )
        .toEqual(parts),
    fillAddress: async () => {
      for (const [field, value] of addressFields) await field.fill(value)
      await fields.state.selectOption(parcel.state)
      if ((await fields.phone.inputValue()) === '') await fields.phone.fill(parcel.phone)
    },
    /** Opens a known address and reads its fields. */
    expectAddress: async () => {
      const known = page.locator('details:not([open]) > summary', {
        hasText: translate('plan:delivery.change'),
      })
      if (await known.isVisible()) await known.click()
      for (const [field, value] of addressFields) await expect(field).toHaveValue(value)
      await expect(fields.state).toHaveValue(parcel.state)
    },
  }
}
