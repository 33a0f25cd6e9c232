import type { Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { payment } from './payment'

/** The lifetime offer after payment; it has the card fields of the payment step. */
export function lifetime(page: Page, translate: Translate = translateEnglish) {
  const { fillCard, number, date, cvc, holder, pay, notice, bank } = payment(page, translate)
  const findStatus = (key: string) =>
    page.getByRole('status').filter({ hasText: translate(`thank-you:lifetime.${key}`) })
  return {
    fillCard,
    number,
    date,
    cvc,
    holder,
    pay,
    notice,
    bank,
    heading: page.getByRole('heading', { name: translate('thank-you:lifetime.heading') }),
    accept: (total: string) =>
      page.getByRole('button', { name: translate('thank-you:lifetime.accept', { total }) }),
    decline: page.getByRole('button', { name: translate('thank-you:lifetime.decline') }),
    /** Shown after the offer was declined. */
    declined: findStatus('declined'),
    unavailable: findStatus('gone'),
    /** Shown after the purchase. */
    bought: findStatus('done'),
    secondNumber: page.getByText(translate('thank-you:lifetime.number')),
    payWith: async (card: string, total: string) => {
      await fillCard(card)
      await pay(total).click()
    },
  }
}
