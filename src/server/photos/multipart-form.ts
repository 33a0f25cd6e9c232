import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import {
  detectPhotoFormat,
  magicNumberBytes,
  maxPhotoBytes,
  type PhotoFormat,
} from '@/domain/photos/image-format'
import type { PhotoErrorCode } from '@/domain/photos/photo-files'
import { ApiError } from '@/server/infra/api-error'
import { ensureFreeSpace } from '@/server/infra/disk-check'
import { createPhotoError } from '@/server/photos/photo-errors'
import { startTransfer } from '@/server/photos/receive-body'

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
export const fileTimeoutMs = 60_000
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
    timeoutMs: Math.max(1, names.length) * fileTimeoutMs,
    isContended,
  })
  for (const eventName of ['error', 'partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(eventName, transfer.abortAsBroken)
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

/** Writes a file to disk while it may be a photo. `truncated` says that it was too large. */
export async function writeToDisk(
  stream: AsyncIterable<Uint8Array> & { truncated?: boolean },
  path: string,
): Promise<UploadedFile> {
  const file = await fs.open(path, 'wx', 0o600)
  try {
    let head: Uint8Array = Buffer.alloc(0)
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
export async function ensureDiskSpace(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  ensureFreeSpace(folder, minFreeBytes)
}

export async function deleteFiles(paths: string[]): Promise<void> {
  await Promise.all(paths.map(path => fs.rm(path, { force: true }).catch(() => undefined)))
}
