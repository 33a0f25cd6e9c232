import type { Locator, Page } from '@playwright/test'
import type { DocumentType } from '@/domain/checkout/checkout-state'
import { english, type Say } from '../../support/texts'

/** The tools that take a photo: the camera, the checks, the crop and the signature. */
export function studio(page: Page, say: Say = english) {
  const dialog = page.getByRole('dialog')
  const button = (key: string): Locator =>
    dialog.getByRole('button', { name: say(key), exact: true })
  return {
    dialog,
    titled: (type: DocumentType) => page.getByRole('dialog', { name: say(`studio:title.${type}`) }),
    shutter: button('studio:camera.take'),
    use: button('studio:adjust.use'),
    useAnyway: button('studio:useAnyway'),
    retake: button('studio:retake'),
    chooseAnother: button('studio:chooseAnother'),
    chooseFile: button('studio:chooseFile'),
    tryCameraAgain: button('studio:camera.retry'),
    zoomIn: button('studio:adjust.zoomIn'),
    zoom: dialog.getByRole('slider', { name: say('studio:adjust.zoom') }),
    turn: button('studio:adjust.turn'),
    moveRight: button('studio:adjust.right'),
    frame: dialog.getByRole('group', { name: say('studio:adjust.frame') }),
    /** As it is seen: it is also read out. */
    advice: (name: string) =>
      dialog.getByRole('paragraph').filter({ hasText: say(`studio:advice.${name}.title`) }),
    trouble: (name: string) =>
      dialog.getByRole('alert').filter({ hasText: say(`studio:trouble.${name}.title`) }),
    stay: button('studio:leave.stay'),
    leave: button('studio:leave.go'),
    close: button('studio:close'),
    way: (name: 'draw' | 'type' | 'upload') =>
      dialog.getByRole('radio', { name: say(`studio:signature.${name}`), exact: true }),
    box: dialog.getByRole('img', { name: say('studio:signature.box') }),
    boxDrawn: dialog.getByRole('img', { name: say('studio:signature.boxDrawn') }),
    undo: button('studio:signature.undo'),
    clear: button('studio:signature.clear'),
    name: dialog.getByLabel(say('studio:signature.name')),
    meant: dialog.getByRole('checkbox', { name: say('studio:signature.meant') }),
    useSignature: button('studio:signature.use'),
  }
}
