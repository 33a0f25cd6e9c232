import { expect, type Page } from '@playwright/test'
import type { DocumentType } from '@/domain/data/document-types'
import { buildPhotoRoute } from '@/domain/photos/photo-files'
import { setBrowserOrder } from '../../support/browser-order'
import { type Translate, translateEnglish } from '../../support/texts'
import { stepButton, stepPage } from './step'
import { studio } from './studio'

/** A file for Playwright's upload. */
export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The photo panel, in the checkout and on a linked phone. */
export function photoPanel(page: Page, translate: Translate = translateEnglish) {
  const panel = page.getByRole('region').filter({ has: page.locator('#photo-open') })
  const button = (key: string) => panel.getByRole('button', { name: translate(`photos:${key}`) })
  const input = panel.locator('input[type=file]')
  const tools = studio(page, translate)
  /** Accepts the photo despite any warning of the checks. */
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
    /** The thumbnail of an uploaded photo. */
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
    /** The error of the open photo. */
    problem: panel.getByRole('alert'),
    expectOpen: (type: DocumentType) =>
      expect(page.locator('#photo-open')).toHaveText(translate(`photos:${type}.title`)),
    /** Expects this state on the open photo. */
    expectState: (state: string) => expect(panel).toContainText(translate(`photos:state.${state}`)),
    /** Expects this state in the photo list. */
    expectListedState: (type: DocumentType, state: string) =>
      expect(page.locator(`#photo-${type}`)).toContainText(translate(`photos:state.${state}`)),
    /** Uploads a file for the open photo through the photo tools. */
    addFile: async (file: UploadFile) => {
      await input.setInputFiles(file)
      await acceptPhoto()
    },
  }
}

/** Step 2. */
export const photos = (page: Page, translate: Translate = translateEnglish) => ({
  ...stepPage(page, 'upload-photos', translate),
  ...photoPanel(page, translate),
  title: stepPage(page, 'upload-photos', translate).title,
  photoTitle: page.locator('#photo-open'),
  addLater: stepButton(page, translate('photos:addLater')),
  continue: stepButton(page, translate('photos:continue')),
  toOrder: page.getByRole('link', { name: translate('photos:toOrder') }),
  openPhoto: async (type: DocumentType, token?: string) => {
    if (token) await setBrowserOrder(page.context(), token)
    await page.goto(`/checkouts${buildPhotoRoute(type)}`)
  },
})
