import { expect, type Locator, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'

export const parcel = {
  street: '12 Salmon Street',
  city: 'Portland',
  postcode: '97201',
  state: 'OR',
} as const

/** The third step: the plan and where it goes. */
export function plan(page: Page, say: Say = english) {
  const text = (key: string) =>
    page.getByRole('textbox', { name: say(`plan:address.${key}`), exact: true })
  const fields = {
    country: page.getByRole('combobox', { name: say('plan:address.country') }),
    firstName: text('firstName'),
    lastName: text('lastName'),
    street: text('street'),
    postcode: text('postcode'),
    city: text('city'),
    state: text('state'),
  }
  const typed: [Locator, string][] = [
    [fields.street, parcel.street],
    [fields.city, parcel.city],
    [fields.postcode, parcel.postcode],
    [fields.state, parcel.state],
  ]
  return {
    ...stepPage(page, 'shipping', say),
    ...fields,
    printed: page.getByRole('radio', { name: say('plan:format.physical.name') }),
    digital: page.getByRole('radio', { name: say('plan:format.digital.name') }),
    years: (count: number) => page.getByRole('radio', { name: say('plan:years.title', { count }) }),
    method: (name: string) => page.getByRole('radio', { name }),
    noDelivery: page.getByText(say('plan:delivery.notNeeded')),
    continue: stepButton(page, say('plan:continueShort')),
    issue: (key: string) => say(`plan:issues.${key}`),
    fillAddress: async () => {
      for (const [field, value] of typed) await field.fill(value)
    },
    hasAddress: async () => {
      for (const [field, value] of typed) await expect(field).toHaveValue(value)
    },
  }
}
