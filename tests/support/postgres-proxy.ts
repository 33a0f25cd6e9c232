import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

/** Interruption around one statement. */
export interface Interruption {
  /** Runs before the server gets the statement; then the connection is cut. */
  before?: () => Promise<unknown>
  /**
   * Runs after the server has executed it, before the response is forwarded; then the connection is
   * cut.
   */
  after?: () => Promise<unknown>
}

type ProxyState = 'open' | 'refuse' | 'hang'

export interface PostgresProxy {
  /** URL of a database through the proxy. */
  proxyUrl: (databaseUrl: string) => string
  /** Called with every statement in order; undefined lets it pass. */
  watch: (watcher: (statement: string) => Interruption | undefined) => void
  /** `refuse` cuts all connections and refuses new ones; `hang` forwards nothing either way. */
  setState: (state: ProxyState) => void
  stop: () => Promise<void>
}

/** A proxy between a shop and PostgreSQL that can stop a statement or drop its response. */
export async function startPostgresProxy(adminUrl: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(adminUrl)
  let watcher: (statement: string) => Interruption | undefined = () => undefined
  const sockets = new Set<Socket>()
  let state: ProxyState = 'open'
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer(client => {
    if (state === 'refuse') return client.destroy()
    const upstream = dial(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      // Connections are cut on purpose.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    relay(client, upstream, statement => watcher(statement))
    if (state === 'hang') client.pause()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const ownPort = String((server.address() as AddressInfo).port)
  return {
    proxyUrl: databaseUrl => Object.assign(new URL(databaseUrl), { port: ownPort }).href,
    watch: nextWatcher => {
      watcher = nextWatcher
    },
    setState: nextState => {
      state = nextState
      if (state === 'refuse') cutAll()
      else for (const socket of sockets) state === 'hang' ? socket.pause() : socket.resume()
    },
    stop: async () => {
      cutAll()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function relay(
  client: Socket,
  upstream: Socket,
  findInterruption: (statement: string) => Interruption | undefined,
): void {
  let runAfter: (() => Promise<unknown>) | undefined
  const disconnect = () => client.destroy()
  const forwardToServer = async (message: Buffer) => {
    const statement = parseStatement(message)
    const { before, after } = (statement !== undefined && findInterruption(statement)) || {}
    runAfter ??= after
    if (before) await before().finally(disconnect)
    else upstream.write(message)
  }
  const splitClientMessages = createMessageSplitter(false)
  let queue = Promise.resolve()
  client.on('data', chunk => {
    queue = splitClientMessages(chunk).reduce(
      (previous, message) => previous.then(() => forwardToServer(message)),
      queue,
    )
  })
  const splitServerMessages = createMessageSplitter(true)
  upstream.on('data', chunk => {
    if (!runAfter) client.write(chunk)
    // "Ready for query" ends a response: the statement is done.
    else if (splitServerMessages(chunk).some(([kind]) => kind === READY))
      void runAfter().finally(disconnect)
  })
}

const READY = 'Z'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const PARSE = 'P'.charCodeAt(0)
/** A message starts with one byte for its type and four for its length, which includes itself. */
const HEAD_BYTES = 5

/** The SQL of a Parse or Query message. */
function parseStatement(message: Buffer): string | undefined {
  const readTexts = () => message.toString('utf8', HEAD_BYTES).split('\0')
  if (message[0] === QUERY) return readTexts()[0]
  return message[0] === PARSE ? readTexts()[1] : undefined
}

/** Splits a stream into messages. A client's first message has no type byte. */
function createMessageSplitter(isStarted: boolean): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  let isFirst = !isStarted
  return chunk => {
    rest = Buffer.concat([rest, chunk])
    const complete: Buffer[] = []
    for (;;) {
      const lengthAt = isFirst ? 0 : 1
      if (rest.length < lengthAt + 4) return complete
      const end = lengthAt + rest.readInt32BE(lengthAt)
      if (rest.length < end) return complete
      complete.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      isFirst = false
    }
  }
}
