import { expect, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepPage } from './step'

/** The provider's test cards. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  wrongCode: '4000 0000 0000 0127',
  asksBank: '4000 0027 6000 3184',
} as const

/** The fifth step. Card fields stand in the provider's frames, each in a box of ours. */
export function payment(page: Page, translate: Translate = translateEnglish) {
  // A field gets its name from our page, and can be typed in from then on.
  const frameField = (box: string) =>
    page
      .frameLocator(`#${box} iframe`)
      .getByRole('textbox', { name: translate(`payment:card.${box}`), exact: true })
  const fields = {
    number: frameField('card'),
    date: frameField('date'),
    cvc: frameField('cvc'),
    holder: page.getByRole('textbox', { name: translate('payment:card.cardholder_name') }),
    terms: page.getByRole('checkbox'),
  }
  // Of the form that is one piece; its words are the provider's own.
  const formField = (name: string) =>
    page.frameLocator('#card-box iframe').getByRole('textbox', { name, exact: true })
  const form = {
    number: formField('Card number'),
    date: formField('Expiration date'),
    cvc: formField('Security code'),
  }
  const bank = page.frameLocator('iframe[title="Card authentication"]')
  const accept = bank.getByRole('button', { name: 'Complete authentication' })
  // The bank's page takes the focus once it can be answered.
  const waitForChallenge = () => expect(accept).toBeFocused()
  const fillCard = async (number: string) => {
    await fields.number.fill(number)
    await fields.date.fill('12 / 34')
    await fields.cvc.fill('123')
    await fields.holder.fill('Ana Silva')
  }
  const pay = (total: string) =>
    page.getByRole('button', { name: translate('payment:pay', { total }), exact: true })
  return {
    ...stepPage(page, 'payment', translate),
    ...fields,
    form,
    fillCard,
    pay,
    /** Fills the card in, agrees to the terms and presses Pay. */
    payWith: async (card: string, total: string) => {
      await fillCard(card)
      await fields.terms.check()
      await pay(total).click()
    },
    /** What is said after a payment that did not go through, by its key in the texts. */
    notice: (key: string) =>
      page.getByRole('alert').filter({ hasText: translate(`payment:${key}.title`) }),
    cancelPayment: page.getByRole('button', { name: translate('payment:told.waiting.cancel') }),
    bank: {
      waitForChallenge,
      accept: async () => {
        await waitForChallenge()
        await accept.click()
      },
      refuse: async () => {
        await waitForChallenge()
        await bank.getByRole('button', { name: 'Fail authentication' }).click()
      },
      close: async () => {
        await waitForChallenge()
        await page.getByRole('button', { name: 'Close authentication' }).click()
      },
    },
    issue: (key: string) => translate(`payment:issues.${key}`),
  }
}
