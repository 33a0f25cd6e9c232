import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  received: ReceivedEvent[]
  /** Sets the response status; `hang`: no response. */
  setResponse: (responseMode: number | 'hang') => void
  stop: () => Promise<void>
}

/** The operator's webhook endpoint on loopback. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = []
  let responseMode: number | 'hang' = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    if (responseMode === 'hang') return
    response
      .writeHead(responseMode, responseMode === 302 ? { location: '/elsewhere' } : {})
      .end('noted')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/orders`,
    received,
    setResponse: nextMode => {
      responseMode = nextMode
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
