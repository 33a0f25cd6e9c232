import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Another process has the embedded database open; the message names it. */
export class DatabaseInUseError extends Error {}

/**
 * Locks the embedded database and returns the unlock function: two processes on it would lose each
 * other's writes without an error. The lock file names its holder; the lock of a process that died
 * is taken over. Throws `DatabaseInUseError` while the holder is alive.
 */
export function acquireLock(path: string, holder: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const content = JSON.stringify({ pid: process.pid, started: readStartTime(process.pid), holder })
  if (!tryWrite(path, content)) {
    const otherHolder = readHolder(path)
    if (otherHolder && isAlive(otherHolder)) throw createInUseError(otherHolder)
    removeStaleLock(path, otherHolder)
    if (!tryWrite(path, content)) throw createInUseError(readHolder(path))
  }
  return () => {
    if (readFileSync(path, 'utf8') === content) rmSync(path, { force: true })
  }
}

interface Holder {
  pid: number
  started: string | null
  holder: string
}

const createInUseError = (otherHolder: Holder | null) =>
  new DatabaseInUseError(
    `The embedded database is in use by ${otherHolder?.holder ?? 'another process'} (process ${otherHolder?.pid ?? 'unknown'}). ` +
      'Stop it first, or set DATABASE_URL to a PostgreSQL server that several processes can share.',
  )

/** Linking makes the file appear complete: a half-written lock would look like a stale one. */
function tryWrite(path: string, text: string): boolean {
  const tempPath = `${path}.${process.pid}`
  writeFileSync(tempPath, text)
  try {
    linkSync(tempPath, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(tempPath, { force: true })
  }
}

/** Removes a stale lock. If another process was faster, its live lock was moved: it is put back. */
function removeStaleLock(path: string, staleHolder: Holder | null): void {
  const stalePath = `${path}.${process.pid}.old`
  try {
    renameSync(path, stalePath)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const movedHolder = readHolder(stalePath)
  if (movedHolder && JSON.stringify(movedHolder) !== JSON.stringify(staleHolder))
    renameSync(stalePath, path)
  else rmSync(stalePath, { force: true })
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null // removed meanwhile, or truncated by a crash
  }
}

function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // Process ids are reused, in a container at every start; start times are not.
  return started === readStartTime(pid)
}

/** The process's start time in clock ticks since boot; null when the system does not provide it. */
function readStartTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
