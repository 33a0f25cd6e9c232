import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type OpenDatabase, wrapPglite } from '@/server/db/open'
import { prepareForTests } from './prepared-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file with the data folder of an embedded database that has tables, prices and coupons. */
    embeddedTemplate: string
  }
}

/** Prepares one embedded database per project; each test file opens a copy. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'ida-template-'))
  const file = join(folder, 'embedded.tar')
  const client = await PGlite.create()
  await prepareForTests(await wrapPglite(client))
  writeFileSync(file, await readBytes(await client.dumpDataDir('none')))
  await client.close()
  project.provide('embeddedTemplate', file)
  return () => rmSync(folder, { recursive: true, force: true })
}

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

let template: Blob | undefined

/** Opens a copy of the prepared database in memory. */
export async function openPreparedDatabase(): Promise<OpenDatabase> {
  template ??= new Blob([readFileSync(inject('embeddedTemplate'))])
  return wrapPglite(await PGlite.create({ loadDataDir: template }))
}
