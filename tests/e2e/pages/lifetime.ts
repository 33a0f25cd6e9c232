import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'
import { payment } from './payment'

/** The offer at the end of a paid order; its card fields are those of the payment step. */
export function lifetime(page: Page, say: Say = english) {
  const { fillCard, number, date, cvc, holder, pay, told, bank } = payment(page, say)
  const said = (key: string) =>
    page.getByRole('status').filter({ hasText: say(`thank-you:lifetime.${key}`) })
  return {
    fillCard,
    number,
    date,
    cvc,
    holder,
    pay,
    told,
    bank,
    heading: page.getByRole('heading', { name: say('thank-you:lifetime.heading') }),
    accept: (total: string) =>
      page.getByRole('button', { name: say('thank-you:lifetime.accept', { total }) }),
    decline: page.getByRole('button', { name: say('thank-you:lifetime.decline') }),
    skip: page.getByRole('link', { name: say('thank-you:lifetime.skip') }),
    /** It stood here, and was declined. */
    declined: said('declined'),
    gone: said('gone'),
    /** It is bought. */
    done: said('done'),
    secondNumber: page.getByText(say('thank-you:lifetime.number')),
    payWith: async (card: string, total: string) => {
      await fillCard(card)
      await pay(total).click()
    },
  }
}
