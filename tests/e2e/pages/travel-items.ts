import { expect, type Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'

/** Travel items on the plan step, and the wallet next to the order. */
export function travelItems(page: Page, translate: Translate = translateEnglish) {
  const section = page.getByRole('region', { name: translate('travel:heading') })
  const wallet = page.getByRole('region', { name: translate('travel:items.travel-wallet.name') })
  const findItem = (container: typeof section) => (code: string) => {
    const name = translate(`travel:items.${code}.name`)
    return {
      row: container.getByRole('listitem').filter({ hasText: name }),
      add: container.getByRole('button', { name: translate('travel:addLabel', { name }) }),
      decrease: container.getByRole('button', { name: translate('travel:less', { name }) }),
      increase: container.getByRole('button', { name: translate('travel:more', { name }) }),
      quantity: container.getByRole('textbox', { name: translate('travel:quantity', { name }) }),
    }
  }
  return {
    section,
    item: findItem(section),
    /** The line of all extras. */
    line: section.locator('summary').first(),
    /** Opens the line; it is open already while the order has an item. */
    open: () => section.locator('summary').first().click(),
    disclosure: section.locator('summary').nth(1),
    expectAnnouncement: (text: string) => expect(section.getByRole('status')).toHaveText(text),
    wallet: {
      card: wallet,
      ...findItem(wallet)('travel-wallet'),
      no: wallet.getByRole('button', { name: translate('travel:noThanks') }),
    },
  }
}
