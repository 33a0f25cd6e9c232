import { expect, type Locator, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

export const parcel = {
  street: '12 Salmon Street',
  city: 'Portland',
  postcode: '97201',
  state: 'OR',
  phone: '503 555 0143',
} as const

/** What countries call the parts of an address besides their usual names: the ends of the texts' keys. */
const names = {
  street: ['street', 'block'],
  postcode: ['zip', 'postal', 'pin', 'eircode'],
  city: ['suburb', 'district'],
  state: [
    ...['province', 'state', 'prefecture', 'emirate', 'county', 'parish', 'island'],
    ...['department', 'area', 'district', 'oblast', 'do_si'],
  ],
}

const escaped = (text: string) => text.replace(/[()]/g, String.raw`\$&`)

/** The third step: the plan and where it goes. */
export function plan(page: Page, say: Say = english) {
  const text = (key: string) =>
    page.getByRole('textbox', { name: say(`plan:address.${key}`), exact: true })
  /** A field of the address under any of the names that countries have for it. */
  const called = (key: keyof typeof names) => {
    const all = ['', ...names[key]].map(context => say(`plan:address.${key}`, { context }))
    const optional = ` ${say('optional')}`
    return new RegExp(
      `^(?:${[...all, ...all.map(name => name + optional)].map(escaped).join('|')})$`,
    )
  }
  const fields = {
    country: page.getByRole('combobox', { name: say('plan:address.country') }),
    firstName: text('firstName'),
    lastName: text('lastName'),
    street: page.getByRole('textbox', { name: called('street') }),
    houseNumber: text('number'),
    postcode: page.getByRole('textbox', { name: called('postcode') }),
    city: page.getByRole('textbox', { name: called('city') }),
    /** Chosen from a list, where there is one. */
    state: page.getByRole('combobox', { name: called('state') }),
    phone: page.getByRole('textbox', { name: say('plan:phone.label') }),
  }
  const typed: [Locator, string][] = [
    [fields.street, parcel.street],
    [fields.city, parcel.city],
    [fields.postcode, parcel.postcode],
  ]
  return {
    ...stepPage(page, 'shipping', say),
    ...fields,
    printed: page.getByRole('radio', { name: say('plan:format.physical.name') }),
    digital: page.getByRole('radio', { name: say('plan:format.digital.name') }),
    years: (count: number) => page.getByRole('radio', { name: say('plan:years.title', { count }) }),
    method: (name: string) => page.getByRole('radio', { name }),
    noDelivery: page.getByText(say('plan:delivery.notNeeded')),
    understood: (country: string) =>
      page.getByRole('checkbox', { name: say('permits:acknowledge.digital_refused', { country }) }),
    /** What says that an open payment holds the order, and the way out. */
    held: page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: say('notSaved.held.title') }),
    changeAllTheSame: page
      .getByRole('main')
      .getByRole('button', { name: say('notSaved.held.again') }),
    continue: stepButton(page, say('plan:continueShort')),
    /** `label` is what stands above the field. */
    issue: (key: string, label = '') => say(`plan:issues.${key}`, { label }),
    /** What is asked for below the names, in this order and nothing else. */
    asksFor: (...parts: string[]) =>
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
      for (const [field, value] of typed) await field.fill(value)
      await fields.state.selectOption(parcel.state)
      // Only those are asked who have not given one with the driver's details.
      if (await fields.phone.isVisible()) await fields.phone.fill(parcel.phone)
    },
    hasAddress: async () => {
      for (const [field, value] of typed) await expect(field).toHaveValue(value)
      await expect(fields.state).toHaveValue(parcel.state)
    },
  }
}
