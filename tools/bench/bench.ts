import { ensureBuild } from '@/commands/build-product'
import { prepareDatabase } from '@/commands/product'
import { startPostgres } from '../../tests/support/postgres'
import { type Product, startProduct } from '../../tests/support/product'
import { closeConnections, type Load, load, send } from './load'
import { type PageWeight, pageWeight } from './page-weight'
import { type Meter, payingTimes, startMeter, whileHanging } from './payment-bench'
import {
  answerOf,
  readCheckout,
  type SavedCheckout,
  saveCheckout,
  savedCheckout,
} from './saved-checkout'

// Measures the built product on this machine and prints one JSON. It asserts nothing.
const checkouts = 10
const firstStep = '/checkouts/v2/driver-details/'
const laterSteps = ['upload-photos', 'shipping', 'review', 'payment']

await ensureBuild()
const postgres = await startPostgres({ isDurable: true }).catch(() => undefined)
try {
  const databaseUrl = await postgres?.createDatabase()
  if (databaseUrl) await prepareDatabase({ DATABASE_URL: databaseUrl })
  const meter = await startMeter()
  const product = await startProduct({
    env: { DATABASE_URL: databaseUrl ?? '', SANDBOX_URL: meter.url },
  })
  meter.leadTo(product.sandboxUrl)
  try {
    const database = postgres ? 'postgresql' : 'embedded'
    process.stdout.write(`${JSON.stringify(await measure(product, database, meter), null, 2)}\n`)
  } finally {
    closeConnections()
    await product.stop()
    meter.stop()
  }
} finally {
  await postgres?.stop()
}

async function measure({ port }: Product, database: string, meter: Meter) {
  const saved: SavedCheckout[] = []
  while (saved.length < checkouts) saved.push(await savedCheckout(port))
  const cookie = await cookieOf(port, saved[0] as SavedCheckout)
  const review = { port, path: '/checkouts/v2/review/', headers: { cookie } }
  return {
    node: process.version,
    database,
    connections: checkouts,
    pages: await weights(port, cookie),
    rendered: {
      'driver-details': await load(() => send({ port, path: firstStep })),
      review: await load(() => send(review)),
    },
    read: await load(number => readCheckout(port, (saved[number] as SavedCheckout).token)),
    patch: await patches(port, saved),
    pay: await payingTimes(port, meter),
    hangingProvider: await whileHanging(port, meter),
  }
}

async function weights(port: number, cookie: string): Promise<Record<string, PageWeight>> {
  const pages: Record<string, PageWeight> = { 'driver-details': await pageWeight(port, firstStep) }
  for (const step of laterSteps) {
    pages[step] = await pageWeight(port, `/checkouts/v2/${step}/`, cookie)
  }
  return pages
}

function patches(port: number, saved: SavedCheckout[]): Promise<Load> {
  return load(async number => {
    const checkout = saved[number] as SavedCheckout
    const city = `Boston ${checkout.version}`
    const answer = await saveCheckout(port, checkout, { customer: { city } })
    saved[number] = answerOf(answer)
    return answer
  })
}

/** The cookies a browser holds after following a link with the token. */
async function cookieOf(port: number, { token }: SavedCheckout): Promise<string> {
  const { headers } = await send({ port, path: `${firstStep}?token=${token}` })
  const set = headers['set-cookie'] ?? []
  return [set]
    .flat()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
