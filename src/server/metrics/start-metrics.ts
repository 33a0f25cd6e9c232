import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Backend } from '@/server/backend'
import { registerProcessMetrics } from '@/server/metrics/process-metrics'
import { registerShopGauges } from '@/server/metrics/shop-gauges'

export interface MetricsServer {
  port: number
  stop: () => Promise<void>
}

/**
 * Serves `/metrics` in Prometheus's text format on a port of its own: customers cannot reach it.
 * Throws when the port is in use.
 */
export async function startMetrics(
  backend: Backend,
  { host, port }: NonNullable<Backend['env']['metrics']>,
): Promise<MetricsServer> {
  const prom = await import('prom-client') // only for shops that are watched
  const registry = new prom.Registry()
  const stopCounting = registerProcessMetrics(prom, registry)
  registerShopGauges(prom, registry, backend)
  const server = createServer(async ({ method, url = '' }, response) => {
    if (method !== 'GET' || url.split('?')[0] !== '/metrics') {
      response.statusCode = 404
      return response.end()
    }
    const text = await registry.metrics().catch(() => undefined)
    response.statusCode = text === undefined ? 500 : 200
    response.setHeader('Content-Type', registry.contentType)
    return response.end(text)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      stopCounting()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
