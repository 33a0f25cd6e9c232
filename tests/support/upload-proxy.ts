import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as sendRequest,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request with bytes of a photo. */
interface SentPart {
  offset: number
  /** Bytes that were passed on to the server. */
  bytes: number
}

export interface UploadProxy {
  origin: string
  /** The requests with bytes, in their order. */
  parts: SentPart[]
  /** Bytes of the upload, as the browser announced them. */
  length: () => number
  /**
   * From this number of bytes on, nothing is passed on any more, once. `cut`: the connection
   * breaks; `hold`: it stays open until the browser gives up. Resolves when that has happened.
   */
  interruptAfter: (bytes: number, how: 'cut' | 'hold') => Promise<void>
  stop: () => Promise<void>
}

/** A proxy between browser and shop that counts and interrupts uploads. */
export async function startUploadProxy(target: string): Promise<UploadProxy> {
  const parts: SentPart[] = []
  let length = 0
  let interruption: { after: number; run: (request: IncomingMessage) => void } | undefined
  /** Resolves when the server has noticed an interruption. */
  let noticed: Promise<void> | undefined

  const server = createServer(async (request, response) => {
    const { method, headers, url = '/' } = request
    if (method === 'HEAD') await noticed
    const upstream = sendRequest(new URL(url, target), { method, headers }, reply => {
      // On a connection that was used before, Chromium repeats the request itself.
      response.writeHead(reply.statusCode ?? 500, { ...reply.headers, connection: 'close' })
      reply.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    length = Number(headers['upload-length'] ?? length)
    if (method === 'PATCH' && headers['upload-offset']) passOn(request, upstream)
    else request.pipe(upstream)
  })

  function passOn(request: IncomingMessage, upstream: ClientRequest) {
    const part = { offset: Number(request.headers['upload-offset']), bytes: 0 }
    parts.push(part)
    request.on('data', (chunk: Buffer) => {
      const after = interruption?.after ?? Number.POSITIVE_INFINITY
      const passed = chunk.subarray(0, after - part.offset - part.bytes)
      part.bytes += passed.length
      if (passed.length === chunk.length) return void upstream.write(passed)
      request.pause()
      const run = interruption?.run
      interruption = undefined
      noticed = waitForOffset(new URL(request.url ?? '/', target), after)
      upstream.write(passed, () => run?.(request))
    })
    request.on('end', () => upstream.end())
  }

  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    parts,
    length: () => length,
    interruptAfter: (after, how) =>
      new Promise(resolve => {
        const run = ({ socket }: IncomingMessage) => {
          if (how === 'cut') socket.destroy()
          resolve()
        }
        interruption = { after, run }
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Asks the server until it has stored this many bytes. */
async function waitForOffset(upload: URL, bytes: number): Promise<void> {
  const { headers } = await fetch(upload, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  })
  if (Number(headers.get('upload-offset')) < bytes) await waitForOffset(upload, bytes)
}
