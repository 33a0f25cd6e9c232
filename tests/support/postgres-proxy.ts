import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

/** What shall happen around one statement. */
export interface Interruption {
  /** Before the server hears of the statement; the connection is cut then. */
  before?: () => Promise<unknown>
  /** After the server has done it, before anybody is told; the connection is cut then. */
  after?: () => Promise<unknown>
}

export interface PostgresProxy {
  /** The address of a database by way of the proxy. */
  through: (databaseUrl: string) => string
  /** Asks at every statement, in the order they are sent; undefined lets it pass. */
  watch: (watcher: (statement: string) => Interruption | undefined) => void
  stop: () => Promise<void>
}

/** Stands between a shop and its PostgreSQL, where it can stop a statement or swallow its answer. */
export async function startPostgresProxy(adminUrl: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(adminUrl)
  let watcher: (statement: string) => Interruption | undefined = () => undefined
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = dial(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Cutting connections is what this is for.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    relay(client, upstream, statement => watcher(statement))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const ownPort = String((server.address() as AddressInfo).port)
  return {
    through: databaseUrl => Object.assign(new URL(databaseUrl), { port: ownPort }).href,
    watch: next => {
      watcher = next
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(closed => server.close(closed))
    },
  }
}

function relay(
  client: Socket,
  upstream: Socket,
  ask: (statement: string) => Interruption | undefined,
): void {
  let awaited: (() => Promise<unknown>) | undefined
  const cut = () => client.destroy()
  const toServer = async (message: Buffer) => {
    const statement = statementIn(message)
    const { before, after } = (statement !== undefined && ask(statement)) || {}
    awaited ??= after
    if (before) await before().finally(cut)
    else upstream.write(message)
  }
  const fromClient = messages(false)
  let turn = Promise.resolve()
  client.on('data', chunk => {
    turn = fromClient(chunk).reduce((last, message) => last.then(() => toServer(message)), turn)
  })
  const fromServer = messages(true)
  upstream.on('data', chunk => {
    if (!awaited) client.write(chunk)
    // "Ready for query" ends an answer: the statement is done.
    else if (fromServer(chunk).some(([kind]) => kind === ready)) void awaited().finally(cut)
  })
}

const ready = 'Z'.charCodeAt(0)
const query = 'Q'.charCodeAt(0)
const parse = 'P'.charCodeAt(0)
/** A message is its kind, in one byte, and its length, which counts itself, in four. */
const headBytes = 5

/** The SQL of a message that holds some. */
function statementIn(message: Buffer): string | undefined {
  const texts = () => message.toString('utf8', headBytes).split('\0')
  if (message[0] === query) return texts()[0]
  return message[0] === parse ? texts()[1] : undefined
}

/** Cuts a stream into messages. The first of a client has no kind. */
function messages(hasBegun: boolean): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let isFirst = !hasBegun
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    const whole: Buffer[] = []
    for (;;) {
      const lengthAt = isFirst ? 0 : 1
      if (rest.length < lengthAt + 4) return whole
      const end = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < end) return whole
      whole.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      isFirst = false
    }
  }
}
