import { expect, type Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'

/** The extras on the plan's step, and the wallet beside the order. */
export function travelItems(page: Page, say: Say = english) {
  const section = page.getByRole('region', { name: say('travel:heading') })
  const wallet = page.getByRole('region', { name: say('travel:items.travel-wallet.name') })
  const itemIn = (place: typeof section) => (code: string) => {
    const name = say(`travel:items.${code}.name`)
    return {
      row: place.getByRole('listitem').filter({ hasText: name }),
      add: place.getByRole('button', { name: say('travel:addLabel', { name }) }),
      less: place.getByRole('button', { name: say('travel:less', { name }) }),
      more: place.getByRole('button', { name: say('travel:more', { name }) }),
      quantity: place.getByRole('textbox', { name: say('travel:quantity', { name }) }),
    }
  }
  return {
    section,
    item: itemIn(section),
    disclosure: section.locator('summary'),
    announces: (text: string) => expect(section.getByRole('status')).toHaveText(text),
    wallet: {
      card: wallet,
      ...itemIn(wallet)('travel-wallet'),
      no: wallet.getByRole('button', { name: say('travel:noThanks') }),
    },
  }
}
