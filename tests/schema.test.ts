import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'

const databaseFolder = join(process.cwd(), 'src/server/db')

it('the migrations make the tables that the code describes, with the domain’s lists', async () => {
  const migrated = readLatestSnapshot()
  const described = generateDrizzleJson(await importTables())
  const missing = await generateMigration(migrated, described)
  expect(missing, 'run: npx drizzle-kit generate').toEqual([])
})

type Snapshot = ReturnType<typeof generateDrizzleJson>

function readLatestSnapshot(): Snapshot {
  const folder = join(databaseFolder, 'migrations/meta')
  const files = readdirSync(folder).filter(name => name.endsWith('_snapshot.json'))
  return JSON.parse(readFileSync(join(folder, files.toSorted().at(-1) ?? ''), 'utf8'))
}

/** Everything that the files of tables export. */
async function importTables(): Promise<Record<string, unknown>> {
  const folder = join(databaseFolder, 'tables')
  const modules = readdirSync(folder).map(file => import(join(folder, file)))
  return Object.assign({}, ...(await Promise.all(modules)))
}
