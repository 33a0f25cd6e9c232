import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { maxPhotoBytes } from '@/domain/photos/image-format'
import { checkouts } from '@/server/db/tables/checkouts'
import { photoUploads } from '@/server/db/tables/photos'
import { hashOf } from '@/server/infra/tokens'
import { runRetention } from '@/server/jobs/retention'
import { eraseCheckout } from '@/server/orders/erase-checkout'
import { readCheckout, startCheckout } from '../support/customer'
import {
  addPhoto,
  changePhoto,
  continueUpload,
  createPhoto,
  createUpload,
  listIncomingFiles,
  partHeaders,
  readStoredFiles,
  readUpload,
  removePhoto,
  renderNoise,
  renderPhoto,
  setCheckout,
  startUpload,
  storeUpload,
  uploadBytes,
} from '../support/photos'
import { startRouteServer } from '../support/route-server'
import { withShop } from '../support/with-shop'

const shop = withShop({ perTest: true })

/** Larger than what is stored at a time. */
let photo: Buffer
beforeAll(async () => {
  photo = await renderNoise(800, 800).jpeg({ quality: 95 }).toBuffer()
  expect(photo.length).toBeGreaterThan(400_000)
})

const readOffset = async (token: string, id: string) =>
  Number((await readUpload({ token }, id)).headers['upload-offset'])
const listParts = () => [...readStoredFiles(shop).keys()].filter(name => name.endsWith('.part'))
const listImages = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images

/** Sends these bytes of a longer request over a connection of its own, which then breaks. */
async function breakOff(token: string, id: string, bytes: Buffer) {
  const route = await startRouteServer(`/backend/api/photo-uploads/${id}/`)
  const socket = connect(route.port, '127.0.0.1')
  const headers = { host: 'shop.example', 'content-length': photo.length, ...partHeaders(0) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PATCH /?checkout=${token} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise<void>(resolve => socket.write(bytes, () => resolve()))
  const timeout = 20_000
  await vi.waitFor(() => expect(route.bytesRead()).toBeGreaterThan(bytes.length), { timeout })
  socket.destroy()
  await vi.waitFor(async () => expect(await readOffset(token, id)).toBe(bytes.length), { timeout })
  await route.stop()
}

describe('an upload in parts', () => {
  it('continues where its connection broke, and becomes a photo', async () => {
    const { token, version } = await startCheckout()
    const id = await createUpload({ token }, photo.length)
    expect(await readOffset(token, id)).toBe(0)
    await breakOff(token, id, photo.subarray(0, 300_001))
    expect(listParts()).not.toEqual([])
    const reply = await continueUpload({ token }, id, 300_001, photo.subarray(300_001))
    expect([reply.status, reply.headers['upload-offset']]).toEqual([204, String(photo.length)])
    const stored = await storeUpload({ token }, id, { needs_review: 'true' })
    expect([stored.status, stored.body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[\w-]{16}$/),
        type: 'profile',
        revision: 1,
        needs_review: true,
        added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        version: version + 1,
      },
    ])
    const sizes = await Promise.all(
      [...readStoredFiles(shop).values()].map(file => sharp(file).metadata()),
    )
    expect(sizes.map(({ width }) => width).sort()).toEqual([320, 800])
    expect(listIncomingFiles(shop)).toEqual([])
  })

  it('contains the photo and its crop', async () => {
    const { token } = await startCheckout()
    const [image, cropped] = [await renderPhoto(600, 400), await renderPhoto(300, 390)]
    const id = await uploadBytes({ token }, Buffer.concat([image, cropped]))
    const reply = await storeUpload({ token }, id, { image_bytes: String(image.length) })
    expect(reply.status, reply.text).toBe(200)
    const sizes = await Promise.all(
      [...readStoredFiles(shop).values()].map(file => sharp(file).metadata()),
    )
    expect(sizes.map(({ width, height }) => `${width}x${height}`).sort()).toEqual([
      '246x320',
      '300x390',
      '600x400',
    ])
  })

  it('replaces a photo', async () => {
    const { token } = await startCheckout()
    const first = await createPhoto(token)
    const upload = await uploadBytes({ token }, photo)
    const reply = await changePhoto({ token }, first.id, {}, { query: { upload } })
    expect(reply.body).toMatchObject({ id: first.id, type: 'profile', revision: 2 })
    await removePhoto({ token }, first.id)
    const [id, missing] = [await uploadBytes({ token }, photo), { query: { upload } }]
    expect((await changePhoto({ token }, first.id, {}, missing)).status).toBe(404)
    // Its bytes are still there for another photo.
    expect((await storeUpload({ token }, id)).status).toBe(200)
  })

  it('says where it is, until when it can be continued, and which protocol it follows', async () => {
    const { token } = await startCheckout()
    const expected = {
      'tus-resumable': '1.0.0',
      'cache-control': 'no-store',
      'upload-expires': new Date(shop.backend.now().getTime() + 3_600_000).toUTCString(),
    }
    const started = await startUpload({ token }, photo.length)
    expect(started.status).toBe(201)
    const place = /^\/checkouts\/backend\/api\/photo-uploads\/[\w-]{16}\/\?checkout=[\w-]{43}$/
    expect(started.headers).toMatchObject({ location: expect.stringMatching(place) })
    const id = await createUpload({ token }, photo.length)
    const replies = [
      started,
      await readUpload({ token }, id),
      await continueUpload({ token }, id, 0, photo.subarray(0, 9)),
    ]
    for (const { headers, text } of replies) {
      const { 'upload-expires': until, ...others } = expected
      expect(headers).toMatchObject(others)
      const difference = Date.parse(String(headers['upload-expires'])) - Date.parse(until)
      expect(Math.abs(difference)).toBeLessThan(60_000)
      expect(text).toBe('')
    }
    expect((await readUpload({ token }, id)).headers).toMatchObject({
      'upload-offset': '9',
      'upload-length': String(photo.length),
    })
  })

  it('is continued by one of two requests at the same offset', async () => {
    const { token } = await startCheckout()
    const id = await createUpload({ token }, photo.length)
    const replies = await Promise.all(
      [1, 2, 3].map(() => continueUpload({ token }, id, 0, photo.subarray(0, 1_000))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    expect(await readOffset(token, id)).toBe(1_000)
    expect(listParts()).toHaveLength(1)
    await continueUpload({ token }, id, 1_000, photo.subarray(1_000))
    expect((await storeUpload({ token }, id)).status).toBe(200)
  })

  it('that is stored twice is one photo, and is complete until it expires', async () => {
    const { token } = await startCheckout()
    const id = await uploadBytes({ token }, photo)
    const first = await storeUpload({ token }, id, {}, { key: 'one key' })
    expect(await readOffset(token, id)).toBe(photo.length)
    expect(listParts()).toEqual([])
    const second = await storeUpload({ token }, id, {}, { key: 'one key' })
    expect([second.status, second.body]).toEqual([200, first.body])
    const third = await storeUpload({ token }, id, {}, { key: 'another key' })
    expect([third.status, third.body.code]).toEqual([409, 'upload_offset'])
  })

  it('counts as one upload', async () => {
    const { token } = await startCheckout()
    for (let count = 0; count < 39; count += 1) await createUpload({ token }, 1)
    const id = await uploadBytes({ token }, photo)
    const refused = await startUpload({ token }, 1)
    expect([refused.status, refused.body.issues]).toEqual([
      429,
      [{ field: 'image', message: 'photo.quota' }],
    ])
    expect((await storeUpload({ token }, id)).status).toBe(200)
    expect((await addPhoto({ token }, { type: 'profile', image: photo })).status).toBe(429)
  })
})

describe('a refused upload', () => {
  it.each<[string, number | string, number, string]>([
    ['no bytes', 0, 422, 'photo.empty'],
    ['too many bytes', maxPhotoBytes + 1, 413, 'photo.large'],
    ['a length that is no number', '1e3', 422, 'value.type'],
    ['a negative length', -1, 422, 'value.type'],
  ])('has %s', async (_, length, status, message) => {
    const { token } = await startCheckout()
    const reply = await startUpload({ token }, length)
    expect([reply.status, reply.body.issues[0].message]).toEqual([status, message])
    expect(await shop.backend.db.select().from(photoUploads)).toEqual([])
  })

  it('follows no protocol, or another one', async () => {
    const { token } = await startCheckout()
    for (const version of [undefined, '0.2.2']) {
      const { status, headers, body } = await startUpload({ token }, 1, {
        'tus-resumable': version,
      })
      expect([status, headers['tus-version'], body.code]).toEqual([412, '1.0.0', 'upload_version'])
    }
  })

  it('sends bytes of another type, at another offset, or too many of them', async () => {
    const { token } = await startCheckout()
    const id = await createUpload({ token }, 100)
    const send = (offset: number, length: number, headers = {}) =>
      continueUpload({ token }, id, offset, photo.subarray(0, length), headers)
    const codes = [
      await send(0, 9, { 'content-type': 'image/jpeg' }),
      await send(9, 9),
      await send(0, 101),
      await send(0, 101, { 'content-length': undefined }),
    ].map(({ status, body }) => [status, body.code])
    expect(codes).toEqual([
      [415, 'upload_data'],
      [409, 'upload_offset'],
      [413, 'too_large'],
      [413, 'too_large'],
    ])
    expect(await readOffset(token, id)).toBeLessThanOrEqual(100)
  })

  it('comes from another site', async () => {
    const { token } = await startCheckout()
    const reply = await startUpload({ token }, 1, { origin: 'https://evil.example' })
    expect([reply.status, reply.body.code]).toEqual([403, 'origin'])
  })

  it('is of an order that takes no more photos', async () => {
    const { token } = await startCheckout()
    const id = await createUpload({ token }, photo.length)
    await setCheckout(shop, token, { status: 'completed' })
    const replies = [
      await startUpload({ token }, 1),
      await readUpload({ token }, id),
      await continueUpload({ token }, id, 0, photo),
    ]
    for (const { status, body } of replies) expect([status, body.code]).toEqual([409, 'closed'])
  })

  it('is no photo, and leaves nothing', async () => {
    const { token } = await startCheckout()
    const id = await uploadBytes({ token }, Buffer.from('no photo at all, but some bytes'))
    const reply = await storeUpload({ token }, id)
    expect([reply.status, reply.body.issues]).toEqual([
      422,
      [{ field: 'image', message: 'photo.type' }],
    ])
    expect((await readUpload({ token }, id)).status).toBe(404)
    expect([...readStoredFiles(shop).keys(), ...listIncomingFiles(shop)]).toEqual([])
  })

  it('is stored before it is complete, or by another order', async () => {
    const [{ token }, other] = [await startCheckout(), await startCheckout()]
    const id = await createUpload({ token }, photo.length)
    await continueUpload({ token }, id, 0, photo.subarray(0, -1))
    const early = await storeUpload({ token }, id)
    expect([early.status, early.body.code]).toEqual([409, 'upload_offset'])
    await continueUpload({ token }, id, photo.length - 1, photo.subarray(-1))
    for (const wrong of [
      await storeUpload({ token: other.token }, id),
      await storeUpload({ token }, 'x'),
    ])
      expect([wrong.status, wrong.body.code]).toEqual([409, 'upload_offset'])
    expect((await storeUpload({ token }, id)).status).toBe(200)
    expect(await listImages(other.token)).toEqual([])
  })

  it('has sent its bytes in too many pieces', async () => {
    const { token } = await startCheckout()
    const id = await createUpload({ token }, 1_000)
    for (let offset = 0; offset < 200; offset += 1)
      await continueUpload({ token }, id, offset, photo.subarray(offset, offset + 1))
    const reply = await continueUpload({ token }, id, 200, photo.subarray(200, 201))
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    expect(listParts()).toEqual([])
  })
})

describe('an upload that is never finished', () => {
  it('is removed after an hour with its bytes', async () => {
    const { token } = await startCheckout()
    const id = await createUpload({ token }, photo.length)
    await continueUpload({ token }, id, 0, photo.subarray(0, 300_000))
    expect(listParts()).not.toEqual([])
    shop.advanceClock(61 * 60_000)
    expect((await readUpload({ token }, id)).status).toBe(404)
    const late = await continueUpload({ token }, id, 300_000, photo.subarray(300_000))
    expect(late.status).toBe(404)
    expect((await storeUpload({ token }, id)).body.code).toBe('upload_offset')
    await runRetention(shop.backend)
    expect(listParts()).toEqual([])
    expect(await shop.backend.db.select().from(photoUploads)).toEqual([])
  })

  it('is removed with its order', async () => {
    const { token } = await startCheckout()
    await continueUpload({ token }, await createUpload({ token }, photo.length), 0, photo)
    const { db } = shop.backend
    const [checkout] = await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.tokenHash, hashOf(token)))
    const names = await db.transaction(tx =>
      eraseCheckout(shop.backend, tx, checkout as NonNullable<typeof checkout>),
    )
    expect(names.sort()).toEqual(listParts().sort())
    await runRetention(shop.backend)
    expect(listParts()).toEqual([])
    expect(await db.select().from(photoUploads)).toEqual([])
  })
})
