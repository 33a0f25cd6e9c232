import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { approvalImages, photoFiles } from '@/server/db/tables/photos'
import { runRetention } from '@/server/jobs/retention'
import { callRoute } from '../support/call-route'
import { readCheckout, saveCheckout, startCheckout } from '../support/customer'
import { expectNothingLost } from '../support/money-invariants'
import {
  addPhoto,
  changePhoto,
  createPhoto,
  readStoredFiles,
  removePhoto,
  renderNoise,
  renderPhoto,
  setCheckout,
} from '../support/photos'
import { withShop } from '../support/with-shop'

const linkRoute = '/backend/api/checkout/[token]/photo-link/'
const passRoute = '/backend/api/photo-pass/'

let image: Buffer
const shop = withShop({ onPostgres: true })
beforeAll(async () => {
  image = await renderNoise(64, 64).jpeg().toBuffer()
})
afterEach(() => expectNothingLost(shop))

const rounds = Array.from({ length: 10 }, (_, round) => round)
const readState = async (token: string) => (await readCheckout(token)).body

/** Rows, the list in the checkout state and the stored files agree. */
async function expectConsistentRows(token: string) {
  const { state, version } = await readState(token)
  await expectConsistentFiles()
  return { images: state.approval_documents.images, version }
}

/** Every stored file belongs to a photo, and every photo has its files. */
async function expectConsistentFiles() {
  const rows = await shop.backend.db.select().from(approvalImages)
  const files = await shop.backend.db.select().from(photoFiles)
  const referencedFiles = rows.flatMap(row => [row.image, row.preview]).sort()
  const activeFiles = files.filter(({ removeAfter }) => removeAfter === null)
  expect(activeFiles.map(({ name }) => name).sort()).toEqual(referencedFiles)
  expect([...readStoredFiles(shop).keys()].sort()).toEqual(referencedFiles)
}

beforeEach(async () => {
  await shop.backend.db.delete(approvalImages)
  for (const name of readStoredFiles(shop).keys()) await shop.backend.files.remove(name)
  await shop.backend.db.delete(photoFiles)
})

describe('concurrent photos of one type', () => {
  it.each(rounds)('end as one photo with the files of one upload (round %d)', async () => {
    const { token, version } = await startCheckout()
    const parts = { type: 'profile', image }
    const replies = await Promise.all([1, 2, 3, 4].map(() => addPhoto({ token }, parts)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.map(({ body }) => body.revision).sort()).toEqual([1, 2, 3, 4])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const { images, version: lastVersion } = await expectConsistentRows(token)
    expect(images).toMatchObject([{ revision: 4 }])
    expect(lastVersion).toBe(version + 4)
  })

  it.each(rounds)('with one idempotency key are one upload (round %d)', async round => {
    const { token } = await startCheckout()
    const sent = { key: `key-${round}` }
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => addPhoto({ token }, { type: 'profile', image }, sent)),
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect((await expectConsistentRows(token)).images).toMatchObject([{ revision: 1 }])
  })
})

it.each(rounds)('a photo and an answer saved concurrently are both stored (round %d)', async () => {
  const { token } = await startCheckout()
  const [added, saved] = await Promise.all([
    addPhoto({ token }, { type: 'profile', image }),
    saveCheckout(token, undefined, { gclid: 'kept' }),
  ])
  expect([added.status, saved.status]).toEqual([200, 200])
  const { state } = await readState(token)
  expect(state.gclid).toBe('kept')
  expect((await expectConsistentRows(token)).images).toHaveLength(1)
})

it.each(rounds)('concurrent photos of four types are four photos (round %d)', async () => {
  const { token } = await startCheckout()
  const types = ['profile', 'license_front', 'license_back', 'signature']
  await Promise.all(types.map(type => createPhoto(token, type, { image })))
  expect((await expectConsistentRows(token)).images).toHaveLength(4)
})

it.each(rounds)(
  'a photo replaced and removed concurrently is removed with its files (round %d)',
  async () => {
    const { token } = await startCheckout()
    const { id } = await createPhoto(token, 'profile', { image })
    const [changed, removed] = await Promise.all([
      changePhoto({ token }, id, { image }),
      removePhoto({ token }, id),
    ])
    expect([200, 404]).toContain(changed.status)
    expect(removed.status).toBe(200)
    expect((await expectConsistentRows(token)).images).toEqual([])
  },
)

it.each(rounds)('a photo added while its order ends stays, or is refused (round %d)', async () => {
  const { token } = await startCheckout()
  await setCheckout(shop, token, { expiresAt: new Date(Date.now() + 10 ** 12) })
  await createPhoto(token, 'profile', { image: await renderPhoto() })
  shop.advanceClock(31 * 86_400_000)
  const [added] = await Promise.all([
    addPhoto({ token }, { type: 'signature', image }),
    ...[1, 2, 3].map(() => runRetention(shop.backend)),
  ])
  await runRetention(shop.backend)
  if (added.status === 200) {
    const { images } = await expectConsistentRows(token)
    expect(images).toContainEqual(expect.objectContaining({ type: 'signature' }))
  } else {
    expect([added.status, (await readCheckout(token)).status]).toEqual([404, 404])
    expect(await shop.backend.db.select().from(approvalImages)).toEqual([])
    await expectConsistentFiles()
  }
})

it.each(rounds)('a link opened four times concurrently works once (round %d)', async () => {
  const { token } = await startCheckout()
  const { body } = await callRoute(linkRoute, { method: 'POST', params: { token }, body: {} })
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => callRoute(passRoute, { method: 'POST', body: { code: body.code } })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
})
