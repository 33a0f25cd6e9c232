import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Infer } from '@/contract/api-call'
import type { photosQuery, startPhotoUpload } from '@/contract/approval-images'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { PhotoUploadRow } from '@/server/db/tables/photos'
import { ApiError } from '@/server/infra/api-error'
import { ensureDiskSpace, fileTimeoutMs, type PhotoForm } from '@/server/photos/multipart-form'
import { authoriseOpenCheckout } from '@/server/photos/photo-access'
import { createPhotoError, ignoreApiError } from '@/server/photos/photo-errors'
import { startTransfer } from '@/server/photos/receive-body'
import { countUpload, incomingFolder, withReadSlot } from '@/server/photos/upload'
import {
  createUpload,
  discardUpload,
  findUpload,
  maxParts,
  openUpload,
  releaseParts,
  withUploadedFiles,
} from '@/server/photos/upload-parts'

type UploadInput = Input<z.infer<typeof photosQuery>, unknown>
type Answer = Infer<typeof startPhotoUpload.response>

/** Starts an upload; it counts against the limits of its order and address. */
export async function startUpload(backend: Backend, input: UploadInput): Promise<Answer> {
  const checkout = await authoriseOpenCheckout(backend, input)
  requireVersion(input)
  const length = readCount(input, 'upload-length')
  if (length === 0) throw createPhotoError('empty')
  await countUpload(backend, checkout, input.address)
  const upload = await createUpload(backend, checkout.id, length)
  const [path = '', search = ''] = (input.request.url ?? '').split(/\?(.*)/s)
  const headers = { Location: `${path}${upload.id}/${search && `?${search}`}`, ...expires(upload) }
  return { status: 201, headers }
}

/** Says how much of an upload has arrived. */
export async function readUpload(backend: Backend, input: UploadInput): Promise<Answer> {
  const upload = await findOwnUpload(backend, input)
  const { received, length } = upload
  const counts = { 'Upload-Offset': String(received), 'Upload-Length': String(length) }
  return { status: 200, headers: { ...counts, ...expires(upload) } }
}

/** Takes the next bytes of an upload. What has arrived is stored, also of a request that fails. */
export async function continueUpload(backend: Backend, input: UploadInput): Promise<Answer> {
  const upload = await findOwnUpload(backend, input)
  if (input.header('content-type') !== 'application/offset+octet-stream')
    throw new ApiError('upload_data')
  if (readCount(input, 'upload-offset') !== upload.received) throw new ApiError('upload_offset')
  if (upload.parts.length >= maxParts) {
    await discardUpload(backend, upload)
    throw new ApiError('not_found')
  }
  const restBytes = upload.length - upload.received
  if (Number(input.header('content-length') ?? 0) > restBytes) throw createPhotoError('large')
  const received = await withReadSlot(backend, input.address, async isContended => {
    await ensureDiskSpace(join(backend.env.dataDir, incomingFolder))
    const { target, countReceived } = openUpload(backend, upload)
    const limits = { maxBytes: restBytes, timeoutMs: fileTimeoutMs, isContended }
    const transfer = startTransfer(input.request, target, limits)
    target.on('error', transfer.abort)
    await transfer.completion.finally(() => endOf(target))
    return countReceived()
  })
  return { status: 204, headers: { 'Upload-Offset': String(received), ...expires(upload) } }
}

/** Resolves when a stream has dealt with all that was written to it, or has failed. */
const endOf = (target: Writable): Promise<void> =>
  new Promise(resolve => target.end(() => resolve()))

/**
 * Runs the handler with the files of a complete upload, and removes the upload unless another try
 * may succeed. Throws `upload_offset` when it is not complete, or no longer there.
 */
export async function withUpload<T>(
  backend: Backend,
  { id: checkoutId }: CheckoutRow,
  { id, imageBytes }: { id: string; imageBytes: number },
  handler: (files: PhotoForm['files']) => Promise<T>,
): Promise<T> {
  const upload = await findUpload(backend, checkoutId, id).catch(ignoreApiError)
  if (!upload || upload.received < upload.length || upload.parts.length === 0)
    throw new ApiError('upload_offset')
  const folder = join(backend.env.dataDir, incomingFolder)
  try {
    await ensureDiskSpace(folder)
    const range = { imageBytes: Math.min(imageBytes, upload.length), folder }
    const result = await withUploadedFiles(backend, upload, range, handler)
    await releaseParts(backend, upload)
    return result
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unprocessable')
      await discardUpload(backend, upload)
    throw error
  }
}

async function findOwnUpload(backend: Backend, input: UploadInput): Promise<PhotoUploadRow> {
  const checkout = await authoriseOpenCheckout(backend, input)
  const upload = await findUpload(backend, checkout.id, input.params['id'] ?? '')
  requireVersion(input)
  return upload
}

function requireVersion({ header }: UploadInput): void {
  if (header('tus-resumable') !== '1.0.0') throw new ApiError('upload_version')
}

/** A header with a number of bytes. */
function readCount({ header }: UploadInput, name: string): number {
  const text = header(name) ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new ApiError('unprocessable', { issues: [{ field: name, message: 'value.type' }] })
}

const expires = ({ expiresAt }: PhotoUploadRow) => ({ 'Upload-Expires': expiresAt.toUTCString() })
