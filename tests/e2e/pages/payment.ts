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

/** Step 5. Card fields are in the provider's frames, each inside a box of the page. */
export function payment(page: Page, translate: Translate = translateEnglish) {
  // The page sets a field's name when the field is ready to be typed in.
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
  // A field of the Payment Element, whose labels are the provider's.
  const formField = (name: string) =>
    page.frameLocator('#card-box iframe').getByRole('textbox', { name, exact: true })
  const form = {
    number: formField('Card number'),
    date: formField('Expiration date'),
    cvc: formField('Security code'),
  }
  const bank = page.frameLocator('iframe[title="Card authentication"]')
  const accept = bank.getByRole('button', { name: 'Complete authentication' })
  // The challenge focuses its button once it can be answered.
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
    /** The card can be paid with: each field gets its name when it is ready. */
    expectCard: async () => {
      for (const field of [fields.number, fields.date, fields.cvc])
        await expect(field).toBeVisible()
    },
    fillCard,
    pay,
    /** Fills in the card, accepts the terms and presses Pay. */
    payWith: async (card: string, total: string) => {
      await fillCard(card)
      await fields.terms.check()
      await pay(total).click()
    },
    /** The message after a failed payment, by its text key. */
    notice: (key: string) =>
      page.getByRole('alert').filter({ hasText: translate(`payment:${key}.title`) }),
    cancelPayment: page.getByRole('button', { name: translate('payment:notices.waiting.cancel') }),
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
