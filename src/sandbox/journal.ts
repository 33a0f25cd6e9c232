import {
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

export interface Journal<Entry> {
  /** Returns once the entry is on disk. */
  append(entry: Entry): void
  close(): void
}

/**
 * Opens an append-only file of JSON lines and replays it. A last line without its newline is an
 * entry that was never acknowledged (the process died while writing it), so it is cut off. Throws
 * on any other damage: a ledger that cannot be read must not be continued.
 */
export function openJournal<Entry>(path: string, replay: (entry: Entry) => void): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true })
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const completeBytes = content.lastIndexOf('\n') + 1
  for (const line of content.toString('utf8', 0, completeBytes).split('\n')) {
    if (line !== '') replay(JSON.parse(line) as Entry)
  }
  const file = openSync(path, 'a')
  if (completeBytes < content.length) ftruncateSync(file, completeBytes)
  return {
    append(entry) {
      writeFully(file, Buffer.from(`${JSON.stringify(entry)}\n`))
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}

function writeFully(file: number, bytes: Buffer): void {
  let writtenBytes = 0
  while (writtenBytes < bytes.length) writtenBytes += writeSync(file, bytes, writtenBytes)
}
