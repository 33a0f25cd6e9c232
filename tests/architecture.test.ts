import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findBrokenRules, type SourceFile } from './support/room-rules'
import { circles, subRooms, wrongSizes, wrongWays } from './support/sub-rooms'

const src = fileURLToPath(new URL('../src', import.meta.url))

function sources(): SourceFile[] {
  return readdirSync(src, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ path: relative(src, file), text: readFileSync(file, 'utf8') }))
}

describe('the rooms of src', () => {
  it('contain sources', () => {
    expect(sources().length).toBeGreaterThan(10)
  })

  it('import only allowed rooms and follow their rules', () => {
    expect(findBrokenRules(sources())).toEqual([])
  })
})

describe('the sub-rooms of domain, client and server', () => {
  it('import in one direction', () => {
    expect(wrongWays(sources())).toEqual([])
  })

  it('have 3 to 25 files per folder', () => {
    expect(wrongSizes(sources())).toEqual([])
  })

  it('all exist', () => {
    const found = new Set(sources().map(({ path }) => path.split('/').slice(0, 2).join('/')))
    const named = Object.entries(subRooms).flatMap(([room, names]) =>
      names.map(n => `${room}/${n}`),
    )
    expect(named.filter(path => !found.has(path))).toEqual([])
  })

  it('report an import upwards, even of a type', () => {
    const text = "import type { A } from '@/domain/pricing/quote'"
    const files = [
      { path: 'domain/data/a.ts', text },
      { path: 'domain/pricing/quote.ts', text: '' },
    ]
    expect(wrongWays(files)).toEqual(['domain/data/a.ts imports domain/pricing/quote.ts'])
    expect(wrongWays([{ path: 'domain/a.ts', text: '' }])).toHaveLength(1)
  })

  it('report folders that are too small or too large', () => {
    const files = (count: number, folder: string) =>
      Array.from({ length: count }, (_, i) => ({ path: `${folder}/a${i}.ts`, text: '' }))
    expect(wrongSizes(files(2, 'domain/data'))).toEqual(['domain/data has 2 files'])
    expect(wrongSizes(files(26, 'server/db'))).toEqual(['server/db has 26 files'])
    expect(wrongSizes(files(25, 'server/db'))).toEqual([])
  })
})

describe('the files of src', () => {
  it('have no import cycle', () => {
    expect(circles(sources())).toEqual([])
  })

  it('report a cycle of type imports and `import()`', () => {
    const files = [
      { path: 'ui/a.ts', text: "import type { B } from '@/ui/b'" },
      { path: 'ui/b.ts', text: "const c = () => import('./c')" },
      { path: 'ui/c.tsx', text: "import { a } from './a'" },
      { path: 'ui/d.ts', text: "import { a } from './a'" },
    ]
    const inCircle = circles(files.slice(0, 3)).map(([path]) => path)
    expect(inCircle.sort()).toEqual(['ui/a.ts', 'ui/b.ts', 'ui/c.tsx'])
  })
})

const serverProps = "import { stepProps } from '@/server/pages/step-page'\n"

describe('a broken rule is reported', () => {
  it.each<[string, string, string]>([
    [
      'the browser reaching the server',
      'client/api/api-client.ts',
      "import { db } from '@/server/db/open'",
    ],
    [
      'a relative way around',
      'client/api/api-client.ts',
      "import { db } from '../../server/db/open'",
    ],
    ['a type alone', 'contract/a.ts', "import type { Row } from '@/server/db/tables/orders'"],
    ['an import over lines', 'ui/a.tsx', "import {\n  a,\n  b,\n} from '@/domain/checkout/steps'"],
    [
      'a lazy import',
      'features/a/b.tsx',
      "const x = () => import('@/server/payments/finish-order')",
    ],
    ['a re-export', 'client/a.ts', "export { x } from '@/server/x'\nexport const y = 1"],
    ['an import for its effect', 'ui/a.tsx', "import '@/client/api/report-error'"],
    ['one feature in another', 'features/a/b.tsx', "import { c } from '@/features/c/c'"],
    ['one feature beside another', 'features/a/b.tsx', "import { c } from '../c/c'"],
    ['the backend reading a page', 'server/a.ts', "import { P } from '@/pages/index'"],
    ['the sandbox in the server', 'server/a.ts', "import { l } from '@/sandbox/ledger'"],
    [
      'the server in the sandbox',
      'sandbox/a.ts',
      "import { l } from '@/server/payments/finish-order'",
    ],
    ['a test helper in a command', 'commands/a.ts', "import { c } from '../../tests/support/c'"],
    ['the sandbox in a command', 'commands/a.ts', "import { l } from '@/sandbox/ledger'"],
    ['a page on the contract', 'pages/a.tsx', "import { c } from '@/contract/checkout'"],
    ['a page on the database', 'pages/a.tsx', "import { c } from '@/server/db/open'"],
    ['a use case on a feature', 'server/a.ts', "import { c } from '@/features/c/c'"],
    ['a test helper in the product', 'server/a.ts', "import { c } from '../../tests/support/c'"],
    ['an unknown room', 'helpers/a.ts', ''],
    ['a loose file', 'stuff.ts', ''],
    ['an import from an unknown room', 'server/a.ts', "import { a } from '@/helpers/a'"],
    ['a page showing server code', 'pages/a.tsx', `${serverProps}export default stepProps\n`],
    [
      'a page passing server code on',
      'pages/a.tsx',
      "export { x } from '@/server/pages/step-page'\n",
    ],
    ['a call routed by a file', 'pages/api/a.ts', 'export default handle'],
    ['a package in the domain', 'domain/a.ts', "import { z } from 'zod'"],
    ['React in the contract', 'contract/a.ts', "import { useState } from 'react'"],
    ['the time in the domain', 'domain/a.ts', 'const now = Date.now()'],
    ['today in the domain', 'domain/a.ts', 'const today = new Date()'],
    ['chance in the domain', 'domain/a.ts', 'const dice = Math.random()'],
    ['settings in the domain', 'domain/a.ts', 'const key = process.env.KEY'],
    ['a call in the domain', 'domain/a.ts', "const a = fetch('/x')"],
    ['the window in the domain', 'domain/a.ts', 'const w = window.innerWidth'],
    ['a barrel', 'domain/index.ts', "export * from '@/domain/a'\nexport { b } from './b'\n"],
    ['a test among the routes', 'pages/index.test.tsx', ''],
    ['a changed attempt', 'server/a.ts', 'await db\n  .update(attempts)\n  .set(changes)'],
    ['a log line without an event', 'server/a.ts', "log.warn(toSafeLog(error), 'it failed')"],
    ['a left margin', 'ui/a.tsx', '<p className="mt-2 ml-2" />'],
    ['a negative left margin', 'ui/a.tsx', '<p className="-ml-2" />'],
    ['a right padding on wide screens', 'ui/a.tsx', "<p className={'lg:pr-4'} />"],
    ['a left position', 'features/a/b.tsx', '<p className="absolute left-[3px]" />'],
    ['text to the right', 'pages/a.tsx', '<p className="text-right" />'],
    ['a left corner', 'ui/a.tsx', '<p className={`rounded-l-md mt-2`} />'],
    ['a right border', 'ui/a.tsx', '<p className="border-r" />'],
  ])('%s', (_, path, text) => {
    expect(findBrokenRules([{ path, text }])).toHaveLength(1)
  })
})

describe('allowed code passes', () => {
  it.each<[string, string, string]>([
    ['a test helper in a test', 'server/a.test.ts', "import { c } from '../../tests/support/c'"],
    ['an attempt that is read', 'server/a.ts', 'await db.select().from(attempts)'],
    ['a log line with its event', 'server/a.ts', "log.warn({ event: 'a.failed' }, 'it failed')"],
    ['a use case', 'server/a.ts', "import { q } from '@/domain/q'\nimport pg from 'pg'"],
    ['a route', 'server/routes.ts', "import { q } from '@/contract/q'\nimport '@/server/q'"],
    ['a page', 'pages/a.tsx', "import { q } from '@/features/q/q'\nimport '@/styles/app.css'"],
    [
      'a page whose server code is for getServerSideProps alone',
      'pages/a.tsx',
      `${serverProps}\nexport const getServerSideProps = stepProps('a')\n\nexport default A\n`,
    ],
    [
      'a page with a longer getServerSideProps',
      'pages/a.tsx',
      `${serverProps}\nexport const getServerSideProps = async () => {\n  return stepProps()\n}\n` +
        '\nexport default function A() {\n  return null\n}\n',
    ],
    [
      'a page naming a type of the server',
      'pages/a.tsx',
      "import { type P, s } from '@/server/pages/step-page'\nexport const getServerSideProps = s\nlet p: P\n",
    ],
    ['a comment naming another room', 'ui/a.tsx', "// import { x } from '@/server/x'"],
    ['a word that holds a forbidden one', 'domain/a.ts', "const windowMs = 1\nconst a = 'fetch('"],
    ['a given moment', 'domain/a.ts', 'const day = new Date(2030, 1, 1)'],
    ['a test of the domain using anything', 'domain/a.test.ts', "import fc from 'fast-check'"],
    ['a test of two features', 'features/a/b.dom.test.tsx', "import { c } from '@/features/c/c'"],
    ['a part of the same feature', 'features/a/b.tsx', "import { c } from '@/features/a/c'"],
    [
      'start and end',
      'ui/a.tsx',
      '<p className="ms-2 pe-2 start-0 text-start rounded-s border-e" />',
    ],
    ['words that look like classes', 'ui/a.tsx', "const a = ['left-hand', 'border-red', 'html-5']"],
  ])('%s', (_, path, text) => {
    expect(findBrokenRules([{ path, text }])).toEqual([])
  })
})
