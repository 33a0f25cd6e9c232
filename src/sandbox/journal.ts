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
 * entry that was never acknowledged (the process died while writing it), so it is cut off.
 * Throws on any other damage: a ledger that cannot be read must not be continued.
 */
export function openJournal<Entry>(path: string, replay: (entry: Entry) => void): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true })
  const content = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const whole = content.lastIndexOf('\n') + 1
  for (const line of content.toString('utf8', 0, whole).split('\n')) {
    if (line !== '') replay(JSON.parse(line) as Entry)
  }
  const file = openSync(path, 'a')
  if (whole < content.length) ftruncateSync(file, whole)
  return {
    append(entry) {
      writeWhole(file, Buffer.from(`${JSON.stringify(entry)}\n`))
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
