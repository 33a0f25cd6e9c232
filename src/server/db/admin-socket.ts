import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { buildGoodbye, createSession } from '@/server/db/pglite-session'

/** How PostgreSQL clients on this machine reach the embedded database; `port` is a part of the file's name. */
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

/** Bytes that Linux has for a socket's name; what is longer would be cut, and be a file elsewhere. */
const maxPathBytes = 107

/** A command that says nothing more in the middle of a transaction holds the shop up for no longer. */
const defaultIdleTimeoutMs = 10_000

/**
 * Lets operators' commands into the embedded database of a running shop, by a socket in its data folder that only the
 * shop's own user can open. The caller holds the folder's lock. Answers with what ends it.
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
  /** What ends the visits under way. */
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
    // Who waits for the shop is not silent.
    socket.setTimeout(idleTimeoutMs, () =>
      session.isWaiting() ? socket.setTimeout(idleTimeoutMs) : end(),
    )
    void handler.attach(socket)
  }
}
