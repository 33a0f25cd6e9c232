import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A parsed envelope. */
export interface ReceivedReport {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: events of any shape are looked into by tests
  event: any
  rawRequest: string
  path: string
}

export interface ReportReceiver {
  /** The DSN to report to. */
  dsn: string
  received: ReceivedReport[]
  /** Sets the response status; `hang`: no response. */
  setResponse: (responseMode: number | 'hang') => void
  /** Resolves after this many reports, or a report containing this text. */
  waitFor: (expected: number | string) => Promise<void>
  stop: () => Promise<void>
}

/** A fake error-reporting service on loopback. */
export async function startReportReceiver(): Promise<ReportReceiver> {
  const received: ReceivedReport[] = []
  const waiters = new Set<() => void>()
  let responseMode: number | 'hang' = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const envelopeText = Buffer.concat(chunks).toString()
    const [, itemHeader = '{}', event = '{}'] = envelopeText.split('\n')
    received.push({
      type: JSON.parse(itemHeader).type,
      event: JSON.parse(event),
      rawRequest: `${JSON.stringify(request.headers)}\n${envelopeText}`,
      path: request.url ?? '',
    })
    for (const check of waiters) check()
    if (responseMode === 'hang') return
    // The pages have another origin, as with the real service.
    response.writeHead(responseMode, { 'access-control-allow-origin': '*' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    received,
    setResponse: nextMode => {
      responseMode = nextMode
    },
    waitFor: expected =>
      new Promise(resolve => {
        const hasArrived = () =>
          typeof expected === 'number'
            ? received.length >= expected
            : received.some(({ rawRequest }) => rawRequest.includes(expected))
        const check = () => {
          if (!hasArrived()) return
          waiters.delete(check)
          resolve()
        }
        waiters.add(check)
        check()
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
