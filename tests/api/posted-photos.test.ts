import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { documentTypes } from '@/domain/data/document-types'
import { isMultipartRequest, submitPhotos } from '@/server/photos/photo-form-post'
import {
  createPayableCheckout,
  freeOrder,
  pay,
  readCheckout,
  saveCheckout,
} from '../support/customer'
import {
  buildForm,
  createPhoto,
  type FormParts,
  listIncomingFiles,
  removePhoto,
  renderPhoto,
} from '../support/photos'
import { withShop } from '../support/with-shop'

const shop = withShop()

/** A complete checkout without photos that did not choose to add them later. */
async function createCheckoutAtPhotos(state: object = {}): Promise<string> {
  const { token } = await createPayableCheckout(state)
  await saveCheckout(token, undefined, { approval_documents: { add_later: false } })
  return token
}

/** Posts the page's form as a browser without scripts does. */
async function postPhotos(token: string, parts: FormParts, headers: Record<string, string> = {}) {
  const form = await buildForm(parts)
  const request = new IncomingMessage(new Socket())
  const origin = { host: 'shop.example', origin: 'https://shop.example' }
  request.headers = { ...origin, ...form.headers, ...headers }
  request.push(form.rawBody)
  request.push(null)
  expect(isMultipartRequest(request)).toBe(true)
  return submitPhotos(shop.backend, token, request)
}

const emptyFile = { bytes: Buffer.alloc(0), name: '', type: 'application/octet-stream' }
const listTypes = ({ checkout }: Awaited<ReturnType<typeof postPhotos>>) =>
  checkout.state.approval_documents.images.map(({ type }) => type).sort()

const createAllPhotos = async (): Promise<FormParts> =>
  Object.fromEntries(
    await Promise.all(documentTypes.map(async type => [type, await renderPhoto()])),
  )

describe('the photo form without scripts', () => {
  it('takes all four photos at once and opens the next step', async () => {
    const token = await createCheckoutAtPhotos()
    const reply = await postPhotos(token, await createAllPhotos())
    expect(reply).toMatchObject({ issues: [], isDone: true })
    expect(listTypes(reply)).toEqual([...documentTypes].sort())
    expect(listIncomingFiles(shop)).toEqual([])
  })

  it('lists the missing photos and stores the others', async () => {
    const token = await createCheckoutAtPhotos()
    const reply = await postPhotos(token, {
      profile: await renderPhoto(),
      license_front: emptyFile,
      license_back: emptyFile,
      signature: emptyFile,
    })
    expect(reply.isDone).toBe(false)
    expect(listTypes(reply)).toEqual(['profile'])
    expect(reply.issues).toEqual([
      { field: 'license_front', message: 'photo.missing' },
      { field: 'license_back', message: 'photo.missing' },
      { field: 'signature', message: 'photo.missing' },
    ])
  })

  it('names an invalid photo and stores the valid ones', async () => {
    const token = await createCheckoutAtPhotos()
    const reply = await postPhotos(token, {
      ...(await createAllPhotos()),
      license_back: Buffer.from('%PDF-1.7 ..'),
    })
    expect(reply).toMatchObject({
      issues: [{ field: 'license_back', message: 'photo.type' }],
      isDone: false,
    })
    expect(listTypes(reply)).toEqual(['license_front', 'profile', 'signature'])
    const secondReply = await postPhotos(token, { license_back: await renderPhoto() })
    expect(secondReply).toMatchObject({ issues: [], isDone: true })
  })

  it('names a photo that is too large instead of refusing the whole form', async () => {
    const token = await createCheckoutAtPhotos()
    const large = Buffer.concat([await renderPhoto(), Buffer.alloc(15_000_000)])
    const reply = await postPhotos(token, {
      ...(await createAllPhotos()),
      profile: large,
      license_front: large,
    })
    expect(reply.issues).toEqual([
      { field: 'profile', message: 'photo.large' },
      { field: 'license_front', message: 'photo.large' },
    ])
    expect(listTypes(reply)).toEqual(['license_back', 'signature'])
  })

  it('can defer the remaining photos', async () => {
    const token = await createCheckoutAtPhotos()
    const reply = await postPhotos(token, { profile: await renderPhoto(), next: 'later' })
    expect(reply).toMatchObject({ issues: [], isDone: true })
    expect(reply.checkout.state.approval_documents).toMatchObject({ add_later: true })
  })

  it('can add or remove a single photo without continuing', async () => {
    const token = await createCheckoutAtPhotos()
    const added = await postPhotos(token, { profile: await renderPhoto(), next: 'stay' })
    expect(added).toMatchObject({ issues: [], isDone: false })
    const [image] = added.checkout.state.approval_documents.images
    const removed = await postPhotos(token, { remove: image?.id ?? '' })
    expect(removed).toMatchObject({ issues: [], isDone: false })
    expect(listTypes(removed)).toEqual([])
    expect((await postPhotos(token, { remove: 'gone' })).isDone).toBe(false)
  })

  it('reports a missing file at its field', async () => {
    const token = await createCheckoutAtPhotos()
    const reply = await postPhotos(token, { next: 'license_back' })
    expect(reply).toMatchObject({
      issues: [{ field: 'license_back', message: 'photo.missing' }],
      isDone: false,
    })
    const added = await postPhotos(token, {
      license_back: await renderPhoto(),
      next: 'license_back',
    })
    expect(added).toMatchObject({ issues: [], isDone: false })
    expect(listTypes(added)).toEqual(['license_back'])
  })

  it('adds the missing photos of a paid order, which stays unchanged otherwise', async () => {
    const token = await createCheckoutAtPhotos(freeOrder)
    const { checkout } = await postPhotos(token, await createAllPhotos())
    await saveCheckout(token, undefined, { terms: { selected: true } })
    expect((await pay((await readCheckout(token)).body, null)).body.status).toBe('success')
    for (const { id, type } of checkout.state.approval_documents.images)
      if (type !== 'license_front') await removePhoto({ token }, id)
    const reply = await postPhotos(token, { signature: await renderPhoto(), next: 'later' })
    expect(reply).toMatchObject({ issues: [], isDone: false })
    expect(listTypes(reply)).toEqual(['license_front', 'signature'])
    expect(reply.checkout.state.approval_documents.add_later).toBe(false)
  })

  it('is accepted 40 times a day', async () => {
    const token = await createCheckoutAtPhotos()
    for (let index = 0; index < 40; index += 1) await postPhotos(token, { next: 'stay' })
    const reply = await postPhotos(token, { profile: await renderPhoto() })
    expect(reply.issues).toEqual([{ field: 'profile', message: 'photo.quota' }])
    expect(listTypes(reply)).toEqual([])
  })

  it('cannot remove another customer’s photo', async () => {
    const [ownToken, otherToken] = [await createCheckoutAtPhotos(), await createCheckoutAtPhotos()]
    const { id } = await createPhoto(otherToken)
    await postPhotos(ownToken, { remove: id })
    const { state } = (await readCheckout(otherToken)).body
    expect(state.approval_documents.images).toMatchObject([{ id }])
  })

  it.each([
    ['from another site', { origin: 'https://evil.example' }, 'origin'],
    ['of another type', { 'content-type': 'multipart/form-data' }, 'form_data'],
  ])('%s is refused', async (_, headers, code) => {
    const token = await createCheckoutAtPhotos()
    await expect(postPhotos(token, await createAllPhotos(), headers)).rejects.toMatchObject({
      code,
    })
    expect((await readCheckout(token)).body.state.approval_documents.images).toEqual([])
  })

  it('with a wrong token throws `not_found`', async () => {
    await expect(postPhotos('A'.repeat(43), {})).rejects.toMatchObject({ code: 'not_found' })
  })
})
