import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from '@/sandbox/journal'
import { openStore } from '@/sandbox/store'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'))
  path = join(folder, 'deep', 'ledger.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

interface Coin {
  id: string
  amount: number
}

test('committed rows survive a restart, uncommitted ones do not', () => {
  const store = openStore(path)
  const coins = store.table<Coin>('coins')
  coins.put({ id: 'a', amount: 1 })
  coins.put({ id: 'b', amount: 2 })
  store.commit()
  coins.put({ id: 'a', amount: 3 })
  coins.put({ id: 'c', amount: 4 })
  store.rollback()
  expect(coins.list()).toEqual([
    { id: 'a', amount: 1 },
    { id: 'b', amount: 2 },
  ])
  store.close()
  const reopened = openStore(path)
  expect(reopened.table<Coin>('coins').list()).toEqual(coins.list())
  reopened.close()
})

test('a line cut off by a crash is dropped and writing continues', () => {
  const first = openJournal<number>(path, () => {})
  first.append(1)
  first.append(2)
  first.close()
  appendFileSync(path, '[{"half":')
  const replayed: number[] = []
  const second = openJournal<number>(path, entry => replayed.push(entry))
  second.append(3)
  second.close()
  expect(replayed).toEqual([1, 2])
  expect(readFileSync(path, 'utf8')).toBe('1\n2\n3\n')
})

test('a ledger damaged in the middle does not open', () => {
  openJournal<number>(path, () => {}).close()
  writeFileSync(path, '1\n{oops\n2\n')
  expect(() => openJournal<number>(path, () => {})).toThrow()
})
