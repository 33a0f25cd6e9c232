import type { Locator, Page } from '@playwright/test'
import { documentTypes } from '@/domain/data/document-types'
import { photoPaths } from '@/domain/photos/photo-files'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import {
  createLargePhoto,
  createLicencePhoto,
  renamedPdf,
  throttleUpload,
} from '../support/photo-fixtures'
import { readTagEvents } from '../support/tag-events'
import { translateEnglish as translate } from '../support/texts'
import { openFileChooser } from './pages/file-chooser'
import { cards } from './pages/payment'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** Opens the photo step with one photo open. */
async function openPhotoStep(
  page: Page,
  origin: string,
  type: (typeof documentTypes)[number] = 'license_front',
) {
  const token = await createCheckoutAt(origin, 'upload-photos')
  const steps = stepPages(page)
  await steps.photos.openPhoto(type, token)
  await waitUntilReady(page)
  const images = async () => (await fetchCheckout(origin, token)).state.approval_documents.images
  return { token, images, ...steps }
}

test('a photo is never passed to the image optimizer, which caches for all visitors', async ({
  request,
}) => {
  const fetchImageText = async (url: string) =>
    (await request.get('/checkouts/_next/image/', { params: { url, w: 640, q: 75 } })).text()
  const notAllowedText = '"url" parameter is not allowed'
  for (const url of [
    '/checkouts/backend/api/approval-images/x/preview/',
    '/checkouts/backend/api/approval-images/x/preview/?checkout=token',
    '/checkouts/api/backend/approval-images/x/preview/',
    '/checkouts/travel/../backend/api/approval-images/x/preview/',
    '/checkouts/travel/first-aid-kit.svg?checkout=token',
  ])
    expect([url, await fetchImageText(url)]).toEqual([url, notAllowedText])
  // A picture of the shop passes the check; this one is an SVG.
  expect(await fetchImageText('/checkouts/travel/first-aid-kit.svg')).not.toBe(notAllowedText)
})

test('four photos chosen as files complete the step', async ({ page, product }) => {
  // Each is checked, cropped and re-encoded.
  test.slow()
  const { token, photos, plan } = await openPhotoStep(page, product.origin)
  for (const [index, type] of documentTypes.entries()) {
    await photos.row(type).click()
    await photos.addFile(await createLicencePhoto(1 + index / 20))
    await photos.expectListedState(type, 'added')
    const next = documentTypes[index + 1]
    if (next) await photos.expectNext(next)
  }
  // A license is neither a face nor a signature.
  await expect(page.getByText(translate('photos:there.retakeText'))).toBeVisible()
  await expectNoAxeViolations(page)
  await photos.continue.click()
  await plan.expectShown()
  const { approval_documents } = (await fetchCheckout(product.origin, token)).state
  expect(approval_documents.add_later).toBe(false)
  expect(approval_documents.images.map(({ type }) => type).sort()).toEqual(
    [...documentTypes].sort(),
  )
})

/** The vertical middle of an element, from the top of the window. */
async function findMiddle(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box.y + box.height / 2
}

test('a phone takes one photo after the other with the button in its bar', async ({
  page,
  product,
}) => {
  test.slow()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotFoundError'))
  })
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos, plan } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  await expect(photos.panel).toBeHidden()
  await page.setViewportSize({ width: 390, height: 664 })
  expect(await findMiddle(photos.addLater), 'the link is above the bar').toBeLessThan(
    (await photos.bar.boundingBox())?.y ?? 0,
  )
  for (const [index, type] of documentTypes.slice(0, 3).entries()) {
    await photos.expectNext(type)
    await photos.take(type).click()
    const chooser = await openFileChooser(page, () => photos.tools.chooseFile.click())
    await chooser.setFiles(await createLicencePhoto(1 + index / 20))
    await photos.acceptPhoto()
    await photos.expectListedState(type, 'added')
  }
  await photos.take('signature').click()
  await photos.tools.methodOption('type').check()
  await photos.tools.confirmation.check()
  await photos.tools.useSignature.click()
  await photos.expectListedState('signature', 'added')
  await photos.continue.click()
  await plan.expectShown()
})

test('the focus goes from the last photo to Continue @desktop', async ({ page, product }) => {
  test.slow()
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  for (const [index, type] of documentTypes.entries()) {
    await photos.expectOpen(type)
    await photos.addFile(await createLicencePhoto(1 + index / 20))
  }
  await expect(photos.continue).toBeFocused()
})

test('the next photo is open in its place, and its file is added there @desktop', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  await photos.expectOpen('profile')
  await expectNoAxeViolations(page)
  await photos.row('license_front').click()
  await photos.expectOpen('license_front')
  await photos.addFile(await createLicencePhoto())
  await photos.expectOpen('license_back')
  await expect(photos.row('license_back')).toBeFocused()
  await photos.expectListedState('license_front', 'added')
})

test('one photo is open at a time in its place, and Back closes it', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  await photos.row('license_back').click()
  await photos.expectOpen('license_back')
  await expect(photos.row('license_back')).toBeFocused()
  await photos.row('license_back').click()
  await expect(photos.panel).toBeHidden()
  await photos.row('signature').click()
  await photos.expectOpen('signature')
  await page.goBack()
  await expect(photos.panel).toBeHidden()
  const listPageViews = async () =>
    (await readTagEvents(page, 'virtual page')).map(({ page }) => page)
  await expect
    .poll(listPageViews)
    .toEqual(expect.arrayContaining([photoPaths.license_back, photoPaths.signature]))
})

test('an upload interrupted by going offline waits and resumes automatically', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  // What the server reads of the interrupted request after the browser has asked for the offset moves
  // the offset: the browser asks again.
  expectProblem(/net::ERR_INTERNET_DISCONNECTED|409 \(Conflict\) \(\S+\/photo-uploads\//)
  const { photos, images } = await openPhotoStep(page, product.origin)
  await photos.input.setInputFiles(await createLargePhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const removeLimit = await throttleUpload(page, 60_000)
  await photos.acceptPhoto()
  await expect(photos.row('license_front')).toContainText(/Uploading [1-9]\d?%/)
  await photos.row('license_front').click()
  await expect(photos.progress).toBeVisible()
  await expectNoAxeViolations(page)
  await context.setOffline(true)
  await photos.expectListedState('license_front', 'offline')
  await expect(photos.panel).toContainText(translate('photos:upload.offline'))
  await removeLimit()
  await context.setOffline(false)
  await expect(photos.preview('license_front')).toBeVisible()
  expect(await images()).toHaveLength(1)
})

test('a reload in the middle of an upload loses nothing', async ({ page, product }) => {
  const { photos, images } = await openPhotoStep(page, product.origin)
  await photos.input.setInputFiles(await createLargePhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const removeLimit = await throttleUpload(page, 20_000)
  await photos.acceptPhoto()
  await expect(photos.row('license_front')).toContainText(/Uploading/)
  await page.reload()
  await removeLimit()
  await photos.expectListedState('license_front', 'added')
  expect(await images()).toMatchObject([{ type: 'license_front', revision: 1 }])
})

test('a customer who continues during an upload finds the photo on the review', async ({
  page,
  product,
  expectProblem,
}) => {
  // The upload finishes while the answers are being saved; the save is retried.
  expectProblem(/409 \(Conflict\)/)
  const { photos, plan, review, images } = await openPhotoStep(page, product.origin)
  await photos.input.setInputFiles(await createLargePhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const removeLimit = await throttleUpload(page, 20_000)
  await photos.acceptPhoto()
  await expect(photos.row('license_front')).toContainText(/Uploading/)
  await photos.addLater.click()
  await plan.expectShown()
  await removeLimit()
  await plan.digital.check()
  await plan.continue.click()
  await review.expectShown()
  // A picture of noise is accepted, and may need a retake.
  await expect(page.getByText(translate('review:photos.state.review'))).toBeVisible({
    timeout: 40_000,
  })
  expect(await images()).toHaveLength(1)
  await page.getByRole('link', { name: translate('review:photos.addNow') }).click()
  await photos.expectOpen('profile')
  await photos.addLater.click()
  await review.expectShown()
})

test('a photo is refused by the server, uploaded again, replaced and removed', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable/)
  const { photos, images } = await openPhotoStep(page, product.origin)
  await page.route(
    '**/approval-images/**',
    route =>
      route.fulfill({
        status: 422,
        json: {
          detail: 'x',
          code: 'unprocessable',
          issues: [{ field: 'image', message: 'photo.broken' }],
        },
      }),
    { times: 1 },
  )
  await photos.addFile(await createLicencePhoto())
  await photos.expectListedState('license_front', 'rejected')
  await photos.row('license_front').click()
  await expect(photos.problem).toContainText(translate('photos:issues.photo.broken'))
  await expectNoAxeViolations(page)
  await photos.addFile(await createLicencePhoto())
  await photos.expectListedState('license_front', 'added')
  await photos.row('license_front').click()
  await expect(photos.preview('license_front')).toBeVisible()
  await expectNoAxeViolations(page)
  await photos.replace.click()
  await expect(photos.row('license_front')).toBeFocused()
  await photos.addFile(await createLicencePhoto(1.1))
  await expect.poll(async () => (await images())[0]?.revision).toBe(2)
  await photos.row('license_front').click()
  await photos.remove.click()
  await expect(photos.row('license_front')).toBeFocused()
  await photos.expectMissing('license_front')
  expect(await images()).toEqual([])
})

test('two tabs show the same photos, and one can remove what the other uploaded', async ({
  page,
  context,
  product,
}) => {
  const { photos, images } = await openPhotoStep(page, product.origin)
  const otherPage = await context.newPage()
  const otherPhotos = stepPages(otherPage).photos
  await otherPhotos.openPhoto('license_front')
  await waitUntilReady(otherPage)
  await page.bringToFront()
  await photos.addFile(await createLicencePhoto())
  await photos.expectListedState('license_front', 'added')
  await otherPage.bringToFront()
  await expect(otherPhotos.preview('license_front')).toBeVisible()
  await otherPhotos.remove.click()
  await otherPhotos.expectMissing('license_front')
  await page.bringToFront()
  await photos.expectMissing('license_front')
  await photos.row('license_front').click()
  await photos.addFile(await createLicencePhoto(1.1))
  await expect.poll(images).toHaveLength(1)
})

test('after paying, the thank-you page leads to each missing photo and back', async ({
  page,
  product,
}) => {
  const token = await createCheckoutAt(product.origin, 'payment', { digital: true })
  const { photos, payment, thankYou } = stepPages(page)
  await payment.openOrder(token)
  await payment.payWith(cards.good, '$49')
  await thankYou.expectShown()
  const addBack = page.getByRole('link', {
    name: translate('thank-you:photos.short.license_back'),
    exact: true,
  })
  await addBack.click()
  await photos.expectOpen('license_back')
  await waitUntilReady(page)
  await expectNoAxeViolations(page)
  await photos.addFile(await createLicencePhoto())
  await photos.expectListedState('license_back', 'added')
  await photos.toOrder.click()
  await thankYou.expectShown()
  await expect(page.getByText(translate('thank-you:photos.title', { count: 3 }))).toBeVisible()
  await expect(addBack).toBeHidden()
})

test('photos are uploaded with the keyboard alone', async ({ page, product }) => {
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openOrder(token)
  await waitUntilReady(page)
  await photos.row('license_front').focus()
  await page.keyboard.press('Enter')
  await expect(photos.row('license_front')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(photos.input).toBeFocused()
  const chooser = await openFileChooser(page, () => page.keyboard.press('Space'))
  await chooser.setFiles(await createLicencePhoto())
  const accept = photos.tools.useAnyway.or(photos.tools.use)
  await accept.focus()
  await page.keyboard.press('Enter')
  await photos.expectNext('license_back')
  await expect(photos.row('license_back')).toBeFocused()
  await photos.expectListedState('license_front', 'added')
  await photos.row('license_front').focus()
  await page.keyboard.press('Enter')
  await photos.remove.focus()
  await page.keyboard.press('Enter')
  await expect(photos.row('license_front')).toBeFocused()
  await photos.expectMissing('license_front')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a wrong file shows an error beside its photo; a photo is submitted by the form, shown and removed', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable/)
    const token = await createCheckoutAt(product.origin, 'upload-photos')
    const { photos, plan } = stepPages(page)
    await photos.openPhoto('license_front', token)
    const send = page.getByRole('button', { name: translate('photos:send') })
    await photos.input.setInputFiles(renamedPdf)
    await send.click()
    await photos.expectOpen('license_front')
    await expect(photos.problem).toContainText(translate('photos:issues.photo.type'))
    await expect(photos.input).toHaveAccessibleDescription(translate('photos:issues.photo.type'))
    await expect(page).toHaveTitle(photos.title(true))
    await photos.input.setInputFiles(await createLicencePhoto())
    await send.click()
    await photos.expectListedState('license_front', 'added')
    await photos.openPhoto('license_front')
    await expect(photos.preview('license_front')).toBeVisible()
    await photos.remove.click()
    await photos.expectMissing('license_front')
    await photos.addLater.click()
    await plan.expectShown()
  })
})
