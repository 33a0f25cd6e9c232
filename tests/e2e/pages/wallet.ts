import type { BrowserContext, Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'

type WalletName = 'Google Pay' | 'Apple Pay'

/** Sets the device's wallets through a cookie of the sandbox. */
export const setDeviceWallets = (
  context: BrowserContext,
  origin: string,
  wallets: ('apple_pay' | 'google_pay')[],
): Promise<void> =>
  context.addCookies([
    { name: 'sandbox_wallets', value: wallets.join(','), url: `${origin}/checkouts/` },
  ])

/** The wallets above the card fields, and the sheet they open. */
export function wallets(page: Page, translate: Translate = translateEnglish) {
  const section = page.getByRole('region', { name: translate('payment:express.label') })
  const sheet = (name: WalletName) => page.getByRole('dialog', { name })
  return {
    section,
    button: (name: WalletName) =>
      section
        .frameLocator('iframe[title="Secure express checkout frame"]')
        .getByRole('button', { name }),
    sheet,
    /** Presses a button in the wallet's sheet. */
    answer: (name: WalletName, answer: string) =>
      sheet(name).frameLocator('iframe').getByRole('button', { name: answer, exact: true }).click(),
    /** The heading when cards are the only method. */
    cardOnlyNote: page.getByText(translate('payment:byCard'), { exact: true }),
  }
}

/** Buttons in the wallet's sheet. */
export const answers = {
  pay: 'Pay',
  declined: 'Pay with a card that is declined',
  asksBank: 'Pay with a card whose bank asks',
  cancel: 'Cancel',
} as const
