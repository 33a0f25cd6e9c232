import { chmod, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { farewellIn, visitorOf } from '@/server/db/pglite-session'

/** How PostgreSQL clients on this machine reach the embedded database; `port` is a part of the file's name. */
export const socketAddress = (dataDir: string) => ({
  host: resolve(dataDir),
  port: 5432,
  user: 'postgres',
  database: 'postgres',
  ssl: false,
})

const socketPath = (dataDir: string): string => {
  const { host, port } = socketAddress(dataDir)
  return join(host, `.s.PGSQL.${port}`)
}

/** Bytes that Linux has for a socket's name; what is longer would be cut, and be a file elsewhere. */
const longestPath = 107

/** A command that says nothing more in the middle of a transaction holds the shop up for no longer. */
const silentMs = 10_000

/**
 * Lets operators' commands into the embedded database of a running shop, by a socket in its data folder that only the
 * shop's own user can open. The caller holds the folder's lock. Answers with what ends it.
 */
export async function serveOperators(
  client: PGlite,
  dataDir: string,
  silence = silentMs,
): Promise<() => Promise<void>> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > longestPath) throw new Error(`${path} is too long for a socket`)
  const here = new Set<() => void>()
  const server = createServer(await receptionOf(client, { here, silence })).unref()
  await rm(path, { force: true }) // left by a process that died
  await new Promise<void>((listening, failed) => {
    server.on('error', failed).listen(path, listening)
  })
  const stop = async () => {
    const closed = new Promise(done => server.close(done))
    for (const end of here) end()
    await closed
  }
  await chmod(path, 0o600).catch(async error => {
    await stop()
    throw error
  })
  return stop
}

interface Reception {
  /** What ends the visits under way. */
  here: Set<() => void>
  silence: number
}

async function receptionOf(client: PGlite, { here, silence }: Reception) {
  const { PGLiteSocketHandler } = await import('@electric-sql/pglite-socket')
  const { protocol } = await import('@electric-sql/pglite')
  const farewell = farewellIn(protocol.serialize)
  return (socket: Socket) => {
    const visitor = visitorOf(client, farewell)
    const handler = new PGLiteSocketHandler({ queryQueue: visitor.queue as never })
    const end = () => {
      here.delete(end)
      visitor.leave()
      socket.destroy()
    }
    here.add(end)
    handler.addEventListener('close', end)
    handler.addEventListener('error', end)
    // Who waits for the shop is not silent.
    socket.setTimeout(silence, () => (visitor.isWaiting() ? socket.setTimeout(silence) : end()))
    void handler.attach(socket)
  }
}
