import { expect, type Page } from '@playwright/test'
import { type ExpressStepId, expressStepById } from '@/domain/checkout/steps'
import { english, type Say } from '../../support/texts'
import { ana } from './driver-details'
import { parcel } from './plan'
import { stepButton } from './step'
import { orderSummary } from './summary'

/** The two pages of the express checkout. The first asks what three steps ask: its fields are found by their names. */
export function express(page: Page, say: Say = english) {
  const field = (name: string) => page.locator(`main [name=${name}]`)
  const choice = (name: string, value: string) =>
    page.locator(`main [name=${name}][value="${value}"]`)
  const typed: [string, string][] = [
    ['license_first_name', ana.firstName],
    ['license_last_name', ana.lastName],
    ['email', ana.email],
    ['date_of_birth_day', ana.birth[0]],
    ['date_of_birth_month', ana.birth[1]],
    ['date_of_birth_year', ana.birth[2]],
    ['place_of_birth', ana.birthPlace],
  ]
  const address: [string, string][] = [
    ['shipping_address', parcel.street],
    ['shipping_postcode', parcel.postcode],
    ['shipping_city', parcel.city],
  ]
  const shown = async (id: ExpressStepId) => {
    const { route } = expressStepById(id)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say(`steps.${id}.heading`))
    await expect(page).toHaveURL(new RegExp(`/checkouts${route}$`))
  }
  return {
    field,
    open: (query = '?simple-flow=1') => page.goto(`/checkouts/express/info/${query}`),
    openPayment: () => page.goto('/checkouts/express/payment/'),
    infoIsShown: () => shown('info'),
    paymentIsShown: () => shown('express-payment'),
    errorSummary: page.getByRole('alert').filter({ hasText: say('errors.title') }),
    continue: stepButton(page, say('express.continueShort')),
    back: page.getByRole('link', { name: say('progress.back') }),
    /** The steps: all of them on a desktop, the open one on a phone. */
    bar: page.getByRole('navigation', { name: say('progress.label') }).filter({ visible: true }),
    costs: (total: string) => expect(orderSummary(page, say).total).toHaveText(total),
    digital: choice('category', 'digital'),
    standard: choice('urgent', 'no'),
    fillDriver: async () => {
      for (const [name, value] of typed) await field(name).fill(value)
      await choice('license_classes', 'b_passenger_car').check()
      await choice('gender', 'female').check()
      await choice('height_unit', 'cm').check()
      await field('height').fill(ana.height)
      await choice('eye_color', 'brown').check()
    },
    fillAddress: async () => {
      for (const [name, value] of address) await field(name).fill(value)
      // Without scripts the page does not follow the country: it is as for the one it was served with.
      const state = field('shipping_state')
      const isList = await state.evaluate(element => element.tagName === 'SELECT')
      await (isList ? state.selectOption(parcel.state) : state.fill(parcel.state))
      await field('phone').fill(parcel.phone)
    },
    isFilled: async () => {
      for (const [name, value] of [...typed, ...address])
        await expect(field(name)).toHaveValue(value)
    },
  }
}
