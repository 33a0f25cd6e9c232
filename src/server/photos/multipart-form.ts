import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import {
  detectPhotoFormat,
  magicNumberBytes,
  maxPhotoBytes,
  type PhotoFormat,
} from '@/domain/photos/image-format'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import { ApiError, shouldCloseConnection } from '@/server/infra/api-error'
import { ensureFreeSpace } from '@/server/infra/disk-check'
import { createPhotoError } from '@/server/photos/photo-errors'

/** A parsed multipart form. */
export interface PhotoForm {
  fields: ReadonlyMap<string, string>
  /** The fields again, with all values of repeated names. */
  answers: URLSearchParams
  files: ReadonlyMap<string, UploadedFile>
  /** Deletes the files from this machine; they are needed only during the request. */
  cleanUp: () => Promise<void>
}

/** An uploaded file under a path of its own, or why it is refused. */
export type UploadedFile = { path: string; format: PhotoFormat } | { wrong: PhotoErrorCode }

export interface PhotoFormOptions {
  /** Folder of the files during the request: memory would not hold them all. */
  folder: string
  /** The fields that may be files; other files are ignored. */
  names: readonly string[]
  /** Maximum bytes of all files. Bytes beyond a single file's limit are read, but not stored. */
  maxBytes?: number
  /** Maximum number of other fields. */
  maxFields?: number
  /** Whether other forms wait: then a sender that is much slower than a phone is cut off. */
  isContended?: () => boolean
}

/** Time per file: 1.5 MB on a poor connection, 200 kbit/s. */
const fileTimeoutMs = 60_000
/** Limit for silence of the sender. */
const idleTimeoutMs = 20_000
/**
 * While other forms wait, a sender has to have sent this much on average since its start. A phone on
 * a poor connection sends 30 kB per second, so it may pause for five sixths of the time, for example
 * while it changes networks. The average is read at this interval from the second time on: the first
 * would be too early for a phone that pauses at its start, and a form waits up to 20 s for a place.
 */
const minBytesPerSecond = 5_000
const speedCheckIntervalMs = 5_000
/** Size of the form besides its files. */
const formOverheadBytes = 65_536
/** Space that remains free: the database may be on the same disk. */
const minFreeBytes = 1024 ** 3

/**
 * Parses a form with files while it arrives, within limits of size, number and time. The sender's
 * file names and types are ignored.
 * @throws an `ApiError`, or the disk's error; no file of the form remains then.
 */
export async function parsePhotoForm(
  request: IncomingMessage,
  {
    folder,
    names,
    maxBytes = names.length * maxPhotoBytes,
    maxFields = 10,
    isContended = () => false,
  }: PhotoFormOptions,
): Promise<PhotoForm> {
  const maxTotalBytes = maxBytes + formOverheadBytes
  if (Number(request.headers['content-length'] ?? 0) > maxTotalBytes)
    throw createPhotoError('large')
  const parser = createParser(request, names.length, maxFields)
  await ensureDiskSpace(folder)
  const fields = new Map<string, string>()
  const answers = new URLSearchParams()
  const files = new Map<string, UploadedFile>()
  const fileStreams = new Map<string, BusboyFileStream>()
  const paths: string[] = []
  const cleanUp = () => deleteFiles(paths)
  const transfer = startTransfer(request, parser, {
    maxBytes: maxTotalBytes,
    timeoutMs: names.length * fileTimeoutMs,
    isContended,
  })
  const writes: Promise<void>[] = []
  const saveFile = async (name: string, stream: BusboyFileStream, hasFileName: boolean) => {
    const path = join(folder, randomBytes(16).toString('hex'))
    paths.push(path)
    const file = await writeToDisk(stream, path)
    // An empty file field arrives as an empty file without a name.
    const isEmptyField = !hasFileName && 'wrong' in file && file.wrong === 'empty'
    if (!isEmptyField) files.set(name, file)
  }
  parser.on('field', (name, value) => {
    fields.set(name, value)
    answers.append(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    // Unhandled, the error of a form that ends inside a file would end this process.
    stream.on('error', transfer.abortAsBroken)
    if (!names.includes(name) || fileStreams.has(name)) return stream.resume()
    fileStreams.set(name, stream)
    const write = saveFile(name, stream, Boolean(fileName))
    write.catch(transfer.abort)
    writes.push(write)
  })
  try {
    await transfer.completion
    await Promise.all(writes)
    return { fields, answers, files, cleanUp }
  } catch (error) {
    for (const stream of fileStreams.values()) stream.destroy()
    await Promise.allSettled(writes)
    await cleanUp()
    throw error
  }
}

function createParser({ headers }: IncomingMessage, maxFiles: number, maxFields: number) {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new ApiError('form_data')
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: maxPhotoBytes,
        files: maxFiles,
        fields: maxFields,
        parts: maxFiles + maxFields,
        fieldSize: 1_000,
        headerPairs: 20,
        headerSize: 8_192,
      },
    })
  } catch {
    throw new ApiError('form_data')
  }
}

/**
 * Pipes a form into the parser until its end. `abort` ends it early with an error, `abortAsBroken`
 * as malformed.
 */
function startTransfer(
  request: IncomingMessage,
  parser: Writable,
  limits: { maxBytes: number; timeoutMs: number; isContended: () => boolean },
) {
  const { promise: completion, resolve, reject } = createDeferred()
  const deadlineTimer = setTimeout(() => abort(createPhotoError('slow')), limits.timeoutMs)
  const idleTimer = setTimeout(() => abort(createPhotoError('slow')), idleTimeoutMs)
  const speedTimer = setInterval(() => checkSpeed(), speedCheckIntervalMs)
  let checkCount = 0
  let receivedBytes = 0
  let isOver = false
  const countBytes = (chunk: Buffer) => {
    idleTimer.refresh()
    receivedBytes += chunk.length
    if (receivedBytes > limits.maxBytes) abort(createPhotoError('large'))
  }
  const checkSpeed = () => {
    checkCount += 1
    const elapsedSeconds = (checkCount * speedCheckIntervalMs) / 1_000
    const isSlow = receivedBytes < elapsedSeconds * minBytesPerSecond
    if (checkCount > 1 && isSlow && limits.isContended()) abort(createPhotoError('slow'))
  }
  const end = () => {
    isOver = true
    clearTimeout(deadlineTimer)
    clearTimeout(idleTimer)
    clearInterval(speedTimer)
    request.off('data', countBytes)
  }
  const abort = (error: Error) => {
    if (isOver) return
    end()
    request.unpipe(parser)
    // Browsers read the response only after sending everything, so the rest is read. A sender that
    // is too slow, or sends too much, is cut off.
    if (!shouldCloseConnection(error)) request.resume()
    reject(error)
  }
  const abortAsBroken = () => abort(createPhotoError('broken'))
  for (const eventName of ['error', 'partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(eventName, abortAsBroken)
  parser.on('finish', () => {
    end()
    resolve()
  })
  request.on('close', () => request.readableEnded || abortAsBroken())
  request.on('data', countBytes)
  request.pipe(parser)
  return { completion, abort, abortAsBroken }
}

function createDeferred() {
  let resolve = () => {}
  let reject = (_: Error) => {}
  const promise = new Promise<void>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}

/** Writes a file to disk while it may be a photo. */
async function writeToDisk(stream: BusboyFileStream, path: string): Promise<UploadedFile> {
  const file = await fs.open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    for await (const chunk of stream) {
      if (head.length < magicNumberBytes) head = Buffer.concat([head, chunk])
      if (head.length < magicNumberBytes || 'format' in detectPhotoFormat(head))
        await file.write(chunk)
    }
    const detection = detectPhotoFormat(head)
    if ('wrong' in detection) return detection
    return stream.truncated ? { wrong: 'large' } : { path, ...detection }
  } finally {
    await file.close()
  }
}

/** Creates the folder. Throws `ENOSPC` when the disk is nearly full. */
async function ensureDiskSpace(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  ensureFreeSpace(folder, minFreeBytes)
}

async function deleteFiles(paths: string[]): Promise<void> {
  await Promise.all(paths.map(path => fs.rm(path, { force: true }).catch(() => undefined)))
}
