import { expect, type Page } from '@playwright/test'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { buildPhotoRoute } from '@/domain/photos/photo-files'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepButton, stepPage } from './step'
import { studio } from './studio'

/** A file as a test gives it to the browser. */
export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Where photos are handed in: in the checkout, and on a phone that was let in for them. */
export function photoPanel(page: Page, translate: Translate = translateEnglish) {
  const panel = page.getByRole('region').filter({ has: page.locator('#photo-open') })
  const button = (key: string) => panel.getByRole('button', { name: translate(`photos:${key}`) })
  const input = panel.locator('input[type=file]')
  const tools = studio(page, translate)
  /** Whatever the checks say, the photo is used as it is. */
  const acceptPhoto = async () => {
    await expect(tools.useAnyway.or(tools.use)).toBeVisible({ timeout: 30_000 })
    if (await tools.useAnyway.isVisible()) await tools.useAnyway.click()
    await tools.use.click()
    await expect(tools.dialog).toBeHidden({ timeout: 20_000 })
  }
  return {
    panel,
    tools,
    input,
    acceptPhoto,
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
    preview: (type: DocumentType) =>
      panel.getByRole('img', {
        name: translate('photos:there.picture', { title: translate(`photos:${type}.title`) }),
      }),
    next: (type: DocumentType) =>
      panel.getByRole('link', {
        name: translate('photos:next', { title: translate(`photos:${type}.title`) }),
      }),
    allPhotos: page.getByRole('link', { name: translate('photos:back') }),
    progress: panel.getByRole('progressbar'),
    /** What is wrong with the photo that is open. */
    problem: panel.getByRole('alert'),
    expectOpen: (type: DocumentType) =>
      expect(page.locator('#photo-open')).toHaveText(translate(`photos:${type}.title`)),
    /** How the photo that is open stands. */
    expectState: (state: string) => expect(panel).toContainText(translate(`photos:state.${state}`)),
    /** How the list says a photo stands. */
    expectListedState: (type: DocumentType, state: string) =>
      expect(page.locator(`#photo-${type}`)).toContainText(translate(`photos:state.${state}`)),
    /** Gives a file to the photo that is open, and uses what the tools make of it. */
    addFile: async (file: UploadFile) => {
      await input.setInputFiles(file)
      await acceptPhoto()
    },
  }
}

/** The second step. */
export const photos = (page: Page, translate: Translate = translateEnglish) => ({
  ...stepPage(page, 'upload-photos', translate),
  ...photoPanel(page, translate),
  title: stepPage(page, 'upload-photos', translate).title,
  photoTitle: page.locator('#photo-open'),
  addLater: stepButton(page, translate('photos:addLater')),
  continue: stepButton(page, translate('photos:continue')),
  toOrder: page.getByRole('link', { name: translate('photos:toOrder') }),
  openPhoto: (type: DocumentType, query = '') =>
    page.goto(`/checkouts${buildPhotoRoute(type)}${query}`),
})
