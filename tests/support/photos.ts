import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { expect } from 'vitest'
import { checkouts } from '@/server/db/tables/checkouts'
import { hashOf } from '@/server/infra/tokens'
import type { TestBackend } from './backend'
import { callRoute, type Reply, type RouteCall } from './call-route'

const imageRoute = '/backend/api/approval-images/[id]/'
const previewRoute = '/backend/api/approval-images/[id]/preview/'
const imagesRoute = '/backend/api/approval-images/'
const uploadsRoute = '/backend/api/photo-uploads/'
const uploadRoute = '/backend/api/photo-uploads/[id]/'

/** Form fields: texts, and files as bytes. A file may have its own name and type. */
export type FormParts = Record<string, string | Uint8Array | NamedFile | undefined>

interface NamedFile {
  bytes: Uint8Array
  name: string
  type?: string
}

/** Encodes a form as browsers do. */
export async function buildForm(parts: FormParts): Promise<Pick<RouteCall, 'rawBody' | 'headers'>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue
    if (typeof value === 'string') form.append(name, value)
    else if (value instanceof Uint8Array) form.append(name, toBlob(value), 'photo.jpg')
    else form.append(name, toBlob(value.bytes, value.type), value.name)
  }
  const encoded = new Response(form)
  const rawBody = Buffer.from(await encoded.arrayBuffer())
  return { rawBody, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } }
}

const toBlob = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([Buffer.from(bytes)], { type })

/** Owner of the photos: a checkout's token, or a device's pass. */
export interface PhotoOwner {
  token?: string | undefined
  pass?: string
}

interface PhotoRequest extends Partial<RouteCall> {
  key?: string
}

const buildRequest = (
  { token, pass }: PhotoOwner,
  { key, headers, query, ...rest }: PhotoRequest = {},
): RouteCall => ({
  ...rest,
  query: { ...query, ...(token !== undefined && { checkout: token }) },
  headers: {
    ...headers,
    ...(key && { 'idempotency-key': key }),
    ...(pass && { cookie: `photos=${pass}` }),
  },
})

export async function addPhoto(
  owner: PhotoOwner,
  parts: FormParts,
  request: PhotoRequest = {},
): Promise<Reply> {
  const { rawBody, headers } = await buildForm(parts)
  const merged = {
    ...request,
    rawBody,
    headers: { ...headers, ...request.headers },
  } as PhotoRequest
  return callRoute(imagesRoute, { method: 'POST', ...buildRequest(owner, merged) })
}

export async function changePhoto(
  owner: PhotoOwner,
  id: string,
  parts: FormParts,
  request: PhotoRequest = {},
): Promise<Reply> {
  const { rawBody, headers } = await buildForm(parts)
  const merged = {
    ...request,
    rawBody,
    headers: { ...headers, ...request.headers },
  } as PhotoRequest
  return callRoute(imageRoute, { method: 'PATCH', params: { id }, ...buildRequest(owner, merged) })
}

/** Headers of every request of an upload that arrives in parts. */
export const tusHeaders = { 'tus-resumable': '1.0.0' }
export const partHeaders = (offset: number) => ({
  ...tusHeaders,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

/** Starts an upload that arrives in parts. */
export const startUpload = (
  owner: PhotoOwner,
  length: number | string,
  headers: Record<string, string | undefined> = {},
): Promise<Reply> =>
  callRoute(uploadsRoute, {
    method: 'POST',
    ...buildRequest(owner, {
      headers: { ...tusHeaders, 'upload-length': String(length), ...headers },
    }),
  })

/** The id of a started upload. */
export const readUploadId = ({ headers }: Pick<Reply, 'headers'>): string =>
  /photo-uploads\/([\w-]+)\//.exec(String(headers['location']))?.[1] ?? ''

/** Starts an upload and expects success; returns its id. */
export async function createUpload(owner: PhotoOwner, length: number): Promise<string> {
  const reply = await startUpload(owner, length)
  expect(reply.status, reply.text).toBe(201)
  return readUploadId(reply)
}

export const readUpload = (owner: PhotoOwner, id: string): Promise<Reply> =>
  callRoute(uploadRoute, {
    method: 'HEAD',
    params: { id },
    ...buildRequest(owner, { headers: tusHeaders }),
  })

/** Sends the bytes of an upload from an offset on. */
export const continueUpload = (
  owner: PhotoOwner,
  id: string,
  offset: number,
  bytes: Buffer,
  headers: Record<string, string | undefined> = {},
): Promise<Reply> =>
  callRoute(uploadRoute, {
    method: 'PATCH',
    params: { id },
    rawBody: bytes,
    ...buildRequest(owner, { headers: { ...partHeaders(offset), ...headers } }),
  })

/** Uploads all bytes in one request and returns the upload's id. */
export async function uploadBytes(owner: PhotoOwner, bytes: Buffer): Promise<string> {
  const id = await createUpload(owner, bytes.length)
  const reply = await continueUpload(owner, id, 0, bytes)
  expect(reply.status, reply.text).toBe(204)
  return id
}

/** Has a photo made of an upload. */
export const storeUpload = (
  owner: PhotoOwner,
  upload: string,
  parts: FormParts = {},
  request: PhotoRequest = {},
): Promise<Reply> =>
  addPhoto(owner, { type: 'profile', ...parts }, { ...request, query: { upload } })

export const removePhoto = (owner: PhotoOwner, id: string): Promise<Reply> =>
  callRoute(imageRoute, { method: 'DELETE', params: { id }, ...buildRequest(owner) })

export const listPhotos = (owner: PhotoOwner): Promise<Reply> =>
  callRoute(imagesRoute, buildRequest(owner))

export const fetchPreview = (
  owner: PhotoOwner,
  id: string,
  request: PhotoRequest = {},
): Promise<Reply> => callRoute(previewRoute, { params: { id }, ...buildRequest(owner, request) })

/** Adds a photo and expects success. */
export async function createPhoto(token: string, type = 'profile', parts: FormParts = {}) {
  const reply = await addPhoto({ token }, { type, image: await renderPhoto(), ...parts })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { id: string; type: string; revision: number; version: number }
}

/** A noisy photo like a phone's, but smaller; noise keeps it from compressing to nothing. */
export const renderPhoto = (width = 400, height = 300): Promise<Buffer> =>
  renderNoise(width, height).jpeg({ quality: 90 }).toBuffer()

export const renderNoise = (width: number, height: number): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** The files in a shop's photo folder, by name. */
export function readStoredFiles({ backend }: TestBackend): Map<string, Buffer> {
  const folder = join(backend.env.dataDir, 'photos')
  if (!existsSync(folder)) return new Map()
  return new Map(readdirSync(folder).map(name => [name, readFileSync(join(folder, name))]))
}

/** Leftover files of form uploads in progress. */
export function listIncomingFiles({ backend }: TestBackend): string[] {
  const folder = join(backend.env.dataDir, 'incoming')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Changes a checkout's row directly. */
export const setCheckout = (
  { backend }: TestBackend,
  token: string,
  row: Partial<typeof checkouts.$inferInsert>,
) =>
  backend.db
    .update(checkouts)
    .set(row)
    .where(eq(checkouts.tokenHash, hashOf(token)))
