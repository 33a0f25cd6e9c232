import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@/commands/port'
import { ensureProgram, findOnPath, requireProgram, type SystemProgram } from './debian-package'
import { findServerUser, waitUntilAccepting } from './postgres'

const pgbouncer: SystemProgram = {
  packageName: 'pgbouncer',
  find: () => findOnPath(['pgbouncer'], ['/usr/sbin', '/usr/local/sbin']),
  advice:
    'tests/races/three-servers.test.ts needs pgbouncer: install it (Debian: apt-get install pgbouncer).',
}

/** Installs Debian's pgbouncer if there is none and the user is root. @throws with advice. */
export const ensurePgbouncer = (): string => ensureProgram(pgbouncer)

/** A pgbouncer in transaction mode on loopback. */
export interface Pgbouncer {
  /** URL of a database through the pooler. */
  poolUrl: (databaseUrl: string) => string
  stop: () => Promise<void>
}

/**
 * Starts a pgbouncer in front of a PostgreSQL, with the settings of docs/going-live.md.
 * @param connections that it opens to each database.
 */
export async function startPgbouncer(adminUrl: string, connections: number): Promise<Pgbouncer> {
  const program = requireProgram(pgbouncer)
  const folder = mkdtempSync(join(tmpdir(), 'ida-pgbouncer-'))
  const port = await freePort()
  const configFile = join(folder, 'pgbouncer.ini')
  writeFileSync(configFile, buildConfig({ adminUrl, port, connections }))
  const user = findServerUser() // it refuses to run as root
  if (user) for (const path of [folder, configFile]) chownSync(path, user.uid, user.gid)
  const child = spawn(program, [configFile], { ...user, cwd: folder, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  const poolUrl = (databaseUrl: string) =>
    Object.assign(new URL(databaseUrl), { port: String(port) }).href
  const stop = async () => {
    child.kill('SIGTERM') // at once, without waiting for clients
    await exited
    process.off('exit', killAtExit)
    rmSync(folder, { recursive: true, force: true })
  }
  if (await waitUntilAccepting(poolUrl(adminUrl))) return { poolUrl, stop }
  await stop()
  throw new Error('pgbouncer did not accept connections.')
}

interface Config {
  adminUrl: string
  port: number
  connections: number
}

function buildConfig({ adminUrl, port, connections }: Config): string {
  const server = new URL(adminUrl)
  return `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`
}
