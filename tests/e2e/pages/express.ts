import { expect, type Page } from '@playwright/test'
import { type ExpressStepId, findExpressStep } from '@/domain/checkout/steps'
import { type Translate, translateEnglish } from '../../support/texts'
import { ana } from './driver-details'
import { parcel } from './plan'
import { pageSections } from './sections'
import { stepButton } from './step'
import { shownTotal } from './summary'

type Section = 'trip' | 'you' | 'licence' | 'permit' | 'delivery' | 'processing' | 'photos'

/**
 * The two pages of the express checkout. Fields of the first are found by name, since it combines
 * three steps.
 */
export function express(page: Page, translate: Translate = translateEnglish) {
  const field = (name: string) => page.locator(`main [name=${name}]`)
  const findChoice = (name: string, value: string) =>
    page.locator(`main [name=${name}][value="${value}"]`)
  const textFields: [string, string][] = [
    ['license_first_name', ana.firstName],
    ['license_last_name', ana.lastName],
    ['email', ana.email],
    ['date_of_birth_day', ana.birth[0]],
    ['date_of_birth_month', ana.birth[1]],
    ['date_of_birth_year', ana.birth[2]],
    ['place_of_birth', ana.birthPlace],
  ]
  const addressFields: [string, string][] = [
    ['shipping_address', parcel.street],
    ['shipping_postcode', parcel.postcode],
    ['shipping_city', parcel.city],
  ]
  const { row, openSection } = pageSections<Section>(page)
  const expectShown = async (id: ExpressStepId) => {
    const { route } = findExpressStep(id)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      translate(`steps.${id}.heading`),
    )
    await expect(page).toHaveURL(new RegExp(`/checkouts${route}$`))
  }
  return {
    field,
    open: (query = '?simple-flow=1') => page.goto(`/checkouts/express/info/${query}`),
    openPayment: () => page.goto('/checkouts/express/payment/'),
    expectInfo: () => expectShown('info'),
    expectPayment: () => expectShown('express-payment'),
    errorSummary: page.getByRole('alert').filter({ hasText: translate('errors.title') }),
    continue: stepButton(page, translate('express.continueShort')),
    row,
    back: page.getByRole('link', { name: translate('progress.back') }),
    /** The step list: all steps on a desktop, the current one on a phone. */
    bar: page
      .getByRole('navigation', { name: translate('progress.label') })
      .filter({ visible: true }),
    expectTotal: (total: string) => expect(shownTotal(page, translate)).toHaveText(total),
    standard: findChoice('urgent', 'no'),
    openSection,
    chooseDigital: async () => {
      await openSection('permit')
      await findChoice('category', 'digital').check()
    },
    chooseStandard: async () => {
      await openSection('processing')
      await findChoice('urgent', 'no').check()
    },
    fillDriver: async () => {
      for (const section of ['you', 'licence'] as const) await openSection(section)
      for (const [name, value] of textFields) await field(name).fill(value)
      await findChoice('license_classes', 'b_passenger_car').check()
      await findChoice('gender', 'female').check()
      await findChoice('height_unit', 'cm').check()
      await field('height').fill(ana.height)
      await findChoice('eye_color', 'brown').check()
    },
    fillAddress: async () => {
      await openSection('delivery')
      for (const [name, value] of addressFields) await field(name).fill(value)
      // Without scripts the page keeps the fields of the country it was rendered with.
      const state = field('shipping_state')
      const isList = await state.evaluate(element => element.tagName === 'SELECT')
      await (isList ? state.selectOption(parcel.state) : state.fill(parcel.state))
      await field('phone').fill(parcel.phone)
    },
    expectFilled: async () => {
      for (const [name, value] of [...textFields, ...addressFields])
        await expect(field(name)).toHaveValue(value)
    },
  }
}
