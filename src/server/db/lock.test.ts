import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock } from '@/server/db/lock'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ida-lock-'))
  path = join(folder, 'data/db.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the embedded database', () => {
  it('has one holder, named in the error for the next', () => {
    acquireLock(path, 'the shop')
    expect(() => acquireLock(path, 'another')).toThrow(`the shop (process ${process.pid})`)
  })

  it('can be opened again after closing, which leaves no files', () => {
    acquireLock(path, 'the shop')()
    acquireLock(path, 'the shop')()
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })

  it.each([
    ['that died', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', holder: 'gone' })],
    [
      'whose id another process has now',
      JSON.stringify({ pid: process.pid, started: '1', holder: 'gone' }),
    ],
    ['that was cut short by a power failure', '{"pid":'],
  ])('is taken over from a process %s', (_, content) => {
    acquireLock(path, 'the shop')()
    writeFileSync(path, content)
    acquireLock(path, 'the next')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ holder: 'the next' })
    expect(readdirSync(join(folder, 'data'))).toEqual(['db.lock'])
  })
})
