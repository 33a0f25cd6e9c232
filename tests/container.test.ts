import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@/commands/port'
import { root } from '@/commands/program'
import {
  createContextFilter,
  listContextFiles,
  parseCommand,
  parseEnv,
  readDockerfile,
} from './support/dockerfile'
import { findServerUser } from './support/postgres'

// The Dockerfile without Docker: its instructions run in clean folders, and the image's program as a
// user who may write nothing else. Not part of it: the base image, and the download of npm ci, whose
// packages are linked from here.

const buildTimeoutMs = 15 * 60_000
const [buildStage = [], imageStage = []] = readDockerfile()
const folder = mkdtempSync(join(tmpdir(), 'ida-image-'))
const build = join(folder, 'build')
const image = join(folder, 'image')
const data = join(folder, 'data')
const PATH = process.env['PATH'] ?? ''
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const user = findServerUser()
const isSent = createContextFilter()

it.each(['.env', '.env.local', '.data/db', 'node_modules/next', '.next/x', '.git/x', 'tests/x'])(
  'the build gets no %s',
  path => expect(isSent(path)).toBe(false),
)

it('runs what npm start runs, on the same Node, and not as root', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const command = parseCommand(imageStage, 'CMD').join(' ')
  expect(scripts.start).toBe(`NODE_ENV=production exec ${command}`)
  const nodeVersion = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain(`NODE_VERSION=${nodeVersion}\n`)
  expect(imageStage.find(({ name }) => name === 'USER')?.text).toBe('node')
})

describe('the image', () => {
  beforeAll(() => {
    runBuildStage()
    runImageStage()
  }, buildTimeoutMs)

  it('has the packages of production only', () => {
    expect(existsSync(join(image, 'node_modules/next'))).toBe(true)
    expect(existsSync(join(image, 'node_modules/vitest'))).toBe(false)
  })

  it('serves pages, is healthy, runs the operators’ commands, and ends when it is stopped', async () => {
    const port = await freePort()
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: 'production',
      ...parseEnv(imageStage),
      PATH,
      PORT: String(port),
      DATA_DIR: data,
      PAYMENTS: 'sandbox',
      HOME: data,
    }
    const options = { ...user, cwd: image, env }
    const [program = '', ...args] = parseCommand(imageStage, 'CMD')
    const child = spawn(program, args, { ...options, stdio: 'ignore' })
    const exited = once(child, 'exit')
    try {
      const [prober = '', ...probe] = parseCommand(imageStage, 'HEALTHCHECK')
      const isHealthy = () => {
        try {
          execFileSync(prober, probe, { ...options, stdio: 'ignore' })
          return true
        } catch {
          return child.exitCode ?? false
        }
      }
      await expect.poll(isHealthy, { timeout: 50_000 }).toBe(true)
      const page = await fetch(`http://127.0.0.1:${port}/checkouts/v2/driver-details/`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<form')])
      const output = execFileSync('npm', ['run', '--silent', 'orders', '--', 'list'], options)
      expect(output.toString()).toBe('There are no orders.\n')
    } finally {
      child.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
  })
})

function runBuildStage(): void {
  mkdirSync(build)
  for (const { name, text } of buildStage) {
    if (name === 'COPY' && text === '. .') copyContext(listContextFiles())
    else if (name === 'COPY') copyContext(text.split(' ').slice(0, -1))
    else if (name === 'RUN' && text.startsWith('npm ci')) linkPackages()
    else if (name === 'RUN') runShell(build, text)
  }
}

function copyContext(files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(build, file)), { recursive: true })
    cpSync(join(root, file), join(build, file))
  }
}

function linkPackages(): void {
  link(join(root, 'node_modules'), build)
  // npm prune writes this one in place.
  const list = 'node_modules/.package-lock.json'
  rmSync(join(build, list))
  cpSync(join(root, list), join(build, list))
}

/** Hard links, or copies on another disk. */
function link(source: string, target: string): void {
  try {
    execFileSync('cp', ['-al', source, target], { stdio: 'ignore' })
  } catch {
    execFileSync('cp', ['-a', source, target])
  }
}

/** The image's user and its volume have other names here. */
function runImageStage(): void {
  mkdirSync(image)
  for (const { name, text } of imageStage) {
    const [, source = ''] = /^--from=build \/app\/(\S+) /.exec(text) ?? []
    if (name === 'COPY') link(join(build, source), image)
    if (name === 'RUN') runShell(image, text.replace('-o node -g node', '').replace('/data', data))
  }
  if (user) for (const path of [folder, data, join(image, '.next/cache')]) chown(path, user)
}

const chown = (path: string, { uid, gid }: { uid: number; gid: number }) =>
  chownSync(path, uid, gid)

function runShell(cwd: string, command: string): void {
  const env: Record<string, string> = { PATH, HOME: folder, npm_config_offline: 'true' }
  Object.assign(env, parseEnv(buildStage))
  execFileSync('sh', ['-c', command], { cwd, env: env as NodeJS.ProcessEnv, stdio: 'pipe' })
}
