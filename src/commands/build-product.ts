import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { assetFolders, copyAssets } from '@/commands/assets'
import { bundlePrograms } from '@/commands/bundle-programs'
import { compressFiles } from '@/commands/compress-files'
import { indexStyles } from '@/commands/index-styles'
import { type Program, root, startProgram } from '@/commands/program'
import { getPreparedDataDir } from '@/server/db/prepared-database'

// `next build` empties `.next` first, so a stamp in it belongs to the build there.
const stampFile = join(root, '.next/built-from')

/**
 * Builds the product unless `.next` was built from the same sources.
 * @throws when a step of the build fails; its output is on stderr.
 */
export async function ensureBuild(onStart?: (build: Program) => void): Promise<void> {
  const sources = hashSources()
  const isBuilt = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources
  if (!isBuilt) await buildFrom(sources, onStart)
}

/** Builds the product, also if nothing has changed. Throws like `ensureBuild`. */
export const buildProduct = (): Promise<void> => buildFrom(hashSources())

async function buildFrom(
  sources: string,
  onStart: (build: Program) => void = () => {},
): Promise<void> {
  copyAssets()
  await buildPages(onStart)
  indexStyles()
  await compressFiles()
  await prepareEmbeddedDatabase()
  await bundlePrograms() // last: without them nothing starts
  writeFileSync(stampFile, sources)
}

async function prepareEmbeddedDatabase(): Promise<void> {
  const { openDatabase } = await import('@/server/db/open') // not for a start that needs no build
  const dataDir = getPreparedDataDir()
  rmSync(dataDir, { recursive: true, force: true })
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  await database.migrate().finally(database.close)
}

async function buildPages(onStart: (build: Program) => void): Promise<void> {
  const build = startProgram({
    name: 'The build',
    // webpack: 15 kB less on the first page than Turbopack, and no inline script.
    args: [join(root, 'node_modules/next/dist/bin/next'), 'build', '--webpack'],
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    output: 'stderr',
  })
  onStart(build)
  const exitReason = await build.exited
  if (build.exitCode() !== 0) throw new Error(`The build failed (${exitReason}).`)
}

/**
 * Hashes the content, not file times, of `src` (without tests), `public` and the other files that the
 * build reads. Assets of packages follow from the packages' pinned versions.
 */
function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of listSourceFiles()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Files that the build reads besides `src` and `public`. */
const buildFiles = [
  'package.json',
  'package-lock.json',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
]

function listSourceFiles(): string[] {
  return [
    ...buildFiles.map(name => join(root, name)),
    ...listFiles(join(root, 'src')),
    ...listFiles(join(root, 'public')),
  ]
    .filter(file => !isTest(file) && !isAsset(file))
    .sort()
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
const isAsset = (file: string): boolean =>
  assetFolders.some(name => file.startsWith(join(root, 'public', name, '/')))

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
