import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An in-memory S3 server on loopback. */
export interface S3Server {
  url: string
  bucket: string
  /** Objects by their key. */
  objects: Map<string, Buffer>
  /** How requests are answered from now on; `hang`: never. */
  setBehaviour: (behaviour: 'well' | 'refuse' | 'hang') => void
  stop: () => Promise<void>
}

/** Starts a server with an empty bucket. Requires signatures but does not verify them. */
export async function startS3Server(bucket = 'photos-of-tests'): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  let behaviour: 'well' | 'refuse' | 'hang' = 'well'
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (behaviour === 'hang') return
    if (behaviour === 'refuse') return sendError(response, 503, 'SlowDown')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 '))
      return sendError(response, 403, 'AccessDenied')
    const [, requestedBucket, ...key] = new URL(request.url ?? '', 'http://s3').pathname.split('/')
    if (requestedBucket !== bucket) return sendError(response, 404, 'NoSuchBucket')
    handleObject(request.method, objects, decodeURIComponent(key.join('/')), body, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    setBehaviour: nextBehaviour => {
      behaviour = nextBehaviour
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function handleObject(
  method: string | undefined,
  objects: Map<string, Buffer>,
  key: string,
  body: Buffer,
  response: ServerResponse,
): void {
  if (method === 'PUT') {
    objects.set(key, body)
    response.writeHead(200, { etag: '"stored"' }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else {
    sendObject(method, objects.get(key), response)
  }
}

function sendObject(
  method: string | undefined,
  object: Buffer | undefined,
  response: ServerResponse,
): void {
  if (object) {
    response.writeHead(200, { 'content-length': object.length, 'content-type': 'image/jpeg' })
    response.end(method === 'HEAD' ? undefined : object)
  } else sendError(response, 404, 'NoSuchKey')
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
