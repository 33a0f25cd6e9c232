import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyDatabase, getPreparedDataDir } from '@/server/db/prepared-database'

let folder: string
const at = (...names: string[]) => join(folder, ...names)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepared-'))
  mkdirSync(at('prepared/base'), { recursive: true })
  writeFileSync(at('prepared/base/1'), 'prepared')
})

afterEach(() => rmSync(folder, { recursive: true }))

it('a first start copies the prepared database', () => {
  copyDatabase(at('prepared'), at('db'))
  expect(readFileSync(at('db/base/1'), 'utf8')).toBe('prepared')
  expect(readdirSync(folder)).toEqual(['db', 'prepared'])
})

it('an existing database is left as it is', () => {
  mkdirSync(at('db'))
  copyDatabase(at('prepared'), at('db'))
  expect(readdirSync(at('db'))).toEqual([])
})

it('nothing is copied where nothing is prepared', () => {
  copyDatabase(at('missing'), at('db'))
  expect(readdirSync(folder)).toEqual(['prepared'])
})

it('a copy that was cut off is no database, and the next start copies again', async () => {
  // A socket cannot be copied; closing removes it.
  const server = createServer().listen(at('prepared/base/2'))
  await once(server, 'listening')
  expect(() => copyDatabase(at('prepared'), at('db'))).toThrow('socket')
  expect(readdirSync(folder)).toEqual(['db.copy', 'prepared'])
  await once(server.close(), 'close')
  writeFileSync(at('db.copy/half'), '')
  copyDatabase(at('prepared'), at('db'))
  expect(readdirSync(folder)).toEqual(['db', 'prepared'])
  expect(readdirSync(at('db'), { recursive: true })).toEqual(['base', join('base', '1')])
})

it('other migrations do not find the prepared database', () => {
  mkdirSync(at('src/server/db/migrations'), { recursive: true })
  writeFileSync(at('package.json'), '{ "dependencies": { "@electric-sql/pglite": "0.5.16" } }')
  writeFileSync(at('src/server/db/migrations/0000_start.sql'), 'CREATE TABLE one ();')
  const before = getPreparedDataDir(folder)
  expect(getPreparedDataDir(folder)).toBe(before)
  writeFileSync(at('src/server/db/migrations/0001_more.sql'), 'CREATE TABLE two ();')
  const later = getPreparedDataDir(folder)
  expect(later).not.toBe(before)
  writeFileSync(at('package.json'), '{ "dependencies": { "@electric-sql/pglite": "0.5.17" } }')
  expect(getPreparedDataDir(folder)).not.toBe(later)
})
