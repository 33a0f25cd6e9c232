import { join } from 'node:path'
import { ensureBuild } from '@/commands/build-product'
import { readEnvWithoutProviders } from '@/commands/command-env'
import { freePort, isPortFree } from '@/commands/port'
import {
  prepareDatabase,
  readyUrl,
  startApp,
  startSandbox,
  waitUntilReady,
} from '@/commands/product'
import { type Output, type Program, readLastLines } from '@/commands/program'
import { defaultSandboxPort } from '@/server/config/variables'
import { mailFolder } from '@/server/gateways/mail'

/** Runs the whole product on this machine until it is stopped by Ctrl-C, SIGTERM or a failure. */
export async function runProduct(mode: 'start' | 'dev'): Promise<void> {
  const programs: Program[] = []
  let isEnding = false
  // The first reason decides the exit code: programs that we stop are not failures.
  const shutDown = async (code: number, reason = '') => {
    if (isEnding) return
    isEnding = true
    process.stderr.write(reason)
    await Promise.all(programs.map(program => program.stop()))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void shutDown(0))
  }
  try {
    await startAll(mode, programs)
  } catch (error) {
    await shutDown(1, `${error instanceof Error ? error.message : error}\n`)
  }
}

async function startAll(mode: 'start' | 'dev', programs: Program[]): Promise<void> {
  const { port, dataDir, appUrl, databaseUrl, mail } = readEnvWithoutProviders()
  if (!(await isPortFree(port))) {
    throw new Error(`Port ${port} is already in use. Free it, or choose another: PORT=${port + 1}`)
  }
  if (mode === 'start') await ensureBuild(build => programs.push(build))
  if (databaseUrl) await prepareDatabase({}, program => programs.push(program))

  const sandboxPort = (await isPortFree(defaultSandboxPort)) ? defaultSandboxPort : await freePort()
  const logPath = (name: string) => join(dataDir, 'logs', `${name}.log`)
  const output = (name: string): Output => (mode === 'dev' ? 'stdout' : { file: logPath(name) })
  const sandbox = startSandbox({
    port: sandboxPort,
    appPort: port,
    dataDir,
    output: output('sandbox'),
  })
  programs.push(sandbox)
  const env = { APP_URL: appUrl }
  const app = startApp({ mode, port, dataDir, sandboxPort, env, output: output('app') })
  programs.push(app)
  const visibleLog = (name: string) => (mode === 'dev' ? undefined : logPath(name))
  await waitUntilReady(sandbox, readyUrl.sandbox(sandboxPort), visibleLog('sandbox'))
  await waitUntilReady(app, readyUrl.app(port), visibleLog('app'))
  process.stdout.write(`Ready: http://localhost:${port}/checkouts/\n`)
  if (sandboxPort !== defaultSandboxPort)
    process.stdout.write(`npm run reconcile needs SANDBOX_URL=http://127.0.0.1:${sandboxPort}\n`)
  if (!mail.smtpUrl)
    process.stdout.write(`Mails to customers are written to ${join(dataDir, mailFolder)}/\n`)

  const [name, reason] = await Promise.race([
    sandbox.exited.then(reason => ['sandbox', reason] as const),
    app.exited.then(reason => ['app', reason] as const),
  ])
  const logExcerpt = mode === 'dev' ? '' : `\n${readLastLines(logPath(name))}`
  throw new Error(`The ${name} ${reason}, so everything is stopped.${logExcerpt}`)
}
