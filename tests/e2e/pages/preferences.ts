import type { Page } from '@playwright/test'
import { type Translate, translateEnglish } from '../../support/texts'

/** The language and currency button of every page, and its dialog. */
export function preferences(page: Page, translate: Translate = translateEnglish) {
  const dialog = page.getByRole('dialog', { name: translate('preferences:title') })
  const button = page.getByRole('button', { name: translate('preferences.buttonLabel') })
  const apply = dialog.getByRole('button', { name: translate('preferences:apply') })
  return {
    button,
    dialog,
    apply,
    retry: dialog.getByRole('button', { name: translate('preferences:retry') }),
    notice: dialog.getByRole('alert'),
    search: dialog.getByRole('searchbox', { name: translate('preferences:search') }),
    found: (count: number) => dialog.getByText(translate('preferences:found', { count })),
    noneFound: dialog.getByText(translate('preferences:noneFound')),
    /** Opens the dialog, chooses and applies. */
    choose: async (currency: string, language?: string) => {
      await button.click()
      await dialog.getByRole('radio', { name: currency }).check()
      if (language)
        await dialog.getByRole('radio', { name: new RegExp(`^${language}|– ${language}`) }).check()
      await apply.click()
    },
    /** The price comparison shown after a change to this currency. */
    receipt: (currency: string) =>
      page.getByRole('group', { name: translate('currency.now', { currency }) }).first(),
  }
}
