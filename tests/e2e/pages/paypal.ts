import type { Page } from '@playwright/test'
import { translateEnglish } from '../../support/texts'

/** PayPal above the card fields, and the page it opens. */
export function paypal(page: Page) {
  const section = page.getByRole('region', { name: translateEnglish('payment:express.label') })
  return {
    /** The PayPal SDK's button. */
    button: section.getByRole('button', { name: 'PayPal', exact: true }),
    /** The shop's own button, where popups cannot be opened. */
    link: section.getByRole('button', { name: translateEnglish('payment:paypal.button') }),
  }
}

/** Buttons on PayPal's approval page. */
export const answers = {
  pay: 'Pay now',
  declined: 'Pay with a card that is declined',
  cancel: 'Cancel and return to the shop',
} as const
