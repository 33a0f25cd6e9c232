import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { buildGoodbye, createSession } from '@/server/db/pglite-session'

/** How PostgreSQL clients here reach the embedded database; `port` is part of the socket's name. */
export const getSocketOptions = (dataDir: string) => ({
  host: resolve(dataDir),
  port: 5432,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
})

const socketPath = (dataDir: string): string => {
  const { host, port } = getSocketOptions(dataDir)
  return join(host, `.s.PGSQL.${port}`)
}

/** Linux's limit for a socket path in bytes; a longer path would be cut and name another file. */
const maxPathBytes = 107

/** Limit for a command that is silent inside a transaction, which blocks the shop meanwhile. */
const defaultIdleTimeoutMs = 10_000

/**
 * Opens the embedded database of a running shop to operators' commands, through a socket in its
 * data folder that only the shop's own user can open. The caller holds the folder's lock. Returns
 * the stop function. Throws when the socket's path is too long.
 */
export async function serveAdminSocket(
  client: PGlite,
  dataDir: string,
  idleTimeoutMs = defaultIdleTimeoutMs,
): Promise<() => Promise<void>> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > maxPathBytes) throw new Error(`${path} is too long for a socket`)
  const closers = new Set<() => void>()
  const server = createServer(
    await createConnectionHandler(client, { closers, idleTimeoutMs }),
  ).unref()
  await rm(path, { force: true }) // left by a process that died
  await new Promise<void>((onListening, onError) => {
    server.on('error', onError).listen(path, onListening)
  })
  const stop = async () => {
    const closed = new Promise(onClosed => server.close(onClosed))
    for (const end of closers) end()
    await closed
  }
  await chmod(path, 0o600).catch(async error => {
    await stop()
    throw error
  })
  return stop
}

interface ListenerOptions {
  /** Functions that close the open sessions. */
  closers: Set<() => void>
  idleTimeoutMs: number
}

async function createConnectionHandler(
  client: PGlite,
  { closers, idleTimeoutMs }: ListenerOptions,
) {
  const { PGLiteSocketHandler } = await import('@electric-sql/pglite-socket')
  const { protocol } = await import('@electric-sql/pglite')
  const goodbye = buildGoodbye(protocol.serialize)
  return (socket: Socket) => {
    const session = createSession(client, goodbye)
    const handler = new PGLiteSocketHandler({ queryQueue: session.queue as never })
    const end = () => {
      closers.delete(end)
      session.close()
      socket.destroy()
    }
    closers.add(end)
    handler.addEventListener('close', end)
    handler.addEventListener('error', end)
    // A session that waits for the shop is not idle.
    socket.setTimeout(idleTimeoutMs, () =>
      session.isWaiting() ? socket.setTimeout(idleTimeoutMs) : end(),
    )
    void handler.attach(socket)
  }
}
