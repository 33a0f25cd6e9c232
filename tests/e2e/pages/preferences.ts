import type { Page } from '@playwright/test'
import { english, type Say } from '../../support/texts'

/** The language and currency button of every page, and the dialog it opens. */
export function preferences(page: Page, say: Say = english) {
  const dialog = page.getByRole('dialog', { name: say('preferences.title') })
  return {
    button: page.getByRole('button', { name: say('preferences.buttonLabel') }),
    dialog,
    apply: dialog.getByRole('button', { name: say('preferences.apply') }),
  }
}
