import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import next from 'next'
import { describeError } from '@/commands/command'
import { readCommandEnv } from '@/commands/command-env'
import { staticFolder } from '@/commands/compress-files'
import { root } from '@/commands/program'
import { watchRoutes } from '@/commands/watch-routes'
import { type Backend, getBackend } from '@/server/backend'
import { getPreparedDataDir } from '@/server/db/prepared-database'
import { compressResponse } from '@/server/http/compress-response'
import { observeRequest } from '@/server/http/observe-request'
import { dropUntrustedHeaders } from '@/server/http/request'
import { serveStaticFiles } from '@/server/http/static-files'
import { ignoreOutputErrors } from '@/server/infra/log-output'
import { toSafeLog } from '@/server/infra/safe-error-log'
import { startJobs } from '@/server/jobs/start'
import { startMetrics } from '@/server/metrics/start-metrics'
import { handleCall } from '@/server/routes'

// The server: static files and calls are answered here, pages by Next.

const isDevelopment = process.env.NODE_ENV !== 'production'

/** Longer than a load balancer keeps an idle connection: it would send into a closed one. */
const keepAliveTimeoutMs = 65_000
/** Requests that are under way at a stop have this long. */
const graceMs = 4_000

ignoreOutputErrors()
try {
  await start()
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const { port, host } = readCommandEnv()
  const app = next({
    dev: isDevelopment,
    dir: root,
    webpack: true,
    port,
    ...(host && { hostname: host }),
  })
  const preparedDataDir = isDevelopment ? undefined : getPreparedDataDir()
  const [backend] = await Promise.all([getBackend(preparedDataDir), app.prepare()])
  startJobs(backend)
  if (backend.env.metrics) await startMetrics(backend, backend.env.metrics)
  const getCallHandler = isDevelopment ? await watchRoutes() : async () => handleCall
  const serveFile = isDevelopment ? undefined : serveStaticFiles(staticFolder)
  const handlePage = app.getRequestHandler()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    dropUntrustedHeaders(request, backend.env.trustedProxies)
    compressResponse(request, response)
    const answerCall = await getCallHandler()
    if (await answerCall(request, response)) return
    if (serveFile?.(request, response)) return
    await handlePage(request, response)
  }
  const server = createServer((request, response) => {
    void observeRequest(request, response, backend.env.trustedProxies, () =>
      answer(request, response).catch(error => {
        backend.log.error({ event: 'request.failed', ...toSafeLog(error) }, 'a request failed')
        if (!response.headersSent) response.statusCode = 500
        response.end()
      }),
    )
  })
  server.keepAliveTimeout = keepAliveTimeoutMs
  server.headersTimeout = keepAliveTimeoutMs + 1_000
  server.listen(port, host)
  await once(server, 'listening')
  stopOnSignal(server, backend)
}

function stopOnSignal(server: Server, backend: Backend): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      setTimeout(() => server.closeAllConnections(), graceMs).unref()
      server.close()
      await once(server, 'close')
      await backend.close()
      process.exit(0)
    })
  }
}
