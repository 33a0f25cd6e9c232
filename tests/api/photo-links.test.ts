import type { IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { tokenLifetimeMs } from '@/domain/checkout/checkout-status'
import { findCheckoutId } from '@/server/checkout/checkout-repository'
import { orders } from '@/server/db/tables/orders'
import { photoLinks } from '@/server/db/tables/photos'
import { createMailedCode, readPhotoPass } from '@/server/photos/handoff-link'
import { callRoute, type Reply } from '../support/call-route'
import {
  createFreePaidCheckout,
  createPayableCheckout,
  pay,
  readCheckout,
  saveCheckout,
  startCheckout,
} from '../support/customer'
import {
  addPhoto,
  changePhoto,
  createPhoto,
  fetchPreview,
  listPhotos,
  removePhoto,
  renderPhoto,
  setCheckout,
} from '../support/photos'
import { withShop } from '../support/with-shop'

const linkRoute = '/backend/api/checkout/[token]/photo-link/'
const taxRoute = '/backend/api/checkout/[token]/tax-group/'
const passRoute = '/backend/api/photo-pass/'

const shop = withShop()

const minuteMs = 60_000

const findId = async (token: string) => (await findCheckoutId(shop.backend.db, token)) ?? ''

/** All of the order's money was given back. */
const setRefunded = async (token: string) =>
  shop.backend.db
    .update(orders)
    .set({ status: 'refunded' })
    .where(eq(orders.checkoutId, await findId(token)))

const createLink = (token: string): Promise<Reply> =>
  callRoute(linkRoute, { method: 'POST', params: { token }, body: {} })

const openHandoffLink = (code: string): Promise<Reply> =>
  callRoute(passRoute, { method: 'POST', body: { code } })

const createLinkCode = async (token: string): Promise<string> => {
  const { status, body, text } = await createLink(token)
  expect(status, text).toBe(200)
  return body.code
}

const readCookie = ({ headers }: Reply): string => String(headers['set-cookie'] ?? '')

/** The pass of a phone that opened a hand-off link of the checkout. */
async function obtainPass(token: string): Promise<string> {
  const reply = await openHandoffLink(await createLinkCode(token))
  expect(reply.status, reply.text).toBe(200)
  return /^photos=([\w-]{43});/.exec(readCookie(reply))?.[1] ?? ''
}

const buildRequest = (pass: string) =>
  ({ headers: { cookie: `photos=${pass}` } }) as unknown as IncomingMessage

describe('a hand-off link', () => {
  it('lets the phone add, preview, replace and remove photos', async () => {
    const { token } = await startCheckout()
    const pass = await obtainPass(token)
    const { id } = (await addPhoto({ pass }, { type: 'profile', image: await renderPhoto() })).body
    expect((await listPhotos({ pass })).body.images).toMatchObject([{ id, type: 'profile' }])
    expect((await fetchPreview({ pass }, id)).status).toBe(200)
    expect((await changePhoto({ pass }, id, { image: await renderPhoto() })).body.revision).toBe(2)
    const { state } = (await readCheckout(token)).body
    expect(state.approval_documents.images).toMatchObject([{ id, revision: 2 }])
    expect((await removePhoto({ pass }, id)).status).toBe(200)
  })

  it('reveals the photos and nothing else of the order', async () => {
    const { token } = await createPayableCheckout()
    const { id, version } = await createPhoto(token)
    const reply = await openHandoffLink(await createLinkCode(token))
    expect(reply.body).toEqual({
      images: [
        { id, type: 'profile', revision: 1, needs_review: false, added_at: expect.any(String) },
      ],
      version,
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(readCookie(reply)).toMatch(
      /^photos=[\w-]{43}; Max-Age=7200; Path=\/checkouts; HttpOnly; Secure; SameSite=Lax$/,
    )
    const photoPass = await readPhotoPass(shop.backend, buildRequest(await obtainPass(token)))
    expect(Object.keys(photoPass ?? {}).sort()).toEqual([
      'closure',
      'expiresAt',
      'images',
      'language',
      'version',
    ])
  })

  it('works once', async () => {
    const { token } = await startCheckout()
    const code = await createLinkCode(token)
    const replies = await Promise.all([
      openHandoffLink(code),
      openHandoffLink(code),
      openHandoffLink(code),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(replies.filter(reply => readCookie(reply) !== '')).toHaveLength(1)
    expect((await openHandoffLink(code)).status).toBe(404)
  })

  it('expires after 15 minutes', async () => {
    const { token } = await startCheckout()
    const [firstCode, secondCode] = [await createLinkCode(token), await createLinkCode(token)]
    shop.advanceClock(14 * minuteMs)
    expect((await openHandoffLink(firstCode)).status).toBe(200)
    shop.advanceClock(2 * minuteMs)
    expect((await openHandoffLink(secondCode)).status).toBe(404)
  })

  it('gives access for two hours', async () => {
    const { token } = await startCheckout()
    const pass = await obtainPass(token)
    shop.advanceClock(119 * minuteMs)
    expect((await listPhotos({ pass })).status).toBe(200)
    shop.advanceClock(2 * minuteMs)
    expect((await listPhotos({ pass })).status).toBe(404)
    expect((await addPhoto({ pass }, { type: 'profile', image: await renderPhoto() })).status).toBe(
      404,
    )
    expect(await readPhotoPass(shop.backend, buildRequest(pass))).toBe(null)
  })

  it.each(['', 'x', 'A'.repeat(43), '1 OR 1', "' OR ''='"])(
    'with a made-up code returns 404: %j',
    async code => {
      const reply = await openHandoffLink(code)
      expect([reply.status, readCookie(reply)]).toEqual([404, ''])
    },
  )

  it('needs a valid checkout token', async () => {
    for (const token of ['A'.repeat(43), 'x', ''])
      expect((await createLink(token)).status).toBe(404)
    const { token } = await startCheckout()
    shop.advanceClock(tokenLifetimeMs + 1)
    expect((await createLink(token)).status).toBe(404)
  })

  it('is not the token, and is stored as a hash', async () => {
    const { token } = await startCheckout()
    const code = await createLinkCode(token)
    const pass = await obtainPass(token)
    const rows = JSON.stringify(await shop.backend.db.select().from(photoLinks))
    for (const secret of [code, pass]) {
      expect(secret).toMatch(/^[\w-]{43}$/)
      expect(secret).not.toBe(token)
      expect(rows).not.toContain(secret)
    }
    expect(code).not.toBe(pass)
  })

  it('is rate limited', async () => {
    const { token } = await startCheckout()
    for (let index = 0; index < 20; index += 1) await createLinkCode(token)
    const { status, headers } = await createLink(token)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('of a paid order can add missing photos', async () => {
    const { token } = await createFreePaidCheckout()
    const pass = await obtainPass(token)
    const reply = await addPhoto({ pass }, { type: 'signature', image: await renderPhoto() })
    expect(reply.status).toBe(200)
  })

  it.each([
    ['closed', 'completed', (token: string) => setCheckout(shop, token, { status: 'completed' })],
    ['refunded', 'refunded', setRefunded],
  ])('answers `%s` for a %s order and changes none of its photos', async (closure, _, end) => {
    const { token } = await createFreePaidCheckout()
    const [code, pass] = [await createLinkCode(token), await obtainPass(token)]
    const mailedCode = await createMailedCode(shop.backend, await findId(token))
    const { id } = await createPhoto(token)
    await end(token)
    const image = await renderPhoto()
    const refusals = [
      await createLink(token),
      await openHandoffLink(mailedCode),
      await addPhoto({ pass }, { type: 'signature', image }),
      await addPhoto({ token }, { type: 'signature', image }),
      await changePhoto({ pass }, id, { image }),
      await removePhoto({ pass }, id),
    ]
    for (const { status, body } of refusals) expect([status, body.code]).toEqual([409, closure])
    const reply = await openHandoffLink(code)
    expect([reply.body.code, readCookie(reply)]).toEqual([closure, ''])
    expect((await listPhotos({ pass })).body).toMatchObject({ images: [{ id }], closure })
    expect(await readPhotoPass(shop.backend, buildRequest(pass))).toMatchObject({ closure })
  })
})

describe('a phone with a photo pass', () => {
  it('cannot read, change or pay for the order, or create links', async () => {
    const { token, version, quote } = await createPayableCheckout()
    const pass = await obtainPass(token)
    const headers = { cookie: `photos=${pass}` }
    const before = await shop.readRows()
    const requests = [
      readCheckout(pass),
      saveCheckout(pass, version, { gclid: 'x' }),
      pay({ token: pass, quote }),
      createLink(pass),
      callRoute(taxRoute, { params: { token: pass } }),
      listPhotos({ token: pass }),
      callRoute(linkRoute, { method: 'POST', params: { token: '' }, body: {}, headers }),
    ]
    for (const { status } of await Promise.all(requests)) expect(status).toBe(404)
    expect(await shop.readRows()).toEqual(before)
  })

  it('cannot access photos of another order', async () => {
    const [checkout, other] = [await startCheckout(), await startCheckout()]
    const pass = await obtainPass(checkout.token)
    const { id } = await createPhoto(other.token)
    const image = await renderPhoto()
    const requests = [
      fetchPreview({ pass }, id),
      changePhoto({ pass }, id, { image }),
      removePhoto({ pass }, id),
      // A token in the request overrides the pass.
      addPhoto({ pass, token: 'A'.repeat(43) }, { type: 'profile', image }),
    ]
    for (const { status } of await Promise.all(requests)) expect(status).toBe(404)
  })

  it('can still use its own order', async () => {
    const [checkout, handoffCheckout] = [await startCheckout(), await startCheckout()]
    const pass = await obtainPass(handoffCheckout.token)
    const [ownPhoto, handoffPhoto] = [
      await createPhoto(checkout.token),
      await createPhoto(handoffCheckout.token),
    ]
    const headers = { cookie: `userToken=${checkout.token}; photos=${pass}` }
    for (const { id } of [ownPhoto, handoffPhoto])
      expect((await fetchPreview({}, id, { headers })).status).toBe(200)
  })

  it('is not usable by another site', async () => {
    const { token } = await startCheckout()
    const pass = await obtainPass(token)
    const parts = { type: 'profile', image: await renderPhoto() }
    const headers = { origin: 'https://evil.example', cookie: `photos=${pass}` }
    expect((await addPhoto({}, parts, { headers })).status).toBe(403)
  })
})
