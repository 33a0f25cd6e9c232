import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuild } from '@/commands/build-product'
import { type Program, root, startProgram } from '@/commands/program'
import { ensureChromium } from '../tests/support/chromium'
import { ensurePgbouncer } from '../tests/support/pgbouncer'
import {
  type Count,
  countOfRun,
  describeKinds,
  type Kind,
  listSlowestTests,
  readReport,
  sum,
} from '../tests/support/report'

// Runs all checks and tests in order and prints the totals.
const reports = join(root, 'test-results/reports')
// Stops a hung runner; generous for slow machines.
const timeoutMs = 60 * 60_000
const interruptedCode = 130

const checks = ['types', 'lint', 'knip']
const runnersBeforeBuild = ['unit', 'dom']
const runnersAfterBuild = ['bundle', 'api', 'races', 'e2e']

const failure: Count = { passed: 0, failed: 1, skipped: 0 }
const noTests: Count = { passed: 0, failed: 0, skipped: 0 }
const slowestCount = 10
const kinds: Kind[] = []
let running: Program | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    await running?.stop()
    process.exit(interruptedCode)
  })
}

try {
  process.env['CHROMIUM_PATH'] = ensureChromium()
} catch (error) {
  exitWithError(error)
}
try {
  ensurePgbouncer()
} catch (error) {
  write(`${error instanceof Error ? error.message : error}`) // the test that needs it fails
}
rmSync(reports, { recursive: true, force: true })

// These count no tests; only their failures enter the total.
for (const name of checks)
  await recordKind(name, async () => ({ count: (await runScript(name)) ? noTests : failure }))
for (const name of runnersBeforeBuild) await recordKind(name, () => runTests(name))
const { failed: buildFailures } = await recordKind('build', async () => ({ count: await build() }))
if (buildFailures === 0)
  for (const name of runnersAfterBuild) await recordKind(name, () => runTests(name))

const { passed, failed, skipped } = sum(kinds.map(({ count }) => count))
const failedKinds = kinds.filter(({ count }) => count.failed > 0).map(({ name }) => name)
write(`\n${describeKinds(kinds)}\n`)
if (failedKinds.length > 0) write(`Failed: ${failedKinds.join(', ')}`)
if (skipped > 0) write(`Not run: ${skipped}`)
write(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Runs one kind and records its count, duration and slowest tests for the closing table. */
async function recordKind(
  name: string,
  run: () => Promise<{ count: Count; slowest?: Kind['slowest'] }>,
): Promise<Count> {
  write(`\n== ${name}`)
  const start = performance.now()
  const { count, slowest = [] } = await run()
  kinds.push({ name, count, slowest, milliseconds: performance.now() - start })
  return count
}

async function build(): Promise<Count> {
  try {
    await ensureBuild(program => {
      running = program
    })
    return noTests
  } catch (error) {
    write(`${error instanceof Error ? error.message : error}`)
    write(`Without a build, these cannot run: ${runnersAfterBuild.join(', ')}.`)
    return failure
  }
}

async function runTests(name: string): Promise<Pick<Kind, 'count' | 'slowest'>> {
  const file = join(reports, `${name}.json`)
  const hasSucceeded = await runScript(name, { TEST_REPORT: file })
  const report = readReport(file)
  return {
    count: countOfRun(report, hasSucceeded),
    slowest: report ? listSlowestTests(report, slowestCount) : [],
  }
}

async function runScript(name: string, env: Record<string, string> = {}): Promise<boolean> {
  const npm = process.env['npm_execpath']
  if (!npm) exitWithError('Start the tests with: npm test')
  const program = startProgram({ name, args: [npm, 'run', '-s', name], env, output: 'stdout' })
  running = program
  const timeoutController = new AbortController()
  const timedOut = wait(timeoutMs, 'overdue', { signal: timeoutController.signal }).catch(() => '')
  if ((await Promise.race([program.exited, timedOut])) === 'overdue') {
    write(`${name} was stopped: it did not end within ${timeoutMs / 60_000} minutes.`)
    await program.forceKill()
  }
  timeoutController.abort()
  return program.exitCode() === 0
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}

function exitWithError(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`)
  process.exit(1)
}
