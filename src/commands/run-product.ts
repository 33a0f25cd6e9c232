import { join } from 'node:path'
import { ensureBuild } from '@/commands/build-product'
import { describeError, type Result } from '@/commands/command'
import { readEnvWithoutProviders } from '@/commands/command-env'
import { freePort, isPortFree } from '@/commands/port'
import {
  type Mode,
  prepareDatabase,
  readyUrl,
  startApp,
  startSandbox,
  waitUntilReady,
} from '@/commands/product'
import type { Output, Program } from '@/commands/program'
import { defaultSandboxPort, mailFolder } from '@/server/config/variables'
import { ignoreOutputErrors } from '@/server/infra/log-output'

/**
 * Runs the whole product on this machine until it is stopped by Ctrl-C, SIGTERM or a failure, and
 * then ends this process. Returns the addresses once it is ready. The programs write to `output`.
 */
export async function runProduct(mode: Mode, output: 'stdout' | 'stderr'): Promise<Result> {
  ignoreOutputErrors()
  const programs: Program[] = []
  let ending: Promise<never> | undefined
  const stopAll = async (code: number, reason: string): Promise<never> => {
    process.stderr.write(reason)
    await Promise.all(programs.map(program => program.stop()))
    process.exit(code)
  }
  // The first reason decides the exit code: programs that we stop are not failures.
  const shutDown = (code: number, reason = '') => {
    ending ??= stopAll(code, reason)
    return ending
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void shutDown(0))
  }
  try {
    const { result, ended } = await startAll(mode, programs, output)
    void ended.then(reason => shutDown(1, reason))
    return result
  } catch (error) {
    return shutDown(1, `${describeError(error)}\n`)
  }
}

/** A newcomer to the demo sees what went wrong, not every event. */
const defaultLogLevels: Record<Mode, string> = { start: 'warn', dev: 'info' }

async function startAll(
  mode: Mode,
  programs: Program[],
  output: Output,
): Promise<{ result: Result; ended: Promise<string> }> {
  const { port, host, dataDir, appUrl, databaseUrl, mail } = readEnvWithoutProviders()
  if (!(await isPortFree(port))) {
    throw new Error(`Port ${port} is already in use. Free it, or choose another: PORT=${port + 1}`)
  }
  if (mode === 'start') await ensureBuild(build => programs.push(build))
  if (databaseUrl) await prepareDatabase({}, program => programs.push(program))

  const sandboxPort = (await isPortFree(defaultSandboxPort)) ? defaultSandboxPort : await freePort()
  const sandbox = startSandbox({ mode, port: sandboxPort, appPort: port, dataDir, output })
  programs.push(sandbox)
  const env = { APP_URL: appUrl, LOG_LEVEL: process.env['LOG_LEVEL'] || defaultLogLevels[mode] }
  const app = startApp({ mode, port, host, dataDir, sandboxPort, env, output })
  programs.push(app)
  await waitUntilReady(sandbox, readyUrl.sandbox(sandboxPort))
  await waitUntilReady(app, readyUrl.app(port, host))

  const end = async (name: string, program: Program) =>
    `The ${name} ${await program.exited}, so everything is stopped.\n`
  return {
    result: toResult({ port, sandboxPort, mails: mail.smtpUrl ? null : join(dataDir, mailFolder) }),
    ended: Promise.race([end('sandbox', sandbox), end('app', app)]),
  }
}

function toResult(product: { port: number; sandboxPort: number; mails: string | null }): Result {
  const { port, sandboxPort, mails } = product
  const url = `http://localhost:${port}/checkouts/`
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const lines = [
    `Ready: ${url}`,
    ...(sandboxPort === defaultSandboxPort
      ? []
      : [`npm run reconcile needs SANDBOX_URL=${sandboxUrl}`]),
    ...(mails === null ? [] : [`Mails to customers are written to ${mails}/`]),
  ]
  return { text: `${lines.join('\n')}\n`, json: { url, sandboxUrl, mails } }
}
