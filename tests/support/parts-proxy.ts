import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createGate } from './gate'

/** Sends each page up to where `findCut` says, and the rest when `sendRest` is called. */
export async function startPartsProxy(origin: string) {
  let findCut = (html: Buffer): number => html.length
  let gate = createGate()
  const server = createServer((request, response) => {
    const { url = '/', method } = request
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const upstream = sendRequest(new URL(url, origin), { method, headers }, async reply => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      if (!reply.headers['content-type']?.startsWith('text/html')) return reply.pipe(response)
      const html = await buffer(reply)
      const cut = findCut(html)
      response.write(html.subarray(0, cut))
      await gate.opened
      return response.end(html.subarray(cut))
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut: (find: (html: Buffer) => number) => {
      findCut = find
      gate = createGate()
    },
    sendRest: () => gate.open(),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
