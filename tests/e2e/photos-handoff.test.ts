import { checkoutAt, checkoutOf } from '../support/checkout-at'
import { expect, expectNoAxeViolations, test } from '../support/fixtures'
import { licencePhoto } from '../support/given-photos'
import { english as say } from '../support/texts'
import { photoDesk } from './pages/photos'
import { isReady } from './pages/step'
import { stepsIn } from './pages/steps'

test('a phone takes the photos of an order that is open on a computer', async ({
  page,
  product,
  openBrowser,
  expectProblem,
}) => {
  test.slow()
  // What a spent code is answered with.
  expectProblem(/404 \(Not Found\)/)
  await page.setViewportSize({ width: 1_280, height: 800 })
  const token = await checkoutAt(product.origin, 'upload-photos')
  const { photos } = stepsIn(page)
  await photos.openPhoto('license_back', `&token=${token}`)
  await isReady(page)
  await photos.usePhone.click()
  const dialog = page.getByRole('dialog', { name: say('hand-off:title') })
  await expect(dialog.getByRole('img', { name: say('hand-off:picture') })).toBeVisible()
  await expectNoAxeViolations(page)
  const address = await dialog.getByRole('link').getAttribute('href')
  expect(address).toMatch(/\/checkouts\/photos\/\?doc=license_back#[\w-]{43}$/)
  expect(address).not.toContain(token)

  const phone = await (await openBrowser()).newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(address ?? '')
  const desk = photoDesk(phone)
  await desk.isOpen('license_back')
  await expect(phone).toHaveURL(/\/checkouts\/photos\/\?doc=license_back$/)
  await expectNoAxeViolations(phone)
  await desk.give(await licencePhoto())
  await expect(desk.sent('license_back')).toBeVisible()
  await expect(phone.getByRole('main')).not.toContainText('Ana')

  await expect(dialog.getByText(say('photos:state.added'), { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: say('hand-off:done') }).click()
  await expect(photos.sent('license_back')).toBeVisible()
  const { approval_documents } = (await checkoutOf(product.origin, token)).state
  expect(approval_documents.images).toMatchObject([{ type: 'license_back' }])

  const stranger = await (await openBrowser()).newPage()
  await stranger.goto(address ?? '')
  await expect(stranger.getByRole('main').getByRole('alert')).toContainText(say('lent:gone.title'))
  await expect(stranger).toHaveURL(/\/checkouts\/photos\/\?doc=license_back$/)

  await phone.reload()
  await expect(desk.sent('license_back')).toBeVisible()
  await desk.remove.click()
  await expect(desk.take).toBeVisible()
  await expect(photos.take).toBeVisible()
})

test('who comes without a code is told what to do', async ({ page }) => {
  await page.goto('/checkouts/photos/')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(say('lent:gone.title'))
  await expectNoAxeViolations(page)
})
