import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnv } from '@/server/config/env'
import { photoFiles } from '@/server/db/tables/photos'
import type { FileStorage } from '@/server/gateways/file-storage'
import { createPhotoStorage } from '@/server/gateways/photo-storage'
import { runRetention } from '@/server/jobs/retention'
import { openTestBackend, type TestBackend } from '../support/backend'
import { readCheckout, startCheckout } from '../support/customer'
import {
  addPhoto,
  changePhoto,
  createPhoto,
  fetchPreview,
  listIncomingFiles,
  readStoredFiles,
  removePhoto,
  renderPhoto,
} from '../support/photos'
import { type S3Server, startS3Server } from '../support/s3-server'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3Server()
})
afterAll(() => s3.stop())

const buildS3Settings = () => ({
  S3_BUCKET: s3.bucket,
  S3_REGION: 'eu-central-1',
  S3_ENDPOINT: s3.url,
  S3_ACCESS_KEY_ID: 'tests',
  S3_SECRET_ACCESS_KEY: 'tests',
})

const dayMs = 24 * 60 * 60_000
const listImages = async (token: string) =>
  (await readCheckout(token)).body.state.approval_documents.images
const listFileRows = ({ backend }: TestBackend) => backend.db.select().from(photoFiles)

describe.each(['the data folder', 'S3'])('photos in %s', storage => {
  let shop: TestBackend
  let files: FileStorage
  beforeAll(async () => {
    shop = await openTestBackend({ variables: storage === 'S3' ? buildS3Settings() : {} })
    files = shop.backend.files
  })
  afterAll(() => shop.close())
  const listNames = () =>
    storage === 'S3' ? [...s3.objects.keys()] : [...readStoredFiles(shop).keys()]

  it('can be written, read and removed', async () => {
    const bytes = Buffer.from([1, 2, 3])
    await files.put('a1.jpg', bytes)
    expect(Buffer.from((await files.get('a1.jpg')) ?? [])).toEqual(bytes)
    await files.remove('a1.jpg')
    expect(await files.get('a1.jpg')).toBeUndefined()
  })

  it('are undefined if missing, and can be removed twice', async () => {
    expect(await files.get('missing.jpg')).toBeUndefined()
    await files.remove('missing.jpg')
    await files.remove('missing.jpg')
  })

  it('are removed with their photo', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token, 'profile', {
      cropped_image: await renderPhoto(300, 300),
    })
    expect(listNames()).toHaveLength(3)
    await changePhoto({ token }, id, { image: await renderPhoto() })
    expect(listNames()).toHaveLength(2)
    expect((await fetchPreview({ token }, id)).bytes.subarray(0, 3)).toEqual(
      Buffer.from([0xff, 0xd8, 0xff]),
    )
    await removePhoto({ token }, id)
    expect(listNames()).toEqual([])
    shop.advanceClock(dayMs)
    await runRetention(shop.backend)
    expect(await listFileRows(shop)).toEqual([])
  })

  it('have random names', async () => {
    const { token } = await startCheckout()
    await createPhoto(token)
    for (const name of listNames()) expect(name).toMatch(/^(photos\/)?[0-9a-f]{32}\.jpg$/)
  })
})

describe('S3', () => {
  it('with incomplete settings fails at startup', () => {
    const { S3_REGION: _, ...withoutRegion } = buildS3Settings()
    expect(() => readEnv(withoutRegion)).toThrow('S3_REGION')
    const { S3_SECRET_ACCESS_KEY: __, ...withoutSecret } = buildS3Settings()
    expect(() => readEnv(withoutSecret)).toThrow('S3_SECRET_ACCESS_KEY')
  })

  it('that refuses a read throws instead of returning nothing', async () => {
    const files = createPhotoStorage(readEnv(buildS3Settings()))
    s3.setBehaviour('refuse')
    await expect(files.get('a1.jpg')).rejects.toThrow()
    await expect(files.put('a1.jpg', Buffer.from('x'))).rejects.toThrow()
    s3.setBehaviour('well')
    expect(await files.get('a1.jpg')).toBeUndefined()
  })
})

let diskShop: TestBackend
const openDiskShop = async () => {
  diskShop = await openTestBackend()
}

describe('the data folder', () => {
  beforeAll(openDiskShop)
  afterAll(() => diskShop.close())

  it('is not readable by other users of the machine', async () => {
    await diskShop.backend.files.put('b1.jpg', Buffer.from('x'))
    const folder = join(diskShop.backend.env.dataDir, 'photos')
    const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
    expect([await readMode(folder), await readMode(join(folder, 'b1.jpg'))]).toEqual(['700', '600'])
    await diskShop.backend.files.remove('b1.jpg')
  })

  it.each(['../b.jpg', 'a/b.jpg', '/etc/passwd', '..', '', 'a\0.jpg'])(
    'refuses a name outside of it: %j',
    async name => {
      const { files } = diskShop.backend
      await expect(async () => files.get(name)).rejects.toThrow('no name')
      await expect(async () => files.put(name, Buffer.from('x'))).rejects.toThrow('no name')
      await expect(async () => files.remove(name)).rejects.toThrow('no name')
    },
  )

  it('never contains an incomplete file under a final name', async () => {
    const { files } = diskShop.backend
    const failingBytes = {
      get byteLength(): number {
        throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      },
    }
    await expect(files.put('c1.jpg', failingBytes as Uint8Array)).rejects.toThrow()
    expect([...readStoredFiles(diskShop).keys()]).toEqual([])
  })
})

describe('photos when the storage or the database fails', () => {
  beforeAll(openDiskShop)
  afterAll(() => diskShop.close())
  const getFileStorage = () => diskShop.backend.files
  let before: FileStorage
  beforeEach(() => {
    before = getFileStorage()
  })
  afterEach(() => {
    diskShop.backend.files = before
    vi.useRealTimers()
  })
  const overrideStorage = (change: Partial<FileStorage>) => {
    diskShop.backend.files = { ...before, ...change }
  }
  const throwDiskFull = () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }

  const expectNoPhotos = async (token: string) => {
    expect(await listImages(token)).toEqual([])
    expect([...readStoredFiles(diskShop).keys()]).toEqual([])
    expect(listIncomingFiles(diskShop)).toEqual([])
  }

  it('a full disk returns 503 and leaves no files', async () => {
    const { token } = await startCheckout()
    let callCount = 0
    overrideStorage({
      put: async (name, bytes) => {
        callCount += 1
        if (callCount === 2) throwDiskFull()
        await before.put(name, bytes)
      },
    })
    const reply = await addPhoto({ token }, { type: 'profile', image: await renderPhoto() })
    expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
    expect(reply.body.issues).toEqual([{ field: 'image', message: 'photo.unavailable' }])
    expect(reply.headers['retry-after']).toBe(10)
    await expectNoPhotos(token)
  })

  it('a failed replacement leaves the existing photo unchanged', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    overrideStorage({ put: async () => throwDiskFull() })
    expect((await changePhoto({ token }, id, { image: await renderPhoto() })).status).toBe(503)
    diskShop.backend.files = before
    expect((await fetchPreview({ token }, id)).status).toBe(200)
    expect(await listImages(token)).toMatchObject([{ id, revision: 1 }])
    await removePhoto({ token }, id)
  })

  it('a storage that hangs returns 503 after 20 seconds', async () => {
    const { token } = await startCheckout()
    const image = await renderPhoto()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const put = vi.fn(() => new Promise<void>(() => undefined))
    overrideStorage({ put })
    const reply = addPhoto({ token }, { type: 'profile', image })
    await vi.waitFor(() => expect(put).toHaveBeenCalled())
    await vi.advanceTimersByTimeAsync(20_000)
    expect((await reply).status).toBe(503)
    vi.useRealTimers()
    await expectNoPhotos(token)
  })

  it('a preview returns 503 while the storage fails', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    overrideStorage({ get: async () => throwDiskFull() })
    expect((await fetchPreview({ token }, id)).status).toBe(503)
    diskShop.backend.files = before
    await removePhoto({ token }, id)
  })

  it('a failed transaction removes the new files', async () => {
    const { token } = await startCheckout()
    const { db } = diskShop.backend
    diskShop.backend.db = withTransaction(db, async () => {
      throw new Error('the database is gone')
    })
    const reply = await addPhoto({ token }, { type: 'profile', image: await renderPhoto() })
    diskShop.backend.db = db
    expect([reply.status, reply.body.code]).toEqual([500, 'fault'])
    await expectNoPhotos(token)
  })

  it('a lost commit response does not remove the stored files', async () => {
    const { token } = await startCheckout()
    const { db } = diskShop.backend
    diskShop.backend.db = withTransaction(db, async work => {
      await db.transaction(work)
      throw new Error('the connection ended')
    })
    const parts = { type: 'profile', image: await renderPhoto() }
    expect((await addPhoto({ token }, parts, { key: 'lost' })).status).toBe(500)
    diskShop.backend.db = db
    const retry = await addPhoto({ token }, parts, { key: 'lost' })
    expect([retry.status, retry.body.revision]).toEqual([200, 1])
    expect((await fetchPreview({ token }, retry.body.id)).status).toBe(200)
    await removePhoto({ token }, retry.body.id)
  })

  it('a crash before the commit leaves invisible files, which are deleted a day later', async () => {
    const { token } = await startCheckout()
    const { db } = diskShop.backend
    const image = await renderPhoto()
    const crash = new Promise<void>(resolve => {
      diskShop.backend.db = withTransaction(db, () => {
        resolve()
        return new Promise(() => undefined)
      })
    })
    void addPhoto({ token }, { type: 'profile', image })
    await crash
    diskShop.backend.db = db
    expect(await listImages(token)).toEqual([])
    expect(readStoredFiles(diskShop).size).toBe(2)
    await runRetention(diskShop.backend)
    expect(readStoredFiles(diskShop).size).toBe(2)
    diskShop.advanceClock(dayMs)
    await runRetention(diskShop.backend)
    expect(readStoredFiles(diskShop).size).toBe(0)
    const reply = await addPhoto({ token }, { type: 'profile', image })
    expect(reply.status).toBe(200)
    await removePhoto({ token }, reply.body.id)
  })

  it('an old file that cannot be removed does not block its replacement', async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token)
    overrideStorage({ remove: async () => throwDiskFull() })
    expect((await changePhoto({ token }, id, { image: await renderPhoto() })).status).toBe(200)
    diskShop.backend.files = before
    expect(readStoredFiles(diskShop).size).toBe(4)
    diskShop.advanceClock(60 * 60_000)
    await runRetention(diskShop.backend)
    expect(readStoredFiles(diskShop).size).toBe(2)
    await removePhoto({ token }, id)
  })
})

/** A database with this `transaction` function. */
const withTransaction = (
  db: TestBackend['backend']['db'],
  transaction: (work: Parameters<typeof db.transaction>[0]) => Promise<never>,
) =>
  new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  })
