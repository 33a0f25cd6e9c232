import type { Page } from '@playwright/test'
import { documentTypes } from '@/domain/checkout/checkout-state'
import { photoPaths } from '@/domain/photos/photo-files'
import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { eventsOn } from '../support/events-on'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { heavyPhoto, licencePhoto, renamedPdf, sendSlowly } from '../support/given-photos'
import { english as say } from '../support/texts'
import { chooserAfter } from './pages/file-chooser'
import { cards } from './pages/payment'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

/** A customer at the photos, with one of them open. */
async function atPhoto(
  page: Page,
  origin: string,
  type: (typeof documentTypes)[number] = 'license_front',
) {
  const token = await checkoutAt(origin, 'upload-photos')
  const steps = stepsIn(page)
  await steps.photos.openPhoto(type, `&token=${token}`)
  await isReady(page)
  const images = async () => (await checkoutOf(origin, token)).state.approval_documents.images
  return { token, images, ...steps }
}

test('a photo is never handed to the image optimiser, which stores what it shows for all visitors', async ({
  request,
}) => {
  const answerTo = async (url: string) =>
    (await request.get('/checkouts/_next/image/', { params: { url, w: 640, q: 75 } })).text()
  const notAllowed = '"url" parameter is not allowed'
  for (const url of [
    '/checkouts/backend/api/approval-images/x/preview/',
    '/checkouts/backend/api/approval-images/x/preview/?checkout=token',
    '/checkouts/api/backend/approval-images/x/preview/',
    '/checkouts/travel/../backend/api/approval-images/x/preview/',
    '/checkouts/travel/first-aid-kit.svg?checkout=token',
  ])
    expect([url, await answerTo(url)]).toEqual([url, notAllowed])
  // A picture of the shop is looked at; this one is no raster picture.
  expect(await answerTo('/checkouts/travel/first-aid-kit.svg')).not.toBe(notAllowed)
})

test('all four photos, each a file, complete the step', async ({ page, product }) => {
  // Each of them is looked at, cropped and drawn anew.
  test.slow()
  const { token, photos, plan } = await atPhoto(page, product.origin, 'profile')
  for (const [index, type] of documentTypes.entries()) {
    await photos.isOpen(type)
    await photos.give(await licencePhoto(1 + index / 20))
    await expect(photos.photoTitle).toBeFocused()
    await expect(photos.sent(type)).toBeVisible()
    const next = documentTypes[index + 1]
    if (next) await photos.next(next).click()
  }
  await expect(page.getByText(say('photos:all.title'))).toBeVisible()
  await expectNoAxeViolations(page)
  await photos.continue.click()
  await plan.isShown()
  const { approval_documents } = (await checkoutOf(product.origin, token)).state
  expect(approval_documents.add_later).toBe(false)
  expect(approval_documents.images.map(({ type }) => type).sort()).toEqual(
    [...documentTypes].sort(),
  )
})

test('one photo is open at a time, and Back leads to the list of them', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { photos } = stepsIn(page)
  await photos.open(`?token=${token}`)
  await isReady(page)
  await photos.row('license_back').click()
  await photos.isOpen('license_back')
  await expect(photos.photoTitle).toBeFocused()
  await expect(photos.row('license_back')).toBeHidden()
  await photos.allPhotos.click()
  await expect(photos.row('license_back')).toBeFocused()
  await photos.row('signature').click()
  await photos.isOpen('signature')
  await page.goBack()
  await expect(photos.row('signature')).toBeFocused()
  const seen = async () => (await eventsOn(page, 'virtual page')).map(({ page }) => page)
  await expect
    .poll(seen)
    .toEqual(expect.arrayContaining([photoPaths.license_back, photoPaths.signature]))
})

test('without a network at some percent the photo waits, and goes on by itself', async ({
  page,
  context,
  product,
  expectProblem,
}) => {
  expectProblem(/net::ERR_INTERNET_DISCONNECTED/)
  const { photos, images } = await atPhoto(page, product.origin)
  await photos.input.setInputFiles(await heavyPhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const unlimited = await sendSlowly(page, 60_000)
  await photos.use()
  await expect(photos.panel).toContainText(/Uploading [1-9]\d?%/)
  await expectNoAxeViolations(page)
  await context.setOffline(true)
  await photos.stands('offline')
  await expect(photos.panel).toContainText(say('photos:upload.offline'))
  await unlimited()
  await context.setOffline(false)
  await expect(photos.sent('license_front')).toBeVisible()
  expect(await images()).toHaveLength(1)
})

test('a reload in the middle of an upload loses nothing', async ({ page, product }) => {
  const { photos, images } = await atPhoto(page, product.origin)
  await photos.input.setInputFiles(await heavyPhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const unlimited = await sendSlowly(page, 20_000)
  await photos.use()
  await expect(photos.progress).toBeVisible()
  await page.reload()
  await unlimited()
  await expect(photos.sent('license_front')).toBeVisible()
  expect(await images()).toMatchObject([{ type: 'license_front', revision: 1 }])
})

test('who goes on meanwhile finds the photo arrived at the review', async ({
  page,
  product,
  expectProblem,
}) => {
  // The photo arrives while the answers are on their way: they are sent again.
  expectProblem(/409 \(Conflict\)/)
  const { photos, plan, review, images } = await atPhoto(page, product.origin)
  await photos.input.setInputFiles(await heavyPhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const unlimited = await sendSlowly(page, 20_000)
  await photos.use()
  await expect(photos.progress).toBeVisible()
  await photos.addLater.click()
  await plan.isShown()
  await unlimited()
  await plan.digital.check()
  await plan.continue.click()
  await review.isShown()
  await expect(page.getByText(say('review:photos.state.added'), { exact: true })).toBeVisible({
    timeout: 40_000,
  })
  expect(await images()).toHaveLength(1)
  await page.getByRole('link', { name: say('review:photos.addNow') }).click()
  await photos.isOpen('profile')
  await photos.addLater.click()
  await review.isShown()
})

test('a photo is refused by the server, given anew, replaced and removed', async ({
  page,
  product,
  expectProblem,
}) => {
  expectProblem(/422 \(Unprocessable/)
  const { photos, images } = await atPhoto(page, product.origin)
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
  await photos.give(await licencePhoto())
  await expect(photos.wrong).toContainText(say('photos:issues.photo.broken'))
  await expectNoAxeViolations(page)
  await photos.give(await licencePhoto())
  await expect(photos.sent('license_front')).toBeVisible()
  await photos.replace.click()
  await expect(photos.photoTitle).toBeFocused()
  await photos.give(await licencePhoto(1.1))
  await expect.poll(async () => (await images())[0]?.revision).toBe(2)
  await photos.remove.click()
  await expect(photos.photoTitle).toBeFocused()
  await photos.listed('license_front', 'none')
  expect(await images()).toEqual([])
})

test('two tabs show the same photos, and one can remove what the other sent', async ({
  page,
  context,
  product,
}) => {
  const { photos, images } = await atPhoto(page, product.origin)
  const otherPage = await context.newPage()
  const other = stepsIn(otherPage).photos
  await other.openPhoto('license_front')
  await isReady(otherPage)
  await page.bringToFront()
  await photos.give(await licencePhoto())
  await expect(photos.sent('license_front')).toBeVisible()
  await otherPage.bringToFront()
  await expect(other.sent('license_front')).toBeVisible()
  await other.remove.click()
  await other.listed('license_front', 'none')
  await page.bringToFront()
  await photos.listed('license_front', 'none')
  await photos.give(await licencePhoto(1.1))
  await expect.poll(images).toHaveLength(1)
})

test('after paying, the thank-you page leads to each missing photo and back', async ({
  page,
  product,
}) => {
  const token = await checkoutAt(product.origin, 'payment', { digital: true })
  const { photos, payment, thankYou } = stepsIn(page)
  await payment.open(`?token=${token}`)
  await payment.payWith(cards.good, '$49')
  await thankYou.isShown()
  await page.getByRole('link', { name: say('thank-you:photos.license_back') }).click()
  await photos.isOpen('license_back')
  await isReady(page)
  await expectNoAxeViolations(page)
  await photos.give(await licencePhoto())
  await expect(photos.sent('license_back')).toBeVisible()
  await photos.toOrder.click()
  await thankYou.isShown()
  await expect(page.getByText(say('thank-you:photos.title', { count: 3 }))).toBeVisible()
  await expect(page.getByRole('link', { name: say('thank-you:photos.license_back') })).toBeHidden()
})

test('photos are handed in with the keyboard alone', async ({ page, product }) => {
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { photos } = stepsIn(page)
  await photos.open(`?token=${token}`)
  await isReady(page)
  await photos.row('license_front').focus()
  await page.keyboard.press('Enter')
  await expect(photos.photoTitle).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(photos.take).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(photos.input).toBeFocused()
  const chooser = await chooserAfter(page, () => page.keyboard.press('Space'))
  await chooser.setFiles(await licencePhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  if (await photos.tools.useAnyway.isVisible()) {
    await photos.tools.useAnyway.focus()
    await page.keyboard.press('Enter')
  }
  await photos.tools.use.focus()
  await page.keyboard.press('Enter')
  await expect(photos.photoTitle).toBeFocused()
  await expect(photos.remove).toBeVisible()
  await photos.remove.focus()
  await page.keyboard.press('Enter')
  await expect(photos.photoTitle).toBeFocused()
  await photos.listed('license_front', 'none')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a wrong file is named beside its photo; a photo is sent by the form, shown, and removed', async ({
    page,
    product,
    expectProblem,
  }) => {
    expectProblem(/422 \(Unprocessable/)
    const token = await checkoutAt(product.origin, 'upload-photos')
    const { photos, plan } = stepsIn(page)
    await photos.openPhoto('license_front', `&token=${token}`)
    const send = page.getByRole('button', { name: say('photos:send') })
    await photos.input.setInputFiles(renamedPdf)
    await send.click()
    await photos.isOpen('license_front')
    await expect(photos.wrong).toContainText(say('photos:issues.photo.type'))
    await expect(photos.input).toHaveAccessibleDescription(say('photos:issues.photo.type'))
    await photos.input.setInputFiles(await licencePhoto())
    await send.click()
    await photos.listed('license_front', 'added')
    await photos.openPhoto('license_front')
    await expect(photos.sent('license_front')).toBeVisible()
    await photos.remove.click()
    await photos.listed('license_front', 'none')
    await photos.addLater.click()
    await plan.isShown()
  })
})
