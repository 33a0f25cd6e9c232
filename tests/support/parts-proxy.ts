import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createGate } from './gate'

/** Sends each page up to where `findCut` says, and the rest when `sendRest` is called. */
export async function startPartsProxy(origin: string) {
  let findCut = (html: Buffer): number => html.length
  let gate = createGate()
  const server = createServer(async (request, response) => {
    const { url, method = 'GET', headers } = request
    const { cookie = '', 'content-type': sentType = '' } = headers
    const answer = await fetch(origin + url, {
      method,
      headers: { cookie, origin, 'content-type': sentType, 'accept-language': 'en' },
      ...(method !== 'GET' && { body: await buffer(request) }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(body)
    const cut = findCut(body)
    response.write(body.subarray(0, cut))
    await gate.opened
    return response.end(body.subarray(cut))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
