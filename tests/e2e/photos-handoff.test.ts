import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { createLicencePhoto } from '../support/photo-fixtures'
import { translateEnglish as translate } from '../support/texts'
import { photoPanel } from './pages/photos'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

test('a phone takes the photos of an order that is open on a computer', async ({
  page,
  product,
  openBrowser,
  expectProblem,
}) => {
  test.slow()
  // The response to a used code.
  expectProblem(/404 \(Not Found\)/)
  await page.setViewportSize({ width: 1_280, height: 800 })
  const token = await createCheckoutAt(product.origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openPhoto('license_back', token)
  await waitUntilReady(page)
  await photos.usePhone.click()
  const dialog = page.getByRole('dialog', { name: translate('hand-off:title') })
  await expect(dialog.getByRole('img', { name: translate('hand-off:picture') })).toBeVisible()
  await expectNoAxeViolations(page)
  const address = await dialog.getByRole('link').getAttribute('href')
  expect(address).toMatch(/\/checkouts\/photos\/\?doc=license_back#[\w-]{43}$/)
  expect(address).not.toContain(token)

  const phone = await (await openBrowser()).newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(address ?? '')
  const phonePanel = photoPanel(phone)
  await phonePanel.expectOpen('license_back')
  await expect(phone).toHaveURL(/\/checkouts\/photos\/\?doc=license_back$/)
  await expectNoAxeViolations(phone)
  await phonePanel.addFile(await createLicencePhoto())
  await phonePanel.expectListedState('license_back', 'added')
  await expect(phonePanel.take('signature')).toBeInViewport({ ratio: 1 })
  await expect(phone.getByRole('main')).not.toContainText('Ana')

  await expect(dialog.getByText(translate('photos:state.added'), { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: translate('hand-off:done') }).click()
  await expect(photos.preview('license_back')).toBeVisible()
  const { approval_documents } = (await fetchCheckout(product.origin, token)).state
  expect(approval_documents.images).toMatchObject([{ type: 'license_back' }])

  const strangerPage = await (await openBrowser()).newPage()
  await strangerPage.goto(address ?? '')
  await expect(strangerPage.getByRole('main').getByRole('alert')).toContainText(
    translate('lent:gone.title'),
  )
  await expect(strangerPage).toHaveURL(/\/checkouts\/photos\/\?doc=license_back$/)

  await phone.reload()
  await phonePanel.row('license_back').click()
  await expect(phonePanel.preview('license_back')).toBeVisible()
  await phonePanel.remove.click()
  await expect(phonePanel.take('license_back')).toBeVisible()
  await expect(photos.takeHere).toBeVisible()
})

test('a visitor without a code sees instructions', async ({ page }) => {
  await page.goto('/checkouts/photos/')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    translate('lent:gone.title'),
  )
  await expectNoAxeViolations(page)
})
