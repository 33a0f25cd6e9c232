import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  received: ReceivedEvent[]
  /** The status it answers with from now on; `hang`: no answer at all. */
  answer: (how: number | 'hang') => void
  stop: () => Promise<void>
}

/** The operator's own system on loopback, as far as it takes events. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = []
  let how: number | 'hang' = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    if (how === 'hang') return
    response.writeHead(how, how === 302 ? { location: '/elsewhere' } : {}).end('noted')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/orders`,
    received,
    answer: next => {
      how = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
