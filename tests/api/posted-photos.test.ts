import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { documentTypes } from '@/domain/checkout/checkout-state'
import { postsFiles, takePhotos } from '@/server/photos/photo-form-post'
import { forNothing, pay, payableCheckout, readCheckout, saveCheckout } from '../support/customer'
import {
  addedPhoto,
  formOf,
  incomingFiles,
  type Parts,
  photo,
  removePhoto,
} from '../support/photos'
import { withShop } from '../support/with-shop'

const shop = withShop()

/** A customer at the photos, who has not said that they come later. */
async function atPhotos(state: object = {}): Promise<string> {
  const { token } = await payableCheckout(state)
  await saveCheckout(token, undefined, { approval_documents: { add_later: false } })
  return token
}

/** Sends the page's form, as a browser without scripts does. */
async function post(token: string, parts: Parts, headers: Record<string, string> = {}) {
  const form = await formOf(parts)
  const request = new IncomingMessage(new Socket())
  const origin = { host: 'shop.example', origin: 'https://shop.example' }
  request.headers = { ...origin, ...form.headers, ...headers }
  request.push(form.rawBody)
  request.push(null)
  expect(postsFiles(request)).toBe(true)
  return takePhotos(shop.backend, token, request)
}

const nothing = { bytes: Buffer.alloc(0), name: '', type: 'application/octet-stream' }
const typesOf = ({ checkout }: Awaited<ReturnType<typeof post>>) =>
  checkout.state.approval_documents.images.map(({ type }) => type).sort()

const allFour = async (): Promise<Parts> =>
  Object.fromEntries(await Promise.all(documentTypes.map(async type => [type, await photo()])))

describe('without scripts', () => {
  it('all four photos come at once, and the next step opens', async () => {
    const token = await atPhotos()
    const told = await post(token, await allFour())
    expect(told).toMatchObject({ issues: [], isDone: true })
    expect(typesOf(told)).toEqual([...documentTypes].sort())
    expect(incomingFiles(shop)).toEqual([])
  })

  it('what is missing is named, and what came is kept', async () => {
    const token = await atPhotos()
    const told = await post(token, {
      profile: await photo(),
      license_front: nothing,
      license_back: nothing,
      signature: nothing,
    })
    expect(told.isDone).toBe(false)
    expect(typesOf(told)).toEqual(['profile'])
    expect(told.issues).toEqual([
      { field: 'license_front', message: 'photo.missing' },
      { field: 'license_back', message: 'photo.missing' },
      { field: 'signature', message: 'photo.missing' },
    ])
  })

  it('a wrong one among good ones is named, and the good ones are kept', async () => {
    const token = await atPhotos()
    const told = await post(token, {
      ...(await allFour()),
      license_back: Buffer.from('%PDF-1.7 ..'),
    })
    expect(told).toMatchObject({
      issues: [{ field: 'license_back', message: 'photo.type' }],
      isDone: false,
    })
    expect(typesOf(told)).toEqual(['license_front', 'profile', 'signature'])
    const rest = await post(token, { license_back: await photo() })
    expect(rest).toMatchObject({ issues: [], isDone: true })
  })

  it('one that is too large is named, and not the whole page refused', async () => {
    const token = await atPhotos()
    const large = Buffer.concat([await photo(), Buffer.alloc(15_000_000)])
    const told = await post(token, { ...(await allFour()), profile: large, license_front: large })
    expect(told.issues).toEqual([
      { field: 'profile', message: 'photo.large' },
      { field: 'license_front', message: 'photo.large' },
    ])
    expect(typesOf(told)).toEqual(['license_back', 'signature'])
  })

  it('the rest may come later', async () => {
    const token = await atPhotos()
    const told = await post(token, { profile: await photo(), next: 'later' })
    expect(told).toMatchObject({ issues: [], isDone: true })
    expect(told.checkout.state.approval_documents).toMatchObject({ add_later: true })
  })

  it('one may be added, or taken away, without going on', async () => {
    const token = await atPhotos()
    const added = await post(token, { profile: await photo(), next: 'stay' })
    expect(added).toMatchObject({ issues: [], isDone: false })
    const [image] = added.checkout.state.approval_documents.images
    const removed = await post(token, { remove: image?.id ?? '' })
    expect(removed).toMatchObject({ issues: [], isDone: false })
    expect(typesOf(removed)).toEqual([])
    expect((await post(token, { remove: 'gone' })).isDone).toBe(false)
  })

  it('one that was to be sent and was not chosen is told at its place', async () => {
    const token = await atPhotos()
    const told = await post(token, { next: 'license_back' })
    expect(told).toMatchObject({
      issues: [{ field: 'license_back', message: 'photo.missing' }],
      isDone: false,
    })
    const added = await post(token, { license_back: await photo(), next: 'license_back' })
    expect(added).toMatchObject({ issues: [], isDone: false })
    expect(typesOf(added)).toEqual(['license_back'])
  })

  it('a paid order gets the photos that are missing, and stays as it is', async () => {
    const token = await atPhotos(forNothing)
    const { checkout } = await post(token, await allFour())
    await saveCheckout(token, undefined, { terms: { selected: true } })
    expect((await pay((await readCheckout(token)).body, null)).body.status).toBe('success')
    for (const { id, type } of checkout.state.approval_documents.images)
      if (type !== 'license_front') await removePhoto({ token }, id)
    const told = await post(token, { signature: await photo(), next: 'later' })
    expect(told).toMatchObject({ issues: [], isDone: false })
    expect(typesOf(told)).toEqual(['license_front', 'signature'])
    expect(told.checkout.state.approval_documents.add_later).toBe(false)
  })

  it('no more than forty forms a day are read', async () => {
    const token = await atPhotos()
    for (let sent = 0; sent < 40; sent += 1) await post(token, { next: 'stay' })
    const told = await post(token, { profile: await photo() })
    expect(told.issues).toEqual([{ field: 'profile', message: 'photo.quota' }])
    expect(typesOf(told)).toEqual([])
  })

  it('nobody takes away another’s photo', async () => {
    const [own, other] = [await atPhotos(), await atPhotos()]
    const { id } = await addedPhoto(other)
    await post(own, { remove: id })
    const { state } = (await readCheckout(other)).body
    expect(state.approval_documents.images).toMatchObject([{ id }])
  })

  it.each([
    ['from another site', { origin: 'https://evil.example' }, 'origin'],
    ['that is no form', { 'content-type': 'multipart/form-data' }, 'form_data'],
  ])('a form %s is not taken', async (_, headers, code) => {
    const token = await atPhotos()
    await expect(post(token, await allFour(), headers)).rejects.toMatchObject({ code })
    expect((await readCheckout(token)).body.state.approval_documents.images).toEqual([])
  })

  it('a wrong token finds nothing', async () => {
    await expect(post('A'.repeat(43), {})).rejects.toMatchObject({ code: 'not_found' })
  })
})
