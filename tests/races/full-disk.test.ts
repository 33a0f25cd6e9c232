import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { freePort } from '@/commands/port'
import { renderPhoto } from '../support/photos'
import { createDatabase } from '../support/postgres'
import { type Provider, startProvider } from '../support/provider'
import {
  createPayableToken,
  newDataDir,
  payByCard,
  removeData,
  type Shop,
  startShop,
} from '../support/shop'

// A whole shop process whose disk is full, and whose log cannot be written: /dev/full refuses
// every byte with ENOSPC.
const logFile = '/dev/full'

let provider: Provider
let dataDir: string
beforeEach(async () => {
  provider = await startProvider()
  dataDir = newDataDir()
})
afterEach(async () => {
  await provider.stop()
  removeData(dataDir)
})

const readStatus = async ({ origin }: Shop, name: 'health' | 'ready') =>
  (await fetch(`${origin}/checkouts/api/${name}/`)).status

async function uploadPhoto({ call }: Shop, token: string, image: Buffer) {
  const form = new FormData()
  form.append('type', 'profile')
  form.append('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg')
  return call('POST', `approval-images/?checkout=${token}`, form)
}

describe.each([
  ['the embedded database', false],
  ['PostgreSQL', true],
])('with %s', (_, isPostgres) => {
  it('a full disk refuses what cannot be stored, and everything works once it has space', async () => {
    const databaseUrl = isPostgres
      ? await createDatabase(inject('postgresUrl'), inject('postgresTemplate'))
      : undefined
    const shop = await startShop({
      port: await freePort(),
      dataDir,
      sandboxUrl: provider.url,
      clock: { aheadMs: 0 },
      logFile,
      ...(databaseUrl && { databaseUrl, isPrepared: true }),
    })
    const token = await createPayableToken(shop)
    const image = await renderPhoto()
    const readCheckout = async () => (await shop.call('GET', `checkout/${token}/`))?.body
    const { version } = await readCheckout()
    const save = () => shop.call('PATCH', `checkout/${token}/`, { version, state: { step: 4 } })

    await shop.setDiskFull(true)
    expect([await readStatus(shop, 'health'), await readStatus(shop, 'ready')]).toEqual([200, 503])
    if (isPostgres) {
      // The database has a disk of its own: only the photo cannot be stored.
      const upload = await uploadPhoto(shop, token, image)
      expect(upload).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(upload?.body.issues).toMatchObject([{ message: 'photo.unavailable' }])
    } else {
      const saved = await save()
      expect(saved).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
    }

    await shop.setDiskFull(false)
    expect(await readStatus(shop, 'ready')).toBe(200)
    expect((await save())?.status).toBe(200)
    expect((await uploadPhoto(shop, token, image))?.status).toBe(200)
    expect((await payByCard(shop, token))?.body.status).toBe('success')
    await shop.program.stop()
  })
})
