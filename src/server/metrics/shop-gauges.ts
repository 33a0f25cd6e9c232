import type * as Prometheus from 'prom-client'
import type { Backend } from '@/server/backend'
import { createFreshValue } from '@/server/infra/fresh-value'
import { withTimeout } from '@/server/infra/with-timeout'
import { type Figure, shopFigures } from '@/server/metrics/shop-figures'

/** Scraping reads the database at most this often, by however many scrapers. */
const maxAgeMs = 10_000
/** A scraper waits 10 s by default; the other metrics must reach it while the database hangs. */
const defaultTimeoutMs = 3_000

type Figures = Record<string, Figure[]>

/**
 * Adds the gauges of the shop's rows to the registry. While the database is away they are missing,
 * because old values would look like present ones, and `checkout_database_up` is 0.
 */
export function registerShopGauges(
  { Gauge }: typeof Prometheus,
  registry: Prometheus.Registry,
  backend: Backend,
  timeoutMs = defaultTimeoutMs,
): void {
  const read = async () => withTimeout(timeoutMs, readFigures(backend)).catch(() => undefined)
  const figures = createFreshValue<Figures | undefined>(read, maxAgeMs)
  new Gauge({
    name: 'checkout_database_up',
    help: 'Whether the database answers: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await figures.get()) ? 1 : 0)
    },
  })
  for (const [name, { help, labelNames }] of Object.entries(shopFigures))
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const values = (await figures.get())?.[name] ?? []
        this.reset()
        // Without labels, `reset` sets 0.
        if (values.length === 0 && labelNames.length === 0) this.remove()
        for (const { labels, value } of values) this.set(labels, value)
      },
    })
}

/** One query after another: they use one of the pool's connections. */
async function readFigures(backend: Backend): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, { read }] of Object.entries(shopFigures)) figures[name] = await read(backend)
  return figures
}
