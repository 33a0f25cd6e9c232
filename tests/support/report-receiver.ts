import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is in an envelope, as the reporting takes it. */
export interface Reported {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: events of any shape are looked into by tests
  event: any
  whole: string
  path: string
}

export interface ReportReceiver {
  /** Where to report to. */
  dsn: string
  received: Reported[]
  /** How it answers from now on; `hang`: not at all. */
  answer: (how: number | 'hang') => void
  /** Resolves once so many were received, or one that says this. */
  until: (what: number | string) => Promise<void>
  stop: () => Promise<void>
}

/** The error reporting on loopback. */
export async function startReportReceiver(): Promise<ReportReceiver> {
  const received: Reported[] = []
  const waiting = new Set<() => void>()
  let how: number | 'hang' = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const whole = Buffer.concat(chunks).toString()
    const [, about = '{}', event = '{}'] = whole.split('\n')
    received.push({
      type: JSON.parse(about).type,
      event: JSON.parse(event),
      whole: `${JSON.stringify(request.headers)}\n${whole}`,
      path: request.url ?? '',
    })
    for (const look of waiting) look()
    if (how === 'hang') return
    // The pages are of another origin, as they are for the real one.
    response.writeHead(how, { 'access-control-allow-origin': '*' }).end('{}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    received,
    answer: next => {
      how = next
    },
    until: what =>
      new Promise(done => {
        const hasCome = () =>
          typeof what === 'number'
            ? received.length >= what
            : received.some(({ whole }) => whole.includes(what))
        const look = () => {
          if (!hasCome()) return
          waiting.delete(look)
          done()
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
