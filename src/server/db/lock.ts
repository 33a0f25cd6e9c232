import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Another process has the embedded database open; the message names it. */
export class DatabaseInUse extends Error {}

/**
 * Two processes on one embedded database lose each other's writes without an error, so one holds a
 * lock file. It names its holder: a lock left by a process that died is taken over, a living one never:
 * that throws DatabaseInUse.
 */
export function takeLock(path: string, holder: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, started: startOf(process.pid), holder })
  if (!tryWrite(path, mine)) {
    const other = readHolder(path)
    if (other && isReady(other)) throw inUse(other)
    putAside(path, other)
    if (!tryWrite(path, mine)) throw inUse(readHolder(path))
  }
  return () => {
    if (readFileSync(path, 'utf8') === mine) rmSync(path, { force: true })
  }
}

interface Holder {
  pid: number
  started: string | null
  holder: string
}

const inUse = (other: Holder | null) =>
  new DatabaseInUse(
    `The embedded database is in use by ${other?.holder ?? 'another process'} (process ${other?.pid ?? 'unknown'}). ` +
      'Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
  )

/** The file appears with its text in it: nobody ever reads half a lock and takes it for a dead one. */
function tryWrite(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes a dead lock away. When another process was faster, what was moved is its living one: it goes back. */
function putAside(path: string, dead: Holder | null): void {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = readHolder(aside)
  if (moved && JSON.stringify(moved) !== JSON.stringify(dead)) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null // gone again, or cut short by a crash while it was written
  }
}

function isReady({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // A process id is used again, in a container at every start: the start time tells them apart.
  return started === startOf(pid)
}

/** When the process started, in clock ticks since boot; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
