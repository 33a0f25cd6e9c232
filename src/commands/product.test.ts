import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildSandboxEnv, programArgs, readyUrl } from '@/commands/product'
import { root } from '@/commands/program'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

it('npm start runs the app as the demo does', () => {
  const { start } = programArgs.app
  expect(scripts.start).toBe(`NODE_ENV=production exec node ${start.join(' ')}`)
})

// npm passes a signal to its child, and a shell in between would end without passing it on.
it.each(['start', 'demo', 'dev', 'sandbox'])('npm run %s leaves no shell around Node', name => {
  expect(scripts[name]).toMatch(/^(NODE_ENV=\w+ )?exec node /)
})

it('a program that is not built says what to do', () => {
  const args = ['src/commands/run-built.mjs', 'not-built']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'There is no build: run `npm run build` first.\n'])
})

const app = { port: 3000, dataDir: '/data', sandboxPort: 4100 }

it.each([
  [undefined, '127.0.0.1', 'http://127.0.0.1:3000/checkouts/api/ready/'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:3000/checkouts/api/ready/'],
  ['::', '::', 'http://[::1]:3000/checkouts/api/ready/'],
  ['192.0.2.7', '192.0.2.7', 'http://192.0.2.7:3000/checkouts/api/ready/'],
])(
  'a shop with test cards listens on loopback unless HOST says otherwise: %s',
  (host, expected, url) => {
    expect(buildSandboxEnv({ ...app, host }).HOST).toBe(expected)
    expect(readyUrl.app(app.port, host)).toBe(url)
  },
)
