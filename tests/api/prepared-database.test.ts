import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '@/server/db/open'
import { rateLimits } from '@/server/db/tables/counters'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ida-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('a first start has the tables of the prepared database and leaves that one as it is', async () => {
  const prepared = makeFolder()
  const preparation = await openDatabase({ databaseUrl: undefined, dataDir: prepared })
  await preparation.migrate()
  await preparation.close()

  const dataDir = makeFolder()
  for (const start of [1, 2]) {
    const { db, migrate, close } = await openDatabase({ databaseUrl: undefined, dataDir }, prepared)
    await db.insert(rateLimits).values({ key: `${start}`, count: 1, resetsAt: new Date() })
    expect(await db.$count(rateLimits)).toBe(start)
    expect(await migrate()).toEqual([])
    await close()
  }
  expect(readdirSync(dataDir)).toEqual(['db'])
  expect(readdirSync(prepared)).toEqual(['db'])
})
