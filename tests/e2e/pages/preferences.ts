import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'

/** The language and currency button of every page, and the dialog it opens. */
export function preferences(page: Page, say: Say = english) {
  const dialog = page.getByRole('dialog', { name: say('preferences:title') })
  const button = page.getByRole('button', { name: say('preferences.buttonLabel') })
  const apply = dialog.getByRole('button', { name: say('preferences:apply') })
  return {
    button,
    dialog,
    apply,
    tryAgain: dialog.getByRole('button', { name: say('preferences:retry') }),
    told: dialog.getByRole('alert'),
    search: dialog.getByRole('searchbox', { name: say('preferences:search') }),
    found: (count: number) => dialog.getByText(say('preferences:found', { count })),
    noneFound: dialog.getByText(say('preferences:noneFound')),
    /** Opens the dialog, chooses and applies. */
    choose: async (currency: string, language?: string) => {
      await button.click()
      await dialog.getByRole('radio', { name: currency }).check()
      if (language)
        await dialog.getByRole('radio', { name: new RegExp(`^${language}|– ${language}`) }).check()
      await apply.click()
    },
    /** What a change of currency to this one has done to the price. */
    receipt: (currency: string) =>
      page.getByRole('group', { name: say('currency.now', { currency }) }).first(),
  }
}
