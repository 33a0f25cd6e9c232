import type { Page } from '@playwright/test'
import { createCheckoutAt, fetchCheckout } from '../support/checkout-at'
import { expect, test as productTest } from '../support/fixtures'
import { createLargePhoto } from '../support/photo-fixtures'
import { startUploadProxy, type UploadProxy } from '../support/upload-proxy'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'

/** The product behind a network that a test can interrupt. */
const test = productTest.extend<{ network: UploadProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  network: async ({}, use) => {
    const proxy = await startUploadProxy(process.env['PRODUCT_ORIGIN'] ?? '')
    await use(proxy)
    await proxy.stop()
  },
  product: ({ product, network }, use) => use({ ...product, origin: network.origin }),
})

/** Enough for one request of an upload and a half of the next one. */
const interruptedAt = 800_000

async function choosePhoto(page: Page, origin: string) {
  const token = await createCheckoutAt(origin, 'upload-photos')
  const { photos } = stepPages(page)
  await photos.openPhoto('license_front', token)
  await waitUntilReady(page)
  await photos.input.setInputFiles(await createLargePhoto())
  await expect(photos.tools.useAnyway.or(photos.tools.use)).toBeVisible()
  const images = async () => (await fetchCheckout(origin, token)).state.approval_documents.images
  return { photos, images }
}

/** Expects that no byte which the server had was sent again. */
function expectContinued({ parts, length }: UploadProxy): void {
  expect(length()).toBeGreaterThan(interruptedAt)
  const index = parts.findIndex(({ offset, bytes }) => offset + bytes === interruptedAt)
  const [interrupted, ...rest] = parts.slice(index)
  expect(interrupted).toBeDefined()
  expect(rest[0]?.offset).toBe(interruptedAt)
  expect(rest.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(length() - interruptedAt)
}

test('an upload whose connection breaks continues at the same byte', async ({
  page,
  product,
  network,
  expectProblem,
}) => {
  expectProblem(/net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED)/)
  const { photos, images } = await choosePhoto(page, product.origin)
  const interrupted = network.interruptAfter(interruptedAt, 'cut')
  await photos.acceptPhoto()
  await interrupted
  await photos.expectListedState('license_front', 'added')
  expect(await images()).toMatchObject([{ type: 'license_front', revision: 1 }])
  expectContinued(network)
})

test('an upload of a page that is loaded again continues at the same byte', async ({
  page,
  product,
  network,
}) => {
  const { photos, images } = await choosePhoto(page, product.origin)
  const interrupted = network.interruptAfter(interruptedAt, 'hold')
  await photos.acceptPhoto()
  await interrupted
  await page.reload()
  await photos.expectListedState('license_front', 'added')
  expect(await images()).toMatchObject([{ type: 'license_front', revision: 1 }])
  expectContinued(network)
})
