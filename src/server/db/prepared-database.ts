import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

/** The program's folder. */
const root = process.cwd()
const getMigrationsFolder = (folder: string) => join(folder, 'src/server/db/migrations')

export const migrationsFolder = getMigrationsFolder(root)

/**
 * The path of a data folder in which the build leaves a migrated database without rows, for first
 * starts. It contains a hash of the migrations and of PGlite's version: a start finds none of others.
 */
export function getPreparedDataDir(folder = root): string {
  const migrations = getMigrationsFolder(folder)
  const hash = createHash('sha256').update(readPgliteVersion(folder))
  for (const name of readdirSync(migrations).sort())
    if (name.endsWith('.sql')) hash.update(readFileSync(join(migrations, name)))
  return join(folder, '.next', `database-${hash.digest('hex').slice(0, 16)}`)
}

function readPgliteVersion(folder: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return dependencies['@electric-sql/pglite']
}

/**
 * Copies the folder of a database that is not open; does nothing if the target exists, or nothing is
 * to be copied. Only a complete copy gets the name, so what a killed process leaves is never opened.
 */
export function copyDatabase(source: string, target: string): void {
  if (existsSync(target) || !existsSync(source)) return
  const copy = `${target}.copy`
  rmSync(copy, { recursive: true, force: true })
  cpSync(source, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  renameSync(copy, target)
}
