import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { expect } from 'vitest'
import * as imageRoute from '@/pages/api/backend/approval-images/[id]/index'
import * as previewRoute from '@/pages/api/backend/approval-images/[id]/preview'
import * as imagesRoute from '@/pages/api/backend/approval-images/index'
import { checkouts } from '@/server/db/tables/checkouts'
import { hashOf } from '@/server/infra/tokens'
import type { TestBackend } from './backend'
import { callRoute, type Reply, type RouteCall } from './call-route'

/** What a form holds: texts, and files as their bytes. A file may have a name and a type of its own. */
export type Parts = Record<string, string | Uint8Array | NamedFile | undefined>

interface NamedFile {
  bytes: Uint8Array
  name: string
  type?: string
}

/** A form as browsers send it. */
export async function formOf(parts: Parts): Promise<Pick<RouteCall, 'rawBody' | 'headers'>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue
    if (typeof value === 'string') form.append(name, value)
    else if (value instanceof Uint8Array) form.append(name, blobOf(value), 'photo.jpg')
    else form.append(name, blobOf(value.bytes, value.type), value.name)
  }
  const sent = new Response(form)
  const rawBody = Buffer.from(await sent.arrayBuffer())
  return { rawBody, headers: { 'content-type': sent.headers.get('content-type') ?? '' } }
}

const blobOf = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([Buffer.from(bytes)], { type })

/** Whose photos: a checkout's token, or a device's pass. */
export interface Who {
  token?: string | undefined
  pass?: string
}

interface Sent extends Partial<RouteCall> {
  key?: string
}

const questionOf = ({ token, pass }: Who, { key, headers, ...rest }: Sent = {}): RouteCall => ({
  ...rest,
  query: { ...(token !== undefined && { checkout: token }) },
  headers: {
    ...headers,
    ...(key && { 'idempotency-key': key }),
    ...(pass && { cookie: `photos=${pass}` }),
  },
})

/** Adds a photo. */
export async function addPhoto(who: Who, parts: Parts, sent: Sent = {}): Promise<Reply> {
  const { rawBody, headers } = await formOf(parts)
  const all = { ...sent, rawBody, headers: { ...headers, ...sent.headers } } as Sent
  return callRoute(imagesRoute, { method: 'POST', ...questionOf(who, all) })
}

/** Replaces a photo. */
export async function changePhoto(
  who: Who,
  id: string,
  parts: Parts,
  sent: Sent = {},
): Promise<Reply> {
  const { rawBody, headers } = await formOf(parts)
  const all = { ...sent, rawBody, headers: { ...headers, ...sent.headers } } as Sent
  return callRoute(imageRoute, { method: 'PATCH', params: { id }, ...questionOf(who, all) })
}

export const removePhoto = (who: Who, id: string): Promise<Reply> =>
  callRoute(imageRoute, { method: 'DELETE', params: { id }, ...questionOf(who) })

export const listPhotos = (who: Who): Promise<Reply> => callRoute(imagesRoute, questionOf(who))

export const previewOf = (who: Who, id: string, sent: Sent = {}): Promise<Reply> =>
  callRoute(previewRoute, { params: { id }, ...questionOf(who, sent) })

/** Adds a photo that is expected to be right. */
export async function addedPhoto(token: string, type = 'profile', parts: Parts = {}) {
  const reply = await addPhoto({ token }, { type, image: await photo(), ...parts })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { id: string; type: string; revision: number; version: number }
}

/** A photo such as a phone takes, only smaller: colourful, so that it does not shrink to nothing. */
export const photo = (width = 400, height = 300): Promise<Buffer> =>
  noise(width, height).jpeg({ quality: 90 }).toBuffer()

export const noise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** The files in a shop's folder of photos, by name. */
export function storedFiles({ backend }: TestBackend): Map<string, Buffer> {
  const folder = join(backend.env.dataDir, 'photos')
  if (!existsSync(folder)) return new Map()
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]))
}

/** What is left of forms that were being read. */
export function incomingFiles({ backend }: TestBackend): string[] {
  const folder = join(backend.env.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Changes a checkout's row, as payments and operators do. */
export const setCheckout = (
  { backend }: TestBackend,
  token: string,
  row: Partial<typeof checkouts.$inferInsert>,
) =>
  backend.db
    .update(checkouts)
    .set(row)
    .where(eq(checkouts.tokenHash, hashOf(token)))
