import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { coupons, sampleCoupons } from '@/server/db/seeds/coupons'

const root = fileURLToPath(new URL('..', import.meta.url))
const sent = join(root, '.next/static')

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

const files = filesBelow(sent).map(path => ({
  path: relative(sent, path),
  text: readFileSync(path, 'latin1'),
}))

/** Matches of the pattern in all files the browser can load, with their surroundings. */
function findings(pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(
      match => `${path}: …${text.slice(Math.max(0, match.index - 60), match.index + 60)}…`,
    ),
  )
}

const serverModules = ['server', 'sandbox', 'commands'].flatMap(room =>
  filesBelow(join(root, 'src', room))
    .filter(path => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map(path => relative(join(root, 'src'), path).replace(/\.tsx?$/, '')),
)

// PORT occurs in many libraries; the other names are only the shop's.
const settings = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z_]+)=/gm)]
  .map(([, name]) => name ?? '')
  .filter(name => name !== 'PORT')

const anyOf = (words: string[]) => new RegExp(String.raw`(?<![\w-])(?:${words.join('|')})(?![\w-])`)

describe('the files the browser can load after a build', () => {
  it('exist', () => {
    expect(files.filter(({ path }) => path.endsWith('.js')).length).toBeGreaterThan(5)
    expect(serverModules.length).toBeGreaterThan(5)
    expect(settings).toContain('DATABASE_URL')
    expect(findings(/webpack|turbopack|TURBOPACK/).length).toBeGreaterThan(0)
  })

  it.each<[string, RegExp]>([
    ['no module of the server, the sandbox or the commands', anyOf(serverModules)],
    ['no name of a setting', anyOf(settings)],
    ['no secret key', /(?<![a-zA-Z])(?:sk|rk)_(?:test|live)|whsec_/],
    ['no database', /pglite|drizzle|pg_catalog|postgres(?:ql)?:\/\//],
    [
      'no SQL',
      /\b(?:INSERT INTO|DELETE FROM|CREATE TABLE|ON CONFLICT|FOR UPDATE)\b|\bSELECT .{1,80} FROM\b/,
    ],
    ["no coupon's name", anyOf([...coupons, ...sampleCoupons].map(({ name }) => name))],
    ['no card of the sandbox', /4000 ?0000 ?0000 ?0002|4000 ?0027 ?6000 ?3184/],
    ['no server package', /["'`](?:node:\w+|pino|pg|nodemailer|@aws-sdk[^"'`]*)["'`]/],
    [
      'no React binding of i18next',
      /I18nextProvider|NO_I18NEXT_INSTANCE|useSetPlural|react-i18next/,
    ],
    ['no pointer to a source map', /sourceMappingURL=/],
  ])('has %s', (_, pattern) => {
    expect(findings(pattern)).toEqual([])
  })

  it('has no source map', () => {
    expect(files.map(({ path }) => path).filter(path => path.endsWith('.map'))).toEqual([])
  })
})

describe('the photo step', () => {
  const { pages } = JSON.parse(readFileSync(join(root, '.next/build-manifest.json'), 'utf8')) as {
    pages: Record<string, string[]>
  }
  const own = (pages['/v2/upload-photos'] ?? []).filter(
    file => file.endsWith('.js') && !pages['/_app']?.includes(file),
  )
  const scripts = own.map(file => readFileSync(join(root, '.next', file), 'utf8'))

  it('loads at most 60 kB of its own before the camera, a crop or a signature is opened', () => {
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
    expect(scripts.length).toBeGreaterThan(0)
    expect(bytes, own.join('\n')).toBeLessThanOrEqual(60_000)
  })

  it('loads none of the code of its tools', () => {
    const tools = /getUserMedia|nets\.TinyFace|SignaturePad|indexedDB\.open/
    expect(own.filter((_, index) => tools.test(scripts[index] ?? ''))).toEqual([])
  })
})
