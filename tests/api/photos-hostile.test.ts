import fs, { statfsSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import sharp, { type Sharp } from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { maxPhotoBytes } from '@/domain/photos/image-format'
import { callRoute, type Reply } from '../support/call-route'
import { readCheckout, startCheckout } from '../support/customer'
import {
  addPhoto,
  buildForm,
  changePhoto,
  createPhoto,
  type FormParts,
  fetchPreview,
  listIncomingFiles,
  listPhotos,
  readStoredFiles,
  removePhoto,
  renderNoise,
  renderPhoto,
} from '../support/photos'
import { startRouteServer } from '../support/route-server'
import { withShop } from '../support/with-shop'

const imagesRoute = '/backend/api/approval-images/'

const shop = withShop()

const listImages = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images

/** Uploads an invalid photo. Expects a 4xx response and that no file or row remains. */
async function expectRefused(parts: FormParts): Promise<Reply> {
  const { token } = await startCheckout()
  const files = readStoredFiles(shop).size
  const reply = await addPhoto({ token }, { type: 'profile', ...parts })
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  expect(await listImages(token)).toEqual([])
  expect(readStoredFiles(shop).size).toBe(files)
  expect(listIncomingFiles(shop)).toEqual([])
  return reply
}

const readIssueMessages = ({ body }: Reply) =>
  body.issues?.map(({ message }: { message: string }) => message)

const concatBytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => Buffer.from(part as string)))

describe('a file that is no photo', () => {
  it.each<[string, Buffer, string]>([
    ['a PDF', concatBytes('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'type'],
    [
      'an SVG',
      concatBytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'type',
    ],
    [
      'an SVG after an XML declaration',
      concatBytes('<?xml version="1.0"?>\n<svg onload="alert(1)"/>'),
      'type',
    ],
    ['an HTML page', concatBytes('<!doctype html><script>alert(1)</script>'), 'type'],
    [
      'a GIF that is also a script',
      concatBytes('GIF89a/*', [1, 0, 1, 0], '*/=1;alert(1)//'),
      'type',
    ],
    ['a TIFF', concatBytes('II*', [0, 8, 0, 0, 0]), 'type'],
    ['an AVIF', concatBytes([0, 0, 0, 32], 'ftypavif', [0, 0, 0, 0], 'mif1'), 'type'],
    ['a video', concatBytes([0, 0, 0, 32], 'ftypisom', [0, 0, 0, 0]), 'type'],
    ['an executable', concatBytes([0x7f], 'ELF', [2, 1, 1, 0, 0, 0, 0, 0]), 'type'],
    ['an archive', concatBytes('PK', [3, 4, 20, 0, 0, 0, 0, 0]), 'type'],
    ['a script', concatBytes('#!/bin/sh\nrm -rf /\n'), 'type'],
    [
      'ImageMagick commands',
      concatBytes('push graphic-context\nimage over 0,0 0,0 "https://evil"'),
      'type',
    ],
    ['a HEIC', concatBytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1heic'), 'heic'],
    ['a HEIF with several images', concatBytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0]), 'heic'],
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['one byte', concatBytes([0xff]), 'type'],
    ['a JPEG header', concatBytes([0xff, 0xd8, 0xff, 0xe0]), 'broken'],
    ['a PNG header', concatBytes([0x89], 'PNG\r\n', [0x1a, 0x0a]), 'broken'],
    ['a WebP header', concatBytes('RIFF', [4, 0, 0, 0], 'WEBP'), 'broken'],
    [
      'a JPEG of zero bytes',
      Buffer.concat([concatBytes([0xff, 0xd8, 0xff]), Buffer.alloc(50_000)]),
      'broken',
    ],
    [
      'HTML with a JPEG header',
      concatBytes([0xff, 0xd8, 0xff], '<svg><script>alert(1)</script>'),
      'broken',
    ],
  ])('is refused by its bytes, whatever its name: %s', async (_, bytes, reason) => {
    for (const image of [
      { bytes, name: 'photo.jpg', type: 'image/jpeg' },
      { bytes, name: 'photo.png', type: 'image/svg+xml' },
    ]) {
      const reply = await expectRefused({ image })
      expect([reply.status, reply.body.code]).toEqual([422, 'unprocessable'])
      expect(reply.body.issues).toEqual([{ field: 'image', message: `photo.${reason}` }])
    }
  })

  it('is refused as the cropped image', async () => {
    const cropped_image = concatBytes('%PDF-1.7 hello hello')
    const reply = await expectRefused({ image: await renderPhoto(), cropped_image })
    expect(reply.body.issues).toEqual([{ field: 'cropped_image', message: 'photo.type' }])
  })

  it('is refused if it is truncated', async () => {
    const photo = await renderPhoto(1_200, 900)
    for (const image of [photo.subarray(0, photo.length / 2), photo.subarray(0, 400)])
      expect(readIssueMessages(await expectRefused({ image }))).toEqual(['photo.broken'])
    const png = await renderNoise(300, 300).png().toBuffer()
    expect(
      readIssueMessages(await expectRefused({ image: png.subarray(0, png.length / 2) })),
    ).toEqual(['photo.broken'])
  })

  it('is refused if its content is of another format than its header', async () => {
    const jpeg = await renderPhoto()
    const image = Buffer.concat([concatBytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 '), jpeg])
    expect(readIssueMessages(await expectRefused({ image }))).toEqual(['photo.broken'])
  })

  it('is refused if it is a single pixel', async () => {
    const image = await renderNoise(1, 1).png().toBuffer()
    expect(readIssueMessages(await expectRefused({ image }))).toEqual(['photo.small'])
  })
})

describe('a photo with extra content', () => {
  const extraContent = '<html><script>alert("CANARY")</script><?php system("id") ?>PK\u0003\u0004'

  it.each(['jpeg', 'png', 'webp'] as const)('is re-encoded without it: %s', async format => {
    const { token } = await startCheckout()
    const photo = await renderNoise(200, 200).toFormat(format).toBuffer()
    const image = Buffer.concat([photo, Buffer.from(extraContent)])
    const before = readStoredFiles(shop)
    const { id } = await createPhoto(token, 'profile', { image })
    const newFiles = [...readStoredFiles(shop)].filter(([name]) => !before.has(name))
    expect(newFiles).toHaveLength(2)
    for (const [, bytes] of [
      ...newFiles,
      ['', (await fetchPreview({ token }, id)).bytes] as const,
    ]) {
      expect(bytes.includes('CANARY') || bytes.includes('<script')).toBe(false)
      expect(bytes.equals(image)).toBe(false)
    }
  })

  it('that is animated is reduced to its first frame', async () => {
    const { token } = await startCheckout()
    const pixels = await renderNoise(100, 300).raw().toBuffer()
    const rawOptions = { width: 100, height: 300, channels: 3 as const, pageHeight: 100 }
    const image = await sharp(pixels, { raw: rawOptions })
      .webp({ loop: 0, delay: [50, 50, 50] })
      .toBuffer()
    expect(image.includes('ANIM')).toBe(true)
    const { id } = await createPhoto(token, 'profile', { image })
    const metadata = await sharp((await fetchPreview({ token }, id)).bytes).metadata()
    expect(metadata).toMatchObject({ format: 'jpeg', width: 100, height: 100 })
  })
})

describe('a decompression bomb', () => {
  const renderFlat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer()

  it.each([
    [14_000, 14_000],
    [50_000, 900],
    [900, 50_000],
  ])('is refused before its pixels are decoded: %d x %d', async (width, height) => {
    const image = await renderFlat(width, height)
    expect(image.length).toBeLessThan(maxPhotoBytes)
    const before = process.resourceUsage().maxRSS
    expect(readIssueMessages(await expectRefused({ image }))).toEqual(['photo.pixels'])
    const grownKilobytes = process.resourceUsage().maxRSS - before
    expect(grownKilobytes).toBeLessThan(100_000)
  })
})

it.each<[string, (picture: Sharp) => Sharp]>([
  ['a 16-bit PNG', picture => picture.toColourspace('rgb16').png()],
  ['a progressive JPEG', picture => picture.jpeg({ progressive: true })],
])('an image that must be decoded as a whole may have fewer pixels: %s', async (_, encode) => {
  const create = { width: 6_000, height: 6_000, channels: 3 as const, background: 'red' }
  const image = await encode(sharp({ create })).toBuffer()
  expect(readIssueMessages(await expectRefused({ image }))).toEqual(['photo.pixels'])
})

describe('an upload form', () => {
  const send = async (
    rawBody: string | Buffer,
    type: string | undefined = 'multipart/form-data; boundary=x',
  ) => {
    const { token } = await startCheckout()
    const reply = await callRoute(imagesRoute, {
      method: 'POST',
      query: { checkout: token },
      rawBody,
      headers: { 'content-type': type },
    })
    expect(await listImages(token)).toEqual([])
    expect(listIncomingFiles(shop)).toEqual([])
    return reply
  }
  const buildPart = (head: string, content = '') =>
    `--x\r\nContent-Disposition: ${head}\r\n\r\n${content}\r\n`

  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])('must be multipart with a boundary: %s', async type => {
    const { status, body } = await send('{}', type)
    expect([status, body.code]).toEqual([415, 'form_data'])
  })

  it.each<[string, string]>([
    ['an empty body', ''],
    ['no end boundary', buildPart('form-data; name="type"', 'profile')],
    ['another boundary', '--y\r\n\r\n--y--'],
    ['a field without a name', `${buildPart('form-data', 'x')}--x--`],
    ['an incomplete header', '--x\r\nContent-Disp'],
    ['an endless header', `--x\r\n${'A'.repeat(60_000)}`],
    ['a thousand headers', `--x\r\n${'A: b\r\n'.repeat(1_000)}\r\n\r\n--x--`],
    [
      'a file without an end',
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\nabc',
    ],
    ['a text field in place of a file', `${buildPart('form-data; name="image"', 'abc')}--x--`],
    ['a hundred fields', `${buildPart('form-data; name="a"', 'b').repeat(100)}--x--`],
    ['a hundred files', `${buildPart('form-data; name="a"; filename="b"', 'c').repeat(100)}--x--`],
    [
      'a line break in a field name',
      `${buildPart('form-data; name="im\r\nage"; filename="b"', 'c')}--x--`,
    ],
  ])('with %s returns 422', async (_, body) => {
    expect((await send(body)).status).toBe(422)
  })

  it('without a photo returns the missing field', async () => {
    expect(readIssueMessages(await expectRefused({}))).toEqual(['photo.missing'])
    expect(
      readIssueMessages(await expectRefused({ image: { bytes: Buffer.alloc(0), name: '' } })),
    ).toEqual(['photo.missing'])
  })

  it.each([undefined, '', 'selfie', '__proto__', 'constructor'])(
    'with the unknown photo type %s returns 422',
    async type => {
      const reply = await expectRefused({ image: await renderPhoto(), type })
      expect(reply.body.issues).toEqual([{ field: 'type', message: 'photo.kind' }])
    },
  )

  it('ignores additional fields', async () => {
    const { token } = await startCheckout()
    const fields = { id: 'mine', revision: '9', version: '99', status: 'paid', __proto__x: 'y' }
    const { body } = await addPhoto(
      { token },
      { ...fields, type: 'profile', image: await renderPhoto() },
    )
    expect(body).toMatchObject({ revision: 1, version: 2 })
    expect(body.id).not.toBe('mine')
  })

  it.each([
    '../../../etc/passwd',
    '..\\..\\a.jpg',
    '/etc/passwd',
    'a\u0000.jpg',
    'é😀'.repeat(500),
  ])('stores a file named %j under a random name', async name => {
    const { token } = await startCheckout()
    const image = { bytes: await renderPhoto(), name }
    expect((await addPhoto({ token }, { type: 'profile', image })).status).toBe(200)
    for (const storedName of readStoredFiles(shop).keys())
      expect(storedName).toMatch(/^[0-9a-f]{32}\.jpg$/)
  })

  it('with two files for one field uses the first', async () => {
    const { token } = await startCheckout()
    const form = new FormData()
    form.append('type', 'profile')
    for (const bytes of [await renderPhoto(100, 50), await renderPhoto(50, 100)])
      form.append('image', new Blob([new Uint8Array(bytes)]), 'a.jpg')
    const encodedForm = new Response(form)
    const { body, status } = await callRoute(imagesRoute, {
      method: 'POST',
      query: { checkout: token },
      rawBody: Buffer.from(await encodedForm.arrayBuffer()),
      headers: { 'content-type': encodedForm.headers.get('content-type') ?? '' },
    })
    expect(status).toBe(200)
    const metadata = await sharp((await fetchPreview({ token }, body.id)).bytes).metadata()
    expect(metadata).toMatchObject({ width: 100, height: 50 })
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
  ])('from %s is refused', async (_, headers) => {
    const { token } = await startCheckout()
    const parts = { type: 'profile', image: await renderPhoto() }
    const { status, body } = await addPhoto({ token }, parts, { headers })
    expect([status, body.code]).toEqual([403, 'origin'])
    expect(await listImages(token)).toEqual([])
  })

  it('with the cookie alone returns 404: it needs the token', async () => {
    const { token } = await startCheckout()
    const headers = { cookie: `userToken=${token}` }
    const reply = await addPhoto({}, { type: 'profile', image: await renderPhoto() }, { headers })
    expect(reply.status).toBe(404)
  })
})

describe('another customer', () => {
  it('gets 404 for right and wrong ids', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const { id } = await createPhoto(checkout.token)
    const before = await shop.readRows()
    const image = await renderPhoto()
    const requests = [
      changePhoto({ token: other.token }, id, { image }),
      removePhoto({ token: other.token }, id),
      changePhoto({ token: checkout.token }, "' OR 1=1 --", { image }),
      changePhoto({ token: checkout.token }, id.slice(0, -1), { image }),
      addPhoto({ token: 'A'.repeat(43) }, { type: 'profile', image }),
      addPhoto({ token: '' }, { type: 'profile', image }),
      addPhoto({}, { type: 'profile', image }),
      listPhotos({}),
      listPhotos({ token: 'A'.repeat(43) }),
    ]
    for (const { status, body } of await Promise.all(requests))
      expect([status, body]).toEqual([404, { detail: 'Not found.', code: 'not_found' }])
    expect(await shop.readRows()).toEqual(before)
  })
})

describe('uploads over a limit', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are refused for a file that is too large', async () => {
    const image = Buffer.concat([await renderPhoto(), Buffer.alloc(maxPhotoBytes)])
    const reply = await expectRefused({ image })
    expect([reply.status, reply.body.code, readIssueMessages(reply)]).toEqual([
      413,
      'too_large',
      ['photo.large'],
    ])
  })

  it('are refused after 40 photos of one order in a day', async () => {
    const { token } = await startCheckout()
    const form = await buildForm({
      type: 'profile',
      image: await renderNoise(64, 64).jpeg().toBuffer(),
    })
    const counts: Record<number, number> = {}
    for (let index = 0; index < 1_000; index += 1) {
      const query = { checkout: token }
      const reply = await callRoute(imagesRoute, {
        method: 'POST',
        query,
        ...form,
        from: '192.0.2.77',
      })
      counts[reply.status] = (counts[reply.status] ?? 0) + 1
      if (reply.status === 429) {
        expect([reply.body.code, readIssueMessages(reply)]).toEqual([
          'rate_limited',
          ['photo.quota'],
        ])
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(80_000)
      }
    }
    expect(counts).toEqual({ 200: 40, 429: 960 })
    expect(await listImages(token)).toMatchObject([{ revision: 40 }])
    shop.advanceClock(86_400_000)
    expect((await createPhoto(token)).revision).toBe(41)
  }, 120_000)

  it('return 503 for too many at the same time from one address; accepted ones complete', async () => {
    const { token } = await startCheckout()
    const parts = { type: 'profile', image: await renderPhoto(64, 64) }
    const from = '192.0.2.78'
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => addPhoto({ token }, parts, { from })),
    )
    const statuses = new Set(replies.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 503])
    for (const reply of replies.filter(({ status }) => status === 503)) {
      expect(readIssueMessages(reply)).toEqual(['photo.busy'])
      expect(reply.headers['retry-after']).toBe(10)
    }
    expect(listIncomingFiles(shop)).toEqual([])
  })

  it('are refused when the disk, which the database shares, is nearly full', async () => {
    const { token } = await startCheckout()
    const diskStats = statfsSync(shop.backend.env.dataDir)
    // 500 MB: enough for the database, which goes on.
    const stats = { ...diskStats, bavail: 122_000, bsize: 4_096 }
    vi.spyOn(fs, 'statfsSync').mockReturnValue(stats as typeof diskStats)
    const reply = await addPhoto({ token }, { type: 'profile', image: await renderPhoto() })
    expect([reply.status, readIssueMessages(reply)]).toEqual([503, ['photo.unavailable']])
    expect(await listImages(token)).toEqual([])
  })
})

describe('an upload connection', () => {
  const megabyte = 1024 * 1024
  const head =
    '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nprofile\r\n' +
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'

  afterEach(() => {
    vi.useRealTimers()
  })

  /** Sends up to 40 MB until there is a response. Returns its status. */
  const uploadUntilResponse = (port: number, token: string, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const path = `/?checkout=${token}`
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const request = httpRequest({
        port,
        method: 'POST',
        path,
        headers: { ...type, ...headers },
      })
      let hasResponse = false
      request.on('response', response => {
        hasResponse = true
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', error => hasResponse || reject(error))
      const chunk = Buffer.alloc(megabyte, 0xff)
      let sentMegabytes = 0
      const writeNext = () => {
        while (!hasResponse && sentMegabytes < 40) {
          sentMegabytes += 1
          if (!request.write(chunk)) return void request.once('drain', writeNext)
        }
        if (!hasResponse) request.end()
      }
      request.write(head)
      writeNext()
    })

  it.each([
    [
      'with a Content-Length is refused immediately',
      { 'content-length': String(40 * megabyte) },
      12,
    ],
    ['without a Content-Length is read only up to the limit', {}, 32],
  ])('of 40 megabytes %s', async (_, headers, maxMegabytes) => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    expect(await uploadUntilResponse(route.port, token, headers)).toBe(413)
    await route.stop()
    expect(route.bytesRead()).toBeLessThan(maxMegabytes * megabyte)
    expect(listIncomingFiles(shop)).toEqual([])
  })

  it('gets the refusal while it is still sending', async () => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    const { rawBody, headers } = await buildForm({ image: Buffer.alloc(24 * megabyte, 0xff) })
    const { status } = await fetch(`http://127.0.0.1:${route.port}/?checkout=${token}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(rawBody as Buffer),
    })
    expect(status).toBe(413)
    await route.stop()
  })

  /** Opens a connection that has sent the start of a photo, and waits until the server reads it. */
  const openUpload = async (port: number, token: string) => {
    const socket = connect(port, '127.0.0.1')
    let responseText = ''
    socket.on('data', chunk => {
      responseText += chunk
    })
    socket.on('error', () => undefined)
    socket.write(
      `POST /?checkout=${token} HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
        `${(head.length + 3).toString(16)}\r\n${head}abc\r\n`,
    )
    await vi.waitFor(() => expect(listIncomingFiles(shop)).toHaveLength(1))
    const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
    return { socket, closed, readResponse: () => responseText }
  }

  it('without data is closed after 20 seconds', async () => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { closed, readResponse } = await openUpload(route.port, token)
    await vi.advanceTimersByTimeAsync(20_000)
    await vi.waitFor(() => expect(readResponse()).toContain('photo.slow'))
    await vi.advanceTimersByTimeAsync(2_000)
    await closed
    vi.useRealTimers()
    expect(readResponse()).toMatch(/^HTTP\/1.1 408 /)
    expect(readResponse()).toContain('photo.slow')
    expect(listIncomingFiles(shop)).toEqual([])
    await route.stop()
  })

  it('with slow data is closed after two minutes', async () => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { socket, closed, readResponse } = await openUpload(route.port, token)
    for (let index = 0; index < 8 && readResponse() === ''; index += 1) {
      const bytesBefore = route.bytesRead()
      socket.write('1\r\na\r\n')
      await vi.waitFor(() => expect(route.bytesRead()).toBeGreaterThan(bytesBefore))
      await vi.advanceTimersByTimeAsync(15_000)
    }
    await vi.waitFor(() => expect(readResponse()).toContain('photo.slow'))
    await vi.advanceTimersByTimeAsync(2_000)
    await closed
    vi.useRealTimers()
    expect(readResponse()).toMatch(/^HTTP\/1.1 408 /)
    expect(listIncomingFiles(shop)).toEqual([])
    await route.stop()
  })

  it('closed by the sender leaves no file', async () => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    const { socket } = await openUpload(route.port, token)
    socket.destroy()
    await vi.waitFor(() => expect(listIncomingFiles(shop)).toEqual([]))
    expect(await listImages(token)).toEqual([])
    await route.stop()
  })

  it('can be reused for the next photo after a refusal', async () => {
    const { token } = await startCheckout()
    const route = await startRouteServer(imagesRoute)
    const post = async (image: Buffer) => {
      const { rawBody, headers } = await buildForm({ type: 'profile', image })
      return fetch(`http://127.0.0.1:${route.port}/?checkout=${token}`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(rawBody as Buffer),
      })
    }
    expect((await post(Buffer.alloc(3 * megabyte, 'no photo '))).status).toBe(422)
    expect((await post(await renderPhoto())).status).toBe(200)
    await route.stop()
  })
})

it('the log contains no photo, name or token', async () => {
  const { token } = await startCheckout()
  const lines: string[] = []
  const { log, files } = shop.backend
  shop.backend.log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
  const image = { bytes: await renderPhoto(), name: 'CANARY-ana-silva.jpg' }
  const { id } = await createPhoto(token, 'profile', { image })
  shop.backend.files = {
    ...files,
    put: async () => {
      throw new Error('down')
    },
  }
  await addPhoto({ token }, { type: 'profile', image, needs_review: 'CANARY' })
  await addPhoto({ token }, { type: 'profile', image: concatBytes('%PDF-CANARY CANARY') })
  await fetchPreview({ token }, id)
  shop.backend.files = files
  shop.backend.log = log
  expect(lines).toHaveLength(1)
  expect(lines.join()).toContain('a photo could not be stored')
  expect(lines.join()).not.toMatch(/CANARY|[0-9a-f]{32}/)
  expect(lines.join()).not.toContain(token)
})
