import { Console } from 'node:console'
import { ensureBuild } from '@/commands/build-product'
import { prepareDatabase } from '@/commands/product'
import { startPostgres } from '../../tests/support/postgres'
import { type Product, startProduct } from '../../tests/support/product'
import { startBarePage } from './bare-page'
import { measureBrowser } from './browser-bench'
import { closeConnections } from './load'
import { measurePage, type PageWeight } from './page-weight'
import { measurePayments, measureReadsWhileHanging, startMeter } from './payment-bench'
import { buildCookie, createSavedCheckout } from './saved-checkout'
import {
  compareServers,
  firstStep,
  measureBareServer,
  measureServer,
  measureTwoProcesses,
} from './server-bench'
import { measureDemoStarts } from './start-bench'

// Measures the built product on this machine, beside a bare Next page: prints one JSON, and tables
// of the browser's and the server's figures as ratios. It asserts nothing.
const laterSteps = ['upload-photos', 'shipping', 'review', 'payment']

await ensureBuild()
const demoStart = await measureDemoStarts()
const bare = await startBarePage()
const postgres = await startPostgres({ isDurable: true })
try {
  const databaseUrl = await postgres.createDatabase()
  await prepareDatabase({ DATABASE_URL: databaseUrl })
  const bareServer = await measureBareServer(bare)
  const embedded = await withProduct({ DATABASE_URL: '' }, measureServer)
  const { server: postgresql, browser, ...others } = await measureOnPostgres(databaseUrl)
  const { table } = new Console(process.stderr)
  table({ product: browser.product, bare: browser.bare, ratio: browser.ratios })
  table(compareServers({ postgresql, embedded, bare: bareServer }))
  const servers = { postgresql, embedded, bare: bareServer }
  const result = { node: process.version, demoStart, browser, servers, ...others }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  closeConnections()
  await postgres.stop()
  await bare.stop()
}

async function withProduct<T>(
  env: Record<string, string>,
  measure: (product: Product) => Promise<T>,
): Promise<T> {
  const product = await startProduct({ env })
  return measure(product).finally(product.stop)
}

async function measureOnPostgres(databaseUrl: string) {
  const meter = await startMeter()
  const env = { DATABASE_URL: databaseUrl, SANDBOX_URL: meter.url }
  return withProduct(env, async product => {
    const { port } = product
    meter.setTarget(product.sandboxUrl)
    return {
      server: await measureServer(product), // first, because it measures the idle server's memory
      twoProcesses: await withProduct(env, other => measureTwoProcesses([port, other.port])),
      browser: await measureBrowser(port, bare.port),
      pages: await measurePageWeights(port),
      pay: await measurePayments(port, meter),
      hangingProvider: await measureReadsWhileHanging(port, meter),
    }
  }).finally(meter.stop)
}

async function measurePageWeights(port: number): Promise<Record<string, PageWeight>> {
  const cookie = buildCookie(await createSavedCheckout(port))
  const pages: Record<string, PageWeight> = { 'driver-details': await measurePage(port, firstStep) }
  for (const step of laterSteps) {
    pages[step] = await measurePage(port, `/checkouts/v2/${step}/`, cookie)
  }
  return pages
}
