import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import type { DocumentType } from '@/domain/data/document-types'
import { maxChosenBytes } from '@/domain/photos/image-format'
import { createLicence, createPortrait, groupPhoto, test } from '../support/camera'
import { createCheckoutAt } from '../support/checkout-at'
import { expect, expectNoAxeViolations } from '../support/fixtures'
import { translateEnglish } from '../support/texts'
import { openFileChooser } from './pages/file-chooser'
import { waitUntilReady } from './pages/step'
import { stepPages } from './pages/steps'
import { studio } from './pages/studio'

/** A photo as the API returns it. */
interface StoredPhoto {
  id: string
  type: DocumentType
  needs_review: boolean
}

/** Opens the page of one photo; returns its controls. */
async function openPhotoPage(page: Page, origin: string, type: DocumentType) {
  const token = await createCheckoutAt(origin, 'upload-photos')
  const address = `${origin}/checkouts/backend/api/approval-images/`
  const owner = `?checkout=${token}`
  await stepPages(page).photos.openPhoto(type, token)
  await waitUntilReady(page)
  const main = page.getByRole('main')
  const fetchStoredPhotos = async (): Promise<StoredPhoto[]> =>
    (await (await page.request.get(address + owner)).json()).images
  return {
    take: stepPages(page).photos.take(type),
    choose: (file: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') =>
      main
        .getByLabel(translateEnglish('photos:choose'))
        .setInputFiles({ name, mimeType, buffer: file }),
    /** Waits for the upload; returns the stored photo and its thumbnail. */
    arrived: async () => {
      await expect.poll(fetchStoredPhotos).toHaveLength(1)
      const [photo] = await fetchStoredPhotos()
      if (!photo) throw new Error('The photo is gone again.')
      const preview = await page.request.get(`${address}${photo.id}/preview/${owner}`)
      return { ...photo, preview: sharp(await preview.body()) }
    },
  }
}

/** Without a GPU the first face detection takes seconds. */
const checkTimeout = { timeout: 150_000 }

/** The face check times out after 3 or 12 s; raises both to 140 s for busy test machines. */
const waitForFaces = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, after?: number, ...rest: unknown[]) =>
      setTimeout(
        run,
        after === 3_000 || after === 12_000 ? 140_000 : after,
        ...rest,
      )) as typeof window.setTimeout
  })

/** Makes `getUserMedia` reject with an error of this name. */
const stubFailingCamera = (page: Page, name: string) =>
  page.addInitScript(failure => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', failure))
  }, name)

/** Width divided by height. */
async function readAspectRatio(picture: Sharp): Promise<number> {
  const { width, height } = await picture.metadata()
  return width / height
}

test.slow()

test('a selfie is taken with the camera, cropped around the face and uploaded', async ({
  page,
  product,
}) => {
  await waitForFaces(page)
  const model = page.waitForResponse(/tiny_face_detector_model\.bin/)
  // The face model loads while the customer reads.
  const photo = await openPhotoPage(page, product.origin, 'profile')
  await model
  const tools = studio(page)
  await photo.take.click()
  await expect(tools.titled('profile')).toBeVisible()
  await expect(tools.shutter).toBeEnabled()
  await expectNoAxeViolations(page)
  await tools.shutter.click()
  await expect(tools.use).toBeVisible(checkTimeout)
  await expect(tools.check('face')).toBeVisible(checkTimeout)
  await expect(tools.picture).toBeInViewport({ ratio: 1 })
  await expect(tools.original).toBeVisible()
  await expectNoAxeViolations(page)
  await tools.use.click()
  await expect(tools.dialog).toBeHidden(checkTimeout)
  const { needs_review, preview } = await photo.arrived()
  expect(needs_review).toBe(false)
  expect(await readAspectRatio(preview)).toBeCloseTo(35 / 45, 1)
})

/** Simulates another tab or app covering this one. */
const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(now => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('the camera stops when the customer closes it or hides the page', async ({
  page,
  product,
}) => {
  await page.addInitScript(() => {
    const { getUserMedia } = navigator.mediaDevices
    Object.assign(window, { streams: [] })
    navigator.mediaDevices.getUserMedia = async constraints => {
      const stream = await getUserMedia.call(navigator.mediaDevices, constraints)
      ;(window as unknown as { streams: MediaStream[] }).streams.push(stream)
      return stream
    }
  })
  const readTrackStates = () =>
    page.evaluate(() =>
      (window as unknown as { streams: MediaStream[] }).streams.map(
        stream => stream.getTracks()[0]?.readyState,
      ),
    )
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  expect(await readTrackStates(), 'before the press').toEqual([])
  await photo.take.click()
  await expect(tools.shutter).toBeEnabled()
  expect(await readTrackStates()).toEqual(['live'])
  await setVisibility(page, 'hidden')
  await expect.poll(readTrackStates).toEqual(['ended'])
  await setVisibility(page, 'visible')
  await expect.poll(readTrackStates).toEqual(['ended', 'live'])
  await expect(tools.shutter).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(tools.dialog).toBeHidden()
  await expect.poll(readTrackStates).toEqual(['ended', 'ended'])
  await expect(photo.take).toBeFocused()
})

test('closing asks before it discards a new photo', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await photo.take.click()
  await expect(tools.shutter).toBeEnabled()
  await tools.shutter.click()
  await expect(tools.retake).toBeVisible()
  await tools.adjust.click()
  await expect(tools.frame).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tools.retake).toBeVisible()
  await expect(tools.stay).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(tools.stay).toBeFocused()
  await tools.stay.click()
  await expect(tools.retake).toBeVisible()
  await tools.close.click()
  await tools.leave.click()
  await expect(tools.dialog).toBeHidden()
})

test('Back closes the camera, asks before it discards a new photo, and leaves only then', async ({
  page,
  product,
}) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await page.getByText(translateEnglish('photos:license_back.short')).click()
  await expect(page).toHaveURL(/doc=license_back/)
  const take = stepPages(page).photos.take('license_back')

  await take.click()
  await expect(tools.shutter).toBeEnabled()
  await page.goBack()
  await expect(tools.dialog).toBeHidden()
  await expect(page).toHaveURL(/doc=license_back/)

  await take.click()
  await expect(tools.shutter).toBeEnabled()
  await tools.shutter.click()
  await expect(tools.retake).toBeVisible()
  await page.goBack()
  await expect(tools.stay).toBeFocused()
  await tools.leave.click()
  await expect(tools.dialog).toBeHidden()
  await expect(page).toHaveURL(/doc=license_back/)

  await page.goBack()
  await expect(page).toHaveURL(/doc=license_front/)
  await expect(photo.take).toBeVisible()
})

test('closing a chosen file returns the focus to its photo @desktop', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await photo.choose(await createLicence().jpeg().toBuffer())
  await expect(tools.use).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tools.dialog).toBeHidden()
  await expect(
    page.getByRole('link', { name: translateEnglish('photos:license_front.short') }),
  ).toBeFocused()
})

for (const [name, trouble] of [
  ['NotAllowedError', 'blocked'],
  ['NotFoundError', 'none'],
] as const)
  test(`without a camera (${name}) the customer sees why and chooses a file`, async ({
    page,
    product,
  }) => {
    await stubFailingCamera(page, name)
    const photo = await openPhotoPage(page, product.origin, 'license_front')
    const tools = studio(page)
    await photo.take.click()
    await expect(tools.trouble(trouble)).toBeVisible()
    await expect(tools.tryCameraAgain).toBeVisible()
    await expectNoAxeViolations(page)
    const chooser = await openFileChooser(page, () => tools.chooseFile.click())
    const file = { name: 'front.jpg', mimeType: 'image/jpeg' }
    await chooser.setFiles({ ...file, buffer: await createLicence().jpeg().toBuffer() })
    await tools.use.click()
    const { needs_review, preview } = await photo.arrived()
    expect(needs_review).toBe(false)
    expect(await readAspectRatio(preview)).toBeCloseTo(85.6 / 53.98, 1)
  })

test('a browser without getUserMedia offers the system camera', async ({ page, product }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
  })
  const photo = await openPhotoPage(page, product.origin, 'profile')
  const tools = studio(page)
  await photo.take.click()
  await expect(tools.trouble('unsupported')).toBeVisible()
  const systemCameraButton = tools.dialog.getByRole('button', {
    name: translateEnglish('studio:camera.system'),
  })
  const chooser = await openFileChooser(page, () => systemCameraButton.click())
  expect(await chooser.element().getAttribute('capture')).toBe('user')
})

const adviceCases: [string, string, DocumentType, () => Promise<Buffer>][] = [
  ['dark', 'dark', 'license_front', () => createLicence().linear(0.3, 0).jpeg().toBuffer()],
  ['blurred', 'veryBlurred', 'license_back', () => createLicence().blur(20).jpeg().toBuffer()],
  ['faceless', 'noFace', 'profile', () => createLicence().jpeg().toBuffer()],
  ['crowded', 'severalFaces', 'profile', () => sharp(groupPhoto).jpeg().toBuffer()],
]
for (const [kind, advice, type, file] of adviceCases)
  test(`a ${kind} photo gets a warning and can still be used`, async ({ page, product }) => {
    await waitForFaces(page)
    const photo = await openPhotoPage(page, product.origin, type)
    const tools = studio(page)
    await photo.choose(await file())
    await expect(tools.advice(advice)).toBeInViewport({ ratio: 1, ...checkTimeout })
    await expectNoAxeViolations(page)
    await expect(tools.chooseAnother).toBeVisible()
    await tools.useAnyway.click()
    expect((await photo.arrived()).needs_review).toBe(true)
  })

test('a good portrait is said to have a clear face and is uploaded without the file’s metadata', async ({
  page,
  product,
}) => {
  await waitForFaces(page)
  await page.addInitScript(() => {
    // The bytes of the photo and of its crop, one after the other.
    const sent = { bytes: [] as Blob[], imageBytes: 0 }
    Object.assign(window, { sent })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) sent.bytes.push(body)
      send.call(this, body)
    }
    const { append } = FormData.prototype
    FormData.prototype.append = function (name: string, value: string | Blob, ...rest: string[]) {
      if (name === 'image_bytes') sent.imageBytes = Number(value)
      append.call(this, name, value as Blob, ...rest)
    }
  })
  const photo = await openPhotoPage(page, product.origin, 'profile')
  const tools = studio(page)
  await photo.choose(
    await createPortrait()
      .withExif({ IFD0: { Make: 'Camera' } })
      .jpeg()
      .toBuffer(),
  )
  await expect(tools.check('face')).toBeVisible(checkTimeout)
  await tools.use.click()
  expect((await photo.arrived()).needs_review).toBe(false)
  const sent = await page.evaluate(() => {
    const { bytes, imageBytes } = (
      window as unknown as { sent: { bytes: Blob[]; imageBytes: number } }
    ).sent
    const upload = new Blob(bytes)
    return Promise.all(
      [upload.slice(0, imageBytes), upload.slice(imageBytes)].map(async blob =>
        Array.from(new Uint8Array(await blob.arrayBuffer())),
      ),
    )
  })
  const pictures = await Promise.all(sent.map(bytes => sharp(Buffer.from(bytes)).metadata()))
  expect(pictures.map(({ format, exif }) => ({ format, exif }))).toEqual([
    { format: 'jpeg', exif: undefined },
    { format: 'jpeg', exif: undefined },
  ])
  expect(pictures[0]?.width).toBe(1280)
})

test('files that the browser cannot open show an error, and another can be chosen', async ({
  page,
  product,
}, testInfo) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await photo.take.click()
  const chooseFile = async (name: string, content: Buffer) => {
    const file = testInfo.outputPath(name)
    await writeFile(file, content)
    const chooser = await openFileChooser(page, () =>
      tools.chooseFile.or(tools.chooseAnother).click(),
    )
    await chooser.setFiles(file)
  }
  const expectError = (text: string) =>
    expect(tools.dialog.getByRole('alert')).toHaveText(translateEnglish(text))
  await expect(tools.shutter).toBeEnabled()
  await chooseFile(
    'iphone.heic',
    Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(300)]),
  )
  await expectError('studio:heic')
  await chooseFile('empty.jpg', Buffer.alloc(0))
  await expectError('photos:issues.photo.empty')
  await chooseFile('paper.jpg', Buffer.from('%PDF-1.7 is no photo at all'))
  await expectError('photos:issues.photo.type')
  const completePhoto = await createLicence().jpeg().toBuffer()
  await chooseFile('torn.jpg', completePhoto.subarray(0, 300))
  await expectError('photos:issues.photo.broken')
  await chooseFile('large.jpg', Buffer.concat([completePhoto, Buffer.alloc(maxChosenBytes)]))
  await expectError('photos:issues.photo.large')
  await chooseFile('whole.jpg', completePhoto)
  await expect(tools.use).toBeVisible()
})

test('another file replaces a photo before it is accepted', async ({ page, product }) => {
  const licence = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await licence.choose(await createLicence().jpeg().toBuffer())
  await expect(tools.use).toBeEnabled(checkTimeout)
  for (const angle of [2, 3]) {
    const chooser = await openFileChooser(page, () => tools.chooseAnother.click())
    await chooser.setFiles({
      name: 'other.jpg',
      mimeType: 'image/jpeg',
      buffer: await createLicence().rotate(angle).jpeg().toBuffer(),
    })
    await expect(tools.chooseAnother).toBeVisible(checkTimeout)
  }
  await tools.use.or(tools.useAnyway).click()
  expect(await licence.arrived()).toMatchObject({ type: 'license_front' })
})

test('a photo is cropped by keyboard alone', async ({ page, product }) => {
  // Red on the left, blue on the right: the colors show where the keys moved the crop.
  const stripes = Array.from({ length: 60 }, (_, index) => `<path d="M0 ${index * 20}h1600v8H0z"/>`)
  const twoColourSvg =
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="800" height="1200" fill="#d33"/><rect x="800" width="800" height="1200" fill="#36d"/>
    ${stripes.join('')}</svg>`)
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await photo.choose(await sharp(twoColourSvg).jpeg().toBuffer())
  await tools.adjust.focus()
  await page.keyboard.press('Enter')
  await expect(tools.frame).toBeVisible()
  await tools.zoom.focus()
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await expect(tools.zoom).toHaveValue('2')
  await page.keyboard.press('Tab')
  await expect(tools.zoomIn).toBeFocused()
  await tools.frame.focus()
  for (let step = 0; step < 60; step++) await page.keyboard.press('ArrowRight')
  await tools.done.focus()
  await page.keyboard.press('Enter')
  await tools.use.or(tools.useAnyway).focus()
  await page.keyboard.press('Enter')
  const { preview } = await photo.arrived()
  const { channels } = await preview.stats()
  const [red, , blue] = channels.map(({ mean }) => mean)
  expect(red).toBeGreaterThan(1.5 * (blue ?? 0))
})

test('a photo is rotated upright', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await photo.choose(await createLicence().rotate(-90).jpeg().toBuffer())
  await tools.adjust.click()
  await expect(tools.frame).toBeVisible()
  await expectNoAxeViolations(page)
  await tools.turn.click()
  await expect(tools.frame).toBeVisible()
  await tools.done.click()
  await tools.use.click()
  expect(await readAspectRatio((await photo.arrived()).preview)).toBeCloseTo(85.6 / 53.98, 1)
})

test('the same file for both sides of the licence shows a warning', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  const file = await createLicence().jpeg().toBuffer()
  await photo.choose(file)
  await tools.use.click()
  await photo.arrived()
  await page.reload()
  await waitUntilReady(page)
  await stepPages(page).photos.row('license_back').click()
  await photo.choose(file)
  await expect(tools.advice('same')).toBeVisible()
})

/** Draws a line through the box; `from` and `to` are shares of its size. */
async function draw(page: Page, from = 0.15, to = 0.85) {
  const box = await page.locator('dialog canvas').first().boundingBox()
  if (!box) throw new Error('There is no box to sign in.')
  const toX = (share: number) =>
    [box.x + box.width * share, box.y + box.height * (0.5 + 0.3 * Math.sin(share * 40))] as const
  await page.mouse.move(...toX(from))
  await page.mouse.down()
  for (let step = 1; step <= 40; step++)
    await page.mouse.move(...toX(from + ((to - from) * step) / 40))
  await page.mouse.up()
}

test('a signature is drawn, undone, cleared, drawn again and uploaded', async ({
  page,
  product,
}) => {
  const photo = await openPhotoPage(page, product.origin, 'signature')
  const tools = studio(page)
  await photo.take.click()
  await expect(tools.box).toBeVisible()
  await expectNoAxeViolations(page)
  await tools.useSignature.click()
  await expect(tools.dialog.getByText(translateEnglish('studio:signature.blank'))).toBeVisible()
  await draw(page)
  await expect(tools.boxDrawn).toBeVisible()
  await tools.undo.click()
  await expect(tools.box).toBeVisible()
  await draw(page)
  await draw(page, 0.3, 0.6)
  await tools.clear.click()
  await expect(tools.box).toBeVisible()
  await tools.undo.click()
  await expect(tools.boxDrawn).toBeVisible()
  await tools.clear.click()
  await draw(page)
  // The drawing survives a rotation of the screen and back.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(tools.boxDrawn).toBeInViewport({ ratio: 1 })
  await expect(tools.useSignature).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width, height })
  await expect(tools.boxDrawn).toBeVisible()
  await tools.methodOption('type').check()
  await page.keyboard.press('Escape')
  await tools.stay.click()
  await tools.methodOption('draw').check()
  await tools.useSignature.click()
  const { preview } = await photo.arrived()
  expect(await readAspectRatio(preview)).toBeCloseTo(3, 1)
  const [inkChannel] = (await preview.stats()).channels
  expect(inkChannel?.mean).toBeGreaterThan(200)
  expect(inkChannel?.min).toBeLessThan(100)
})

test('a drawing is still there after the photo option was opened', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'signature')
  const tools = studio(page)
  await photo.take.click()
  await draw(page)
  await expect(tools.boxDrawn).toBeVisible()
  await tools.methodOption('upload').check()
  const chooser = await openFileChooser(page, () => tools.chooseFile.click())
  const file = { name: 'card.jpg', mimeType: 'image/jpeg' }
  await chooser.setFiles({ ...file, buffer: await createLicence().jpeg().toBuffer() })
  await expect(tools.use.or(tools.useAnyway)).toBeVisible()
  await tools.close.click()
  await tools.methodOption('draw').check()
  await expect(tools.boxDrawn).toBeVisible()
  await tools.useSignature.click()
  const [inkChannel] = (await (await photo.arrived()).preview.stats()).channels
  expect(inkChannel?.min).toBeLessThan(100)
})

test('a signature is typed with the keyboard alone', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'signature')
  const tools = studio(page)
  await photo.take.focus()
  await page.keyboard.press('Enter')
  await tools.methodOption('draw').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tools.methodOption('type')).toBeChecked()
  await expect(tools.name).toHaveValue(/\w+ \w+/)
  await expectNoAxeViolations(page)
  await tools.name.press('Enter')
  await expect(tools.confirmation).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const { needs_review, preview } = await photo.arrived()
  expect(needs_review).toBe(false)
  expect(await readAspectRatio(preview)).toBeCloseTo(3, 1)
})

test('a signature on paper is photographed', async ({ page, product }) => {
  const photo = await openPhotoPage(page, product.origin, 'signature')
  const tools = studio(page)
  await photo.take.click()
  await tools.methodOption('upload').check()
  const chooser = await openFileChooser(page, () => tools.chooseFile.click())
  const blankPaper = sharp({
    create: { width: 1200, height: 600, channels: 3, background: '#e8e8e4' },
  })
  const file = { name: 'paper.jpg', mimeType: 'image/jpeg' }
  await chooser.setFiles({ ...file, buffer: await blankPaper.jpeg().toBuffer() })
  await expect(tools.advice('blank')).toBeVisible()
  await tools.useAnyway.click()
  const { needs_review, preview } = await photo.arrived()
  expect(needs_review).toBe(true)
  expect(await readAspectRatio(preview)).toBeCloseTo(3, 1)
})

test('the face model loads only for selfies, and not with data saving on', async ({
  page,
  product,
}) => {
  const requestedFiles: string[] = []
  page.on('request', request => {
    if (/\/models\//.test(request.url())) requestedFiles.push(request.url())
  })
  const front = await openPhotoPage(page, product.origin, 'license_front')
  const tools = studio(page)
  await front.choose(await createLicence().jpeg().toBuffer())
  await tools.use.click()
  await front.arrived()
  for (const address of ['v2/driver-details/', 'v2/upload-photos/?doc=license_back'])
    await page.goto(`/checkouts/${address}`, { waitUntil: 'networkidle' })
  expect(requestedFiles).toEqual([])

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const selfie = await openPhotoPage(page, product.origin, 'profile')
  await selfie.choose(await createPortrait().jpeg().toBuffer())
  await expect(tools.use).toBeVisible()
  expect(requestedFiles).toEqual([])
})
