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

/** The photo list with the part of the open photo, in the checkout and on a linked phone. */
export function photoPanel(page: Page, translate: Translate = translateEnglish) {
  const panel = page.locator('#photo-open')
  const button = (key: string) => panel.getByRole('button', { name: translate(`photos:${key}`) })
  const input = panel.locator('input[type=file]')
  const tools = studio(page, translate)
  const row = (type: DocumentType) => page.locator(`#photo-${type}`)
  /** Accepts the photo despite any warning of the checks. */
  const acceptPhoto = async () => {
    await expect(tools.useAnyway.or(tools.use)).toBeVisible({ timeout: 30_000 })
    await tools.useAnyway.or(tools.use).click()
    await expect(tools.dialog).toBeHidden({ timeout: 20_000 })
  }
  /** Expects this state in the photo list. */
  const expectListedState = (type: DocumentType, state: string) =>
    expect(row(type)).toContainText(translate(`photos:state.${state}`))
  return {
    panel,
    tools,
    input,
    acceptPhoto,
    row,
    /** The main button: in the phone's bar, or beside the examples. */
    take: (type: DocumentType) =>
      page.getByRole('button', { name: translate(`photos:${type}.next`), exact: true }),
    /** The main button beside the examples. */
    takeHere: button('take'),
    usePhone: button('phone'),
    cancel: button('upload.cancel'),
    retry: button('upload.retry'),
    replace: button('there.replace'),
    remove: button('there.remove'),
    /** The picture of an uploaded photo. */
    preview: (type: DocumentType) =>
      panel.getByRole('img', {
        name: translate('photos:there.picture', { title: translate(`photos:${type}.title`) }),
      }),
    progress: panel.getByRole('progressbar'),
    /** The error of the open photo. */
    problem: panel.getByRole('alert'),
    /** The part of this photo is visible under its row. */
    expectOpen: (type: DocumentType) =>
      expect(page.locator(`#photo-${type} + #photo-open`)).toBeVisible(),
    /** This photo is the next one to take. */
    expectNext: async (type: DocumentType) => {
      await expect(row(type)).toHaveAttribute('aria-current', 'step')
      await expect(row(type)).toBeInViewport({ ratio: 1 })
    },
    expectListedState,
    /** Expects that the photo is missing: the list says what it should show. */
    expectMissing: (type: DocumentType) =>
      expect(row(type)).toContainText(translate(`photos:${type}.line`)),
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
  addLater: stepButton(page, translate('photos:addLater')),
  continue: stepButton(page, translate('photos:continue')),
  /** The phone's bar. */
  bar: page.getByRole('region', { name: translate('summary.total'), exact: true }),
  toOrder: page.getByRole('link', { name: translate('photos:toOrder') }),
  openPhoto: async (type: DocumentType, token?: string) => {
    if (token) await setBrowserOrder(page.context(), token)
    await page.goto(`/checkouts${buildPhotoRoute(type)}`)
  },
})
