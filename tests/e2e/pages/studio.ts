import type { Locator, Page } from '@playwright/test'
import type { DocumentType } from '@/domain/data/document-types'
import { type Translate, translateEnglish } from '../../support/texts'

/** The photo tools: camera, checks, crop and signature. */
export function studio(page: Page, translate: Translate = translateEnglish) {
  const dialog = page.getByRole('dialog')
  const button = (key: string): Locator =>
    dialog.getByRole('button', { name: translate(key), exact: true })
  return {
    dialog,
    titled: (type: DocumentType) =>
      page.getByRole('dialog', { name: translate(`studio:title.${type}`) }),
    shutter: button('studio:camera.take'),
    use: button('studio:review.use'),
    adjust: button('studio:review.adjust'),
    done: button('studio:adjust.done'),
    /** A good point that the checks are sure of. */
    check: (name: 'face' | 'light' | 'sharp' | 'corners') =>
      dialog.getByText(translate(`studio:review.${name}`), { exact: true }),
    picture: dialog.getByRole('img', { name: translate('studio:preview') }),
    /** The whole photo with the used part marked. */
    original: dialog.getByRole('img', { name: translate('studio:review.original') }),
    useAnyway: button('studio:useAnyway'),
    retake: button('studio:retake'),
    chooseAnother: button('studio:chooseAnother'),
    chooseFile: button('studio:chooseFile'),
    tryCameraAgain: button('studio:camera.retry'),
    zoomIn: button('studio:adjust.zoomIn'),
    zoom: dialog.getByRole('slider', { name: translate('studio:adjust.zoom') }),
    turn: button('studio:adjust.turn'),
    moveRight: button('studio:adjust.right'),
    frame: dialog.getByRole('group', { name: translate('studio:adjust.frame') }),
    /** The visible advice; it is also announced. */
    advice: (name: string) =>
      dialog.getByRole('paragraph').filter({ hasText: translate(`studio:advice.${name}.title`) }),
    trouble: (name: string) =>
      dialog.getByRole('alert').filter({ hasText: translate(`studio:trouble.${name}.title`) }),
    stay: button('studio:leave.stay'),
    leave: button('studio:leave.go'),
    close: button('studio:close'),
    methodOption: (name: 'draw' | 'type' | 'upload') =>
      dialog.getByRole('radio', { name: translate(`studio:signature.${name}`), exact: true }),
    box: dialog.getByRole('img', { name: translate('studio:signature.box') }),
    boxDrawn: dialog.getByRole('img', { name: translate('studio:signature.boxDrawn') }),
    undo: button('studio:signature.undo'),
    clear: button('studio:signature.clear'),
    name: dialog.getByLabel(translate('studio:signature.name')),
    confirmation: dialog.getByRole('checkbox', { name: translate('studio:signature.meant') }),
    useSignature: button('studio:signature.use'),
  }
}
