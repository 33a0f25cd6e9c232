import { expect, type Page } from '@playwright/test'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { photoRoute } from '@/domain/photos/photo-files'
import { english, type Say } from '../../support/texts'
import { stepButton, stepPage } from './step'
import { studio } from './studio'

/** A file as a test gives it to the browser. */
export interface GivenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Where photos are handed in: in the checkout, and on a phone that was let in for them. */
export function photoDesk(page: Page, say: Say = english) {
  const panel = page.getByRole('region').filter({ has: page.locator('#photo-open') })
  const button = (key: string) => panel.getByRole('button', { name: say(`photos:${key}`) })
  const input = panel.locator('input[type=file]')
  const tools = studio(page, say)
  /** Whatever the checks say, the photo is used as it is. */
  const use = async () => {
    await expect(tools.useAnyway.or(tools.use)).toBeVisible({ timeout: 30_000 })
    if (await tools.useAnyway.isVisible()) await tools.useAnyway.click()
    await tools.use.click()
    await expect(tools.dialog).toBeHidden({ timeout: 20_000 })
  }
  return {
    panel,
    tools,
    input,
    use,
    title: page.locator('#photo-open'),
    row: (type: DocumentType) => page.locator(`#photo-${type}`),
    take: button('take'),
    sign: button('sign'),
    usePhone: button('phone'),
    cancel: button('upload.cancel'),
    retry: button('upload.retry'),
    replace: button('there.replace'),
    remove: button('there.remove'),
    /** The small picture of a photo that has arrived. */
    sent: (type: DocumentType) =>
      panel.getByRole('img', {
        name: say('photos:there.picture', { title: say(`photos:${type}.title`) }),
      }),
    next: (type: DocumentType) =>
      panel.getByRole('link', {
        name: say('photos:next', { title: say(`photos:${type}.title`) }),
      }),
    allPhotos: page.getByRole('link', { name: say('photos:back') }),
    progress: panel.getByRole('progressbar'),
    /** What is wrong with the photo that is open. */
    wrong: panel.getByRole('alert'),
    isOpen: (type: DocumentType) =>
      expect(page.locator('#photo-open')).toHaveText(say(`photos:${type}.title`)),
    /** How the photo that is open stands. */
    stands: (state: string) => expect(panel).toContainText(say(`photos:state.${state}`)),
    /** How the list says a photo stands. */
    listed: (type: DocumentType, state: string) =>
      expect(page.locator(`#photo-${type}`)).toContainText(say(`photos:state.${state}`)),
    /** Gives a file to the photo that is open, and uses what the tools make of it. */
    give: async (file: GivenFile) => {
      await input.setInputFiles(file)
      await use()
    },
  }
}

/** The second step. */
export const photos = (page: Page, say: Say = english) => ({
  ...stepPage(page, 'upload-photos', say),
  ...photoDesk(page, say),
  title: stepPage(page, 'upload-photos', say).title,
  photoTitle: page.locator('#photo-open'),
  addLater: stepButton(page, say('photos:addLater')),
  continue: stepButton(page, say('photos:continue')),
  toOrder: page.getByRole('link', { name: say('photos:toOrder') }),
  openPhoto: (type: DocumentType, query = '') => page.goto(`/checkouts${photoRoute(type)}${query}`),
})
