import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { parsePhotoForm } from '@/server/photos/multipart-form'
import { startCheckout } from '../support/customer'
import { buildForm, listIncomingFiles, renderNoise, renderPhoto } from '../support/photos'
import { type RouteServer, startRouteServer } from '../support/route-server'
import { withShop } from '../support/with-shop'

const shop = withShop({ variables: { TRUSTED_PROXIES: '1' }, perTest: true })

/** Forms that are read at the same time, and of one address. */
const placeCount = 40
const placesPerAddress = 8
/** Senders are checked this often. */
const intervalMs = 5_000

let route: RouteServer
beforeEach(async () => {
  route = await startRouteServer('/backend/api/approval-images/')
})
afterEach(async () => {
  vi.useRealTimers()
  await route.stop()
})

/** An upload over a connection of its own that sends its bytes on demand. */
async function openUpload(address: string, image: Buffer) {
  const { token } = await startCheckout({}, { from: address })
  const { rawBody, headers } = await buildForm({ type: 'profile', image })
  const body = rawBody as Buffer
  const socket = connect(route.port, '127.0.0.1')
  let response = ''
  let sentBytes = 0
  socket.on('data', chunk => {
    response += chunk
  })
  socket.on('error', () => undefined)
  socket.write(
    `POST /?checkout=${token} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: ${body.length}\r\n` +
      `X-Forwarded-For: ${address}\r\nContent-Type: ${headers?.['content-type']}\r\n\r\n`,
  )
  return {
    /** Sends these bytes, or the rest. */
    send: (bytes = body.length) => {
      const chunk = body.subarray(sentBytes, sentBytes + bytes)
      sentBytes += chunk.length
      return new Promise<void>(resolve => socket.write(chunk, () => resolve()))
    },
    readResponse: () => response,
  }
}

/** Uploads that hold a place each and have sent hardly more than their headers. */
async function openDrips(count: number) {
  const image = await renderPhoto()
  const drips = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openUpload(`203.0.113.${Math.floor(index / placesPerAddress)}`, image),
    ),
  )
  for (const drip of drips) await drip.send(300)
  await vi.waitFor(() => expect(listIncomingFiles(shop)).toHaveLength(count), { timeout: 10_000 })
  return drips
}

const fakeTimers = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

const expectStatus = ({ readResponse }: { readResponse: () => string }, status: number) =>
  vi.waitFor(() => expect(readResponse()).toMatch(new RegExp(`^HTTP/1.1 ${status} `)), {
    timeout: 10_000,
  })

it('forty drips from five addresses leave a place to an honest upload', async () => {
  fakeTimers()
  const drips = await openDrips(placeCount)
  const honest = await openUpload('198.51.100.1', await renderPhoto())
  void honest.send()
  while (honest.readResponse() === '') {
    const openDrips = drips.filter(({ readResponse }) => readResponse() === '')
    const before = route.bytesRead()
    for (const drip of openDrips) void drip.send(1)
    await vi.waitFor(() =>
      expect(route.bytesRead()).toBeGreaterThanOrEqual(before + openDrips.length),
    )
    await vi.advanceTimersByTimeAsync(1_000)
  }
  await expectStatus(honest, 200)
})

it('a phone on a poor connection keeps its place although others wait', async () => {
  const image = await renderNoise(500, 500).jpeg({ quality: 95 }).toBuffer()
  expect(image.length).toBeGreaterThan(180_000)
  const { rawBody, headers } = await buildForm({ type: 'profile', image })
  fakeTimers()
  const sender = new PassThrough()
  const request = Object.assign(sender, { headers }) as unknown as IncomingMessage
  const folder = join(shop.backend.env.dataDir, 'incoming')
  const names = ['image', 'cropped_image']
  const parsing = parsePhotoForm(request, { folder, names, isContended: () => true })
  const body = rawBody as Buffer
  await vi.waitFor(() => expect(sender.listenerCount('data')).toBeGreaterThan(0))
  // 30 kB per second for three seconds, then a pause of twelve.
  for (let sentBytes = 0; sentBytes < body.length; sentBytes += 90_000) {
    if (sentBytes > 0) await vi.advanceTimersByTimeAsync(12_000)
    for (let second = 0; second < 3; second += 1) {
      const start = sentBytes + second * 30_000
      const chunk = body.subarray(start, start + 30_000)
      await new Promise<void>(resolve => sender.write(chunk, () => resolve()))
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  sender.end()
  const form = await parsing
  expect(form.files.get('image')).toMatchObject({ format: 'jpeg' })
  await form.cleanUp()
})

it('a slow sender keeps its place while nobody waits', async () => {
  fakeTimers()
  const [drip] = await openDrips(1)
  for (let check = 0; check < 4; check += 1) {
    await drip?.send(1)
    await vi.advanceTimersByTimeAsync(intervalMs)
  }
  expect(drip?.readResponse()).toBe('')
  await drip?.send()
  await expectStatus(drip as NonNullable<typeof drip>, 200)
})
