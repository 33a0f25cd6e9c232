import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { documentTypes } from '@/domain/data/document-types'
import { photoErrorCodes } from '@/domain/photos/photo-files'
import { findFirstIncomplete } from '@/domain/step-access'
import { toIsoDate } from '@/server/infra/clock'
import { startAttempt } from '@/server/payments/start-attempt'
import arabic from '../../public/locales/ar/photos.json'
import english from '../../public/locales/en/photos.json'
import {
  createFreePaidCheckout,
  createPayableCheckout,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import {
  addPhoto,
  changePhoto,
  createPhoto,
  fetchPreview,
  listIncomingFiles,
  listPhotos,
  readStoredFiles,
  removePhoto,
  renderNoise,
  renderPhoto,
  setCheckout,
} from '../support/photos'
import { withShop } from '../support/with-shop'

const shop = withShop()

const listImages = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images

/** Runs `work` and returns the new files, the largest first. */
async function captureNewFiles(work: () => Promise<unknown>): Promise<Buffer[]> {
  const before = readStoredFiles(shop)
  await work()
  const newFiles = [...readStoredFiles(shop)].filter(([name]) => !before.has(name))
  return newFiles.map(([, bytes]) => bytes).sort((a, b) => b.length - a.length)
}

describe('a photo', () => {
  it('is on the order with the response, and increments the version', async () => {
    const { token, version } = await startCheckout()
    const reply = await addPhoto({ token }, { type: 'license_front', image: await renderPhoto() })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[\w-]{16}$/),
      type: 'license_front',
      revision: 1,
      needs_review: false,
      added_at: expect.stringMatching(/^\d{4}-.*Z$/),
      version: version + 1,
    })
    const { version: newVersion, ...storedImage } = reply.body
    const { body } = await readCheckout(token)
    expect(body.version).toBe(newVersion)
    expect(body.state.approval_documents).toEqual({ add_later: false, images: [storedImage] })
    expect((await listPhotos({ token })).body).toEqual({
      images: [storedImage],
      version: newVersion,
      closure: null,
    })
  })

  it.each(documentTypes)('may be the %s', async type => {
    const { token } = await startCheckout()
    await createPhoto(token, type)
    expect(await listImages(token)).toMatchObject([{ type }])
  })

  it('of each type completes the step', async () => {
    const { token } = await createPayableCheckout()
    await saveCheckout(token, undefined, { approval_documents: { add_later: false } })
    const findStep = async () =>
      findFirstIncomplete((await readCheckout(token)).body.state, toIsoDate(new Date())).id
    expect(await findStep()).toBe('upload-photos')
    for (const type of documentTypes) await createPhoto(token, type)
    expect(await findStep()).not.toBe('upload-photos')
  })

  it.each(['jpeg', 'png', 'webp'] as const)('can be a %s and is stored as JPEG', async format => {
    const { token } = await startCheckout()
    const image = await renderNoise(300, 200).toFormat(format).toBuffer()
    const files = await captureNewFiles(() => createPhoto(token, 'profile', { image }))
    expect(files).toHaveLength(2)
    for (const file of files) expect((await sharp(file).metadata()).format).toBe('jpeg')
    expect(files.some(file => file.equals(image))).toBe(false)
  })

  it('is stored whole and cropped', async () => {
    const { token } = await startCheckout()
    const [image, cropped_image] = [await renderPhoto(600, 400), await renderPhoto(300, 390)]
    const files = await captureNewFiles(() =>
      createPhoto(token, 'profile', { image, cropped_image }),
    )
    const sizes = await Promise.all(files.map(file => sharp(file).metadata()))
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [600, 400],
      [300, 390],
      [246, 320],
    ])
  })

  it('is scaled down if it is large', async () => {
    const { token } = await startCheckout()
    const image = await renderNoise(3_000, 1_000).jpeg().toBuffer()
    const [storedFile] = await captureNewFiles(() => createPhoto(token, 'profile', { image }))
    expect(await sharp(storedFile).metadata()).toMatchObject({ width: 2_000, height: 667 })
  })

  it('is rotated according to its EXIF orientation', async () => {
    const { token } = await startCheckout()
    const image = await renderNoise(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const [storedFile] = await captureNewFiles(() => createPhoto(token, 'profile', { image }))
    expect(await sharp(storedFile).metadata()).toMatchObject({ width: 300, height: 400 })
  })

  it('with transparency gets a white background', async () => {
    const { token } = await startCheckout()
    const transparentImage = { width: 200, height: 80, channels: 4 as const, background: '#0000' }
    const image = await sharp({ create: transparentImage }).png().toBuffer()
    const [storedFile] = await captureNewFiles(() => createPhoto(token, 'signature', { image }))
    const { channels } = await sharp(storedFile).stats()
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255])
  })

  it('loses its EXIF, GPS and XMP metadata', async () => {
    const { token } = await startCheckout()
    const image = await renderNoise(300, 200)
      .withExif({
        IFD0: { Make: 'CANARY-PHONE', Copyright: 'CANARY-NAME' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">CANARY-XMP</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(image.includes('CANARY-PHONE') && image.includes('CANARY-XMP')).toBe(true)
    const files = await captureNewFiles(() => createPhoto(token, 'profile', { image }))
    for (const file of files) {
      expect(file.includes('CANARY')).toBe(false)
      const { exif, xmp, icc, iptc } = await sharp(file).metadata()
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  it('used despite a warning is marked for review', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token, 'profile', { needs_review: 'true' })
    expect(await listImages(token)).toMatchObject([{ needs_review: true }])
    const image = await renderPhoto()
    expect((await changePhoto({ token }, id, { image })).body.needs_review).toBe(false)
  })

  it('makes an older version stale, and the typed change can be saved after a reload', async () => {
    const { token, version } = await startCheckout()
    await createPhoto(token)
    const staleReply = await saveCheckout(token, version, { gclid: 'typed' })
    expect([staleReply.status, staleReply.body.code]).toEqual([409, 'stale'])
    const { body } = await saveCheckout(token, staleReply.body.checkout.version, { gclid: 'typed' })
    expect(body.state.approval_documents.images).toHaveLength(1)
  })

  it('leaves no temporary file', async () => {
    const { token } = await startCheckout()
    await createPhoto(token)
    await addPhoto({ token }, { type: 'profile', image: Buffer.from('no photo at all') })
    expect(listIncomingFiles(shop)).toEqual([])
  })
})

describe('a replaced photo', () => {
  it('keeps its id, and the old files are removed', async () => {
    const { token } = await startCheckout()
    const first = await createPhoto(token)
    const before = new Set(readStoredFiles(shop).keys())
    const reply = await changePhoto({ token }, first.id, { image: await renderPhoto(500, 500) })
    expect(reply.body).toMatchObject({ id: first.id, type: 'profile', revision: 2 })
    const after = [...readStoredFiles(shop).keys()]
    expect(after).toHaveLength(before.size)
    expect(after.filter(name => before.has(name))).toHaveLength(before.size - 2)
  })

  it('can also be replaced by adding another of the same type', async () => {
    const { token } = await startCheckout()
    const first = await createPhoto(token)
    const second = await createPhoto(token)
    expect(second).toMatchObject({ id: first.id, revision: 2, version: first.version + 1 })
    expect(await listImages(token)).toHaveLength(1)
  })

  it('cannot change its type', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    const reply = await changePhoto({ token }, id, {
      type: 'signature',
      image: await renderPhoto(),
    })
    expect([reply.status, reply.body.issues]).toEqual([
      422,
      [{ field: 'type', message: 'photo.kind' }],
    ])
    expect(await listImages(token)).toMatchObject([{ type: 'profile', revision: 1 }])
  })
})

describe('a removed photo', () => {
  it('is deleted with its files', async () => {
    const { token } = await startCheckout()
    const before = readStoredFiles(shop).size
    const { id, version } = await createPhoto(token)
    const { status, body } = await removePhoto({ token }, id)
    expect([status, body]).toEqual([200, { version: version + 1 }])
    expect(await listImages(token)).toEqual([])
    expect(readStoredFiles(shop).size).toBe(before)
    expect((await fetchPreview({ token }, id)).status).toBe(404)
    expect((await removePhoto({ token }, id)).status).toBe(404)
  })

  it('cannot be replaced', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    await removePhoto({ token }, id)
    expect((await changePhoto({ token }, id, { image: await renderPhoto() })).status).toBe(404)
  })
})

describe('a repeated upload', () => {
  const key = 'd0f7c6a2-0f0e-4f0e-9a7e-3f2b7f0c1d2e'

  it('with the same key is the same upload', async () => {
    const { token } = await startCheckout()
    const parts = { type: 'profile', image: await renderPhoto() }
    const first = await addPhoto({ token }, parts, { key })
    const second = await addPhoto({ token }, parts, { key })
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await listImages(token)).toMatchObject([{ revision: 1 }])
  })

  it('that arrives late does not undo later changes', async () => {
    const { token } = await startCheckout()
    const parts = { type: 'profile', image: await renderPhoto() }
    const { id } = (await addPhoto({ token }, parts, { key })).body
    await changePhoto({ token }, id, { image: await renderPhoto() }, { key: 'another-key' })
    const lateReply = await addPhoto({ token }, parts, { key })
    expect(lateReply.body).toMatchObject({ id, revision: 2 })
    await removePhoto({ token }, id)
    expect((await addPhoto({ token }, parts, { key })).status).toBe(404)
    expect(await listImages(token)).toEqual([])
  })

  it('at the same time is the same upload and leaves no extra file', async () => {
    const { token } = await startCheckout()
    const parts = { type: 'profile', image: await renderPhoto() }
    const files = await captureNewFiles(async () => {
      const replies = await Promise.all([1, 2, 3].map(() => addPhoto({ token }, parts, { key })))
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    })
    expect(files).toHaveLength(2)
  })

  it('for another order is a new upload', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const parts = { type: 'profile', image: await renderPhoto() }
    const first = (await addPhoto({ token: checkout.token }, parts, { key })).body
    const second = (await addPhoto({ token: other.token }, parts, { key })).body
    expect(second.id).not.toBe(first.id)
  })
})

it('two concurrent photos of one type become one photo with one set of files', async () => {
  const { token } = await startCheckout()
  const files = await captureNewFiles(async () => {
    const parts = { type: 'profile', image: await renderPhoto() }
    const replies = await Promise.all([addPhoto({ token }, parts), addPhoto({ token }, parts)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies.map(({ body }) => body.revision).sort()).toEqual([1, 2])
  })
  expect(await listImages(token)).toMatchObject([{ revision: 2 }])
  expect(files).toHaveLength(2)
})

describe('an order', () => {
  it('that is paid still accepts photos', async () => {
    const { token } = await createFreePaidCheckout()
    const { id } = await createPhoto(token)
    expect(await listImages(token)).toMatchObject([{ id }])
    expect((await saveCheckout(token, undefined, { gclid: 'x' })).body.code).toBe('paid')
  })

  it('accepts photos during a payment, because they cost nothing', async () => {
    const { token, quote } = await createPayableCheckout()
    await startAttempt(shop.backend, { token, address: '192.0.2.1' }, quote)
    await createPhoto(token)
  })

  it('that is completed accepts no photos and keeps the existing ones', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    await setCheckout(shop, token, { status: 'completed' })
    const image = await renderPhoto()
    for (const request of [
      addPhoto({ token }, { type: 'signature', image }),
      changePhoto({ token }, id, { image }),
      removePhoto({ token }, id),
    ]) {
      const { status, body } = await request
      expect([status, body.code]).toEqual([409, 'closed'])
    }
    expect((await fetchPreview({ token }, id)).status).toBe(200)
  })

  it('that has expired accepts and shows no photos', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    shop.advanceClock(tokenLifetimeMs + 1)
    const parts = { type: 'profile', image: await renderPhoto() }
    expect((await addPhoto({ token }, parts)).status).toBe(404)
    expect((await fetchPreview({ token }, id)).status).toBe(404)
    expect((await fetchPreview({}, id, { headers: { cookie: `userToken=${token}` } })).status).toBe(
      404,
    )
  })

  it('completed during an upload stays unchanged', async () => {
    const { token } = await startCheckout()
    const { files } = shop.backend
    shop.backend.files = {
      ...files,
      put: async (name, bytes) => {
        await setCheckout(shop, token, { status: 'completed' })
        await files.put(name, bytes)
      },
    }
    const newFiles = await captureNewFiles(async () => {
      const { body } = await addPhoto({ token }, { type: 'profile', image: await renderPhoto() })
      expect(body.code).toBe('closed')
    })
    shop.backend.files = files
    expect(newFiles).toEqual([])
    expect(await listImages(token)).toEqual([])
  })
})

describe('a preview', () => {
  it('is small, not cached, same-origin and always an image', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token, 'profile', { image: await renderPhoto(1_200, 900) })
    const { status, headers, bytes } = await fetchPreview({ token }, id)
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('etag')
  })

  it('shows the cropped image', async () => {
    const { token } = await startCheckout()
    const croppedParts = {
      image: await renderPhoto(600, 400),
      cropped_image: await renderPhoto(200, 200),
    }
    const { id } = await createPhoto(token, 'profile', croppedParts)
    const { bytes } = await fetchPreview({ token }, id)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 200 })
  })

  it('opens with the checkout cookie', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    const headers = { cookie: `userToken=${token}` }
    expect((await fetchPreview({}, id, { headers })).status).toBe(200)
  })

  it('returns 404 for everyone else', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const { id } = await createPhoto(checkout.token)
    const buildCookieHeaders = (token: string) => ({ headers: { cookie: `userToken=${token}` } })
    const requests = [
      fetchPreview({}, id),
      fetchPreview({ token: other.token }, id),
      fetchPreview({}, id, buildCookieHeaders(other.token)),
      fetchPreview({}, id, buildCookieHeaders('A'.repeat(43))),
      // A wrong token in the request is not replaced by the right cookie.
      fetchPreview({ token: other.token }, id, buildCookieHeaders(checkout.token)),
      fetchPreview({ token: '' }, id, buildCookieHeaders(checkout.token)),
      fetchPreview({ pass: checkout.token }, id),
    ]
    for (const { status, body } of await Promise.all(requests))
      expect([status, body]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
  })

  it('during a replacement returns the old or the new photo', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    const image = await renderPhoto()
    const [replacement, ...previews] = await Promise.all([
      changePhoto({ token }, id, { image }),
      ...[1, 2, 3, 4].map(() => fetchPreview({ token }, id)),
    ])
    expect(replacement.status).toBe(200)
    expect(previews.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

it.each([
  ['en', english],
  ['ar', arabic],
])('every refusal has a text in %s', (_, { issues }) => {
  expect(Object.keys(issues.photo).sort()).toEqual([...photoErrorCodes].sort())
})
