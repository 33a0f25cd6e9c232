import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programArgs } from '@/commands/product'
import { root } from '@/commands/program'

it('npm start runs the app as the demo does', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { start } = programArgs.app
  expect(scripts.start).toBe(`NODE_ENV=production node ${start.join(' ')}`)
})

it('a program that is not built says what to do', () => {
  const args = ['src/commands/run-built.mjs', 'not-built']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'There is no build: run `npm run build` first.\n'])
})
