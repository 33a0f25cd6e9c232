import { Console } from 'node:console'
import { ensureBuild } from '@/commands/build-product'
import { prepareDatabase } from '@/commands/product'
import { startPostgres } from '../../tests/support/postgres'
import { type Product, startProduct } from '../../tests/support/product'
import { startBarePage } from './bare-page'
import { measureBrowser } from './browser-bench'
import { closeConnections, type LoadResult, measureLoad, sendRequest } from './load'
import { measurePage, type PageWeight } from './page-weight'
import { type Meter, measurePayments, measureReadsWhileHanging, startMeter } from './payment-bench'
import {
  createSavedCheckout,
  parseCheckout,
  readCheckout,
  type SavedCheckout,
  saveCheckout,
} from './saved-checkout'

// Measures the built product on this machine, beside a bare Next page: prints one JSON, and a table
// of the browser's figures as ratios. It asserts nothing.
const checkoutCount = 10
const firstStep = '/checkouts/v2/driver-details/'
const laterSteps = ['upload-photos', 'shipping', 'review', 'payment']

await ensureBuild()
const bare = await startBarePage()
const postgres = await startPostgres({ isDurable: true }).catch(() => undefined)
try {
  const databaseUrl = await postgres?.createDatabase()
  if (databaseUrl) await prepareDatabase({ DATABASE_URL: databaseUrl })
  const meter = await startMeter()
  const product = await startProduct({
    env: { DATABASE_URL: databaseUrl ?? '', SANDBOX_URL: meter.url },
  })
  meter.setTarget(product.sandboxUrl)
  try {
    const database = postgres ? 'postgresql' : 'embedded'
    const browser = await measureBrowser(product.port, bare.port)
    new Console(process.stderr).table({
      product: browser.product,
      bare: browser.bare,
      ratio: browser.ratios,
    })
    const result = { browser, ...(await measure(product, database, meter)) }
    process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
  } finally {
    closeConnections()
    await product.stop()
    meter.stop()
  }
} finally {
  await postgres?.stop()
  await bare.stop()
}

async function measure({ port }: Product, database: string, meter: Meter) {
  const saved: SavedCheckout[] = []
  while (saved.length < checkoutCount) saved.push(await createSavedCheckout(port))
  const cookie = await fetchCookies(port, saved[0] as SavedCheckout)
  const review = { port, path: '/checkouts/v2/review/', headers: { cookie } }
  return {
    node: process.version,
    database,
    connections: checkoutCount,
    pages: await measurePageWeights(port, cookie),
    rendered: {
      bare: await measureLoad(() => sendRequest({ port: bare.port, path: '/' })),
      'driver-details': await measureLoad(() => sendRequest({ port, path: firstStep })),
      review: await measureLoad(() => sendRequest(review)),
    },
    read: await measureLoad(number => readCheckout(port, (saved[number] as SavedCheckout).token)),
    patch: await measurePatches(port, saved),
    pay: await measurePayments(port, meter),
    hangingProvider: await measureReadsWhileHanging(port, meter),
  }
}

async function measurePageWeights(
  port: number,
  cookie: string,
): Promise<Record<string, PageWeight>> {
  const pages: Record<string, PageWeight> = { 'driver-details': await measurePage(port, firstStep) }
  for (const step of laterSteps) {
    pages[step] = await measurePage(port, `/checkouts/v2/${step}/`, cookie)
  }
  return pages
}

function measurePatches(port: number, saved: SavedCheckout[]): Promise<LoadResult> {
  return measureLoad(async number => {
    const checkout = saved[number] as SavedCheckout
    const city = `Boston ${checkout.version}`
    const response = await saveCheckout(port, checkout, { customer: { city } })
    saved[number] = parseCheckout(response)
    return response
  })
}

/** The cookies a browser holds after following a link with the token. */
async function fetchCookies(port: number, { token }: SavedCheckout): Promise<string> {
  const { headers } = await sendRequest({ port, path: `${firstStep}?token=${token}` })
  const setCookies = headers['set-cookie'] ?? []
  return [setCookies]
    .flat()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
