import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import {
  formatOf,
  mostPhotoBytes,
  type PhotoFormat,
  type PhotoWrong,
  telltaleBytes,
} from '@/domain/photos/photo-files'
import { Failure, isCutOff } from '@/server/infra/api-error'
import { wrongPhoto } from '@/server/photos/photo-errors'

/** What a browser has sent in a form with files. */
export interface PhotoForm {
  fields: ReadonlyMap<string, string>
  /** The fields again, with all that stand under one name. */
  answers: URLSearchParams
  files: ReadonlyMap<string, SentFile>
  /** Deletes the files from this machine; they are needed no longer than the call lasts. */
  drop: () => Promise<void>
}

/** A file as it came, in a place of its own, or what is wrong with it. */
export type SentFile = { path: string; format: PhotoFormat } | { wrong: PhotoWrong }

export interface Wanted {
  /** Where files are while the call lasts: memory would not hold them all. */
  folder: string
  /** The fields that may be files; others are passed over. */
  names: readonly string[]
  /** Most bytes of all files together: what is beyond one's own limit is read, and not kept. */
  mostBytes?: number
  /** Most fields besides the files. */
  mostFields?: number
}

/** A form has so long for each of its files: 1.5 MB on a poor connection, 200 kbit/s. */
const fileMs = 60_000
/** A sender who is silent this long has gone. */
const silenceMs = 20_000
/** What the form weighs besides its files. */
const formBytes = 65_536
/** So much room stays for others: the database may be on the same disk. */
const spareBytes = 1024 ** 3

/**
 * Reads a form with files while it arrives, within limits of size, number and time. What the sender calls a
 * file, or its type, counts for nothing.
 * @throws a `Failure`, or the disk's error; nothing of the form is left behind then.
 */
export async function photoForm(
  request: IncomingMessage,
  { folder, names, mostBytes = names.length * mostPhotoBytes, mostFields = 10 }: Wanted,
): Promise<PhotoForm> {
  const most = mostBytes + formBytes
  if (Number(request.headers['content-length'] ?? 0) > most) throw wrongPhoto('large')
  const parser = parserOf(request, names.length, mostFields)
  await makeRoom(folder)
  const fields = new Map<string, string>()
  const answers = new URLSearchParams()
  const files = new Map<string, SentFile>()
  const seen = new Map<string, BusboyFileStream>()
  const paths: string[] = []
  const drop = () => removeAll(paths)
  const arriving = arrival(request, parser, { bytes: most, ms: names.length * fileMs })
  const written: Promise<void>[] = []
  const take = async (name: string, stream: BusboyFileStream, isNamed: boolean) => {
    const path = join(folder, randomBytes(16).toString('hex'))
    paths.push(path)
    const file = await takeDown(stream, path)
    // A field that was left alone comes as an empty file without a name.
    const isLeftAlone = !isNamed && 'wrong' in file && file.wrong === 'empty'
    if (!isLeftAlone) files.set(name, file)
  }
  parser.on('field', (name, value) => {
    fields.set(name, value)
    answers.append(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    // Unheard, the error of a form that ends in the middle of a file would end this process.
    stream.on('error', arriving.breakOff)
    if (!names.includes(name) || seen.has(name)) return stream.resume()
    seen.set(name, stream)
    const taken = take(name, stream, Boolean(fileName))
    taken.catch(arriving.stop)
    written.push(taken)
  })
  try {
    await arriving.whole
    await Promise.all(written)
    return { fields, answers, files, drop }
  } catch (error) {
    for (const stream of seen.values()) stream.destroy()
    await Promise.allSettled(written)
    await drop()
    throw error
  }
}

function parserOf({ headers }: IncomingMessage, mostFiles: number, mostFields: number) {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new Failure('form_data')
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        fileSize: mostPhotoBytes,
        files: mostFiles,
        fields: mostFields,
        parts: mostFiles + mostFields,
        fieldSize: 1_000,
        headerPairs: 20,
        headerSize: 8_192,
      },
    })
  } catch {
    throw new Failure('form_data')
  }
}

/** Follows a form to its end. `stop` ends it before, because of an error; `breakOff` because it makes no sense. */
function arrival(request: IncomingMessage, parser: Writable, most: { bytes: number; ms: number }) {
  const { promise: whole, resolve, reject } = promised()
  const late = setTimeout(() => stop(wrongPhoto('slow')), most.ms)
  const silent = setTimeout(() => stop(wrongPhoto('slow')), silenceMs)
  let size = 0
  let isOver = false
  const count = (chunk: Buffer) => {
    silent.refresh()
    size += chunk.length
    if (size > most.bytes) stop(wrongPhoto('large'))
  }
  const end = () => {
    isOver = true
    clearTimeout(late)
    clearTimeout(silent)
    request.off('data', count)
  }
  const stop = (error: Error) => {
    if (isOver) return
    end()
    request.unpipe(parser)
    // Browsers hear an answer once they have sent everything. Who sends too much, or too slowly, is cut off.
    if (!isCutOff(error)) request.resume()
    reject(error)
  }
  const breakOff = () => stop(wrongPhoto('broken'))
  for (const sign of ['error', 'partsLimit', 'filesLimit', 'fieldsLimit']) parser.on(sign, breakOff)
  parser.on('finish', () => {
    end()
    resolve()
  })
  request.on('close', () => request.readableEnded || breakOff())
  request.on('data', count)
  request.pipe(parser)
  return { whole, stop, breakOff }
}

function promised() {
  let resolve = () => {}
  let reject = (_: Error) => {}
  const promise = new Promise<void>((keep, breakIt) => {
    resolve = keep
    reject = breakIt
  })
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) }
}

/** Writes a file down as far as it may be a photo. */
async function takeDown(stream: BusboyFileStream, path: string): Promise<SentFile> {
  const file = await fs.open(path, 'wx', 0o600)
  try {
    let head = Buffer.alloc(0)
    for await (const chunk of stream) {
      if (head.length < telltaleBytes) head = Buffer.concat([head, chunk])
      if (head.length < telltaleBytes || 'format' in formatOf(head)) await file.write(chunk)
    }
    const known = formatOf(head)
    if ('wrong' in known) return known
    return stream.truncated ? { wrong: 'large' } : { path, ...known }
  } finally {
    await file.close()
  }
}

/** The folder, when the disk has room to spare. */
async function makeRoom(folder: string): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await fs.statfs(folder)
  if (bavail * bsize < spareBytes)
    throw Object.assign(new Error('the disk is nearly full'), { code: 'ENOSPC' })
}

async function removeAll(paths: string[]): Promise<void> {
  await Promise.all(paths.map(path => fs.rm(path, { force: true }).catch(() => undefined)))
}
