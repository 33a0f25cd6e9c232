import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { ensureBuild } from '@/commands/build-product'
import { prepareDatabase } from '@/commands/product'
import { startMailServer } from '../tests/support/mail-server'
import { createLargePhoto } from '../tests/support/photo-fixtures'
import { startPostgres } from '../tests/support/postgres'
import { type Product, startProduct } from '../tests/support/product'
import {
  addressHeader,
  closeConnections,
  measureAtRate,
  measureInTurn,
  sendRequest,
} from './bench/load'
import { preparePayment, startMeter } from './bench/payment-bench'
import {
  buildCookie,
  createSavedCheckout,
  parseCheckout,
  readCheckout,
  type SavedCheckout,
  saveCheckout,
} from './bench/saved-checkout'
import { readMemory } from './bench/server-bench'

// Loads the built product on PostgreSQL for a given time, then for a minute each while a system
// beside it accepts connections and never answers. Prints one JSON. It asserts nothing.
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const durationMs = Number(values.minutes) * 60_000
const hangMs = 60_000

const perSecond = { read: 40, page: 10, update: 20, payment: 1 }
const uploadCount = 2
/** So many that none is updated twice at once. */
const checkoutCount = 60
/** A card without a result yet counts as declined, and may have 20 of those. */
const cards = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_visa_debit',
  'pm_card_discover',
]
/** The limit of uploads of a checkout in a day. */
const uploadsPerCheckout = 40

await ensureBuild()
const postgres = await startPostgres({ isDurable: true })
const meter = await startMeter()
const mailServer = await startMailServer()
const cms = await startCms()
const databaseUrl = await postgres.createDatabase()
await prepareDatabase({ DATABASE_URL: databaseUrl })
const product = await startProduct({
  env: {
    DATABASE_URL: databaseUrl,
    SANDBOX_URL: meter.url,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Permits <orders@shop.example>',
    CMS_URL: cms.url,
    TRUSTED_PROXIES: '1',
  },
})
try {
  meter.setTarget(product.sandboxUrl)
  const idleMiB = readMemory(product.appPid())
  const photo = new Blob([Uint8Array.from((await createLargePhoto()).buffer)], {
    type: 'image/jpeg',
  })
  const usual = await loadProduct(product, photo, durationMs)
  meter.setHanging(true)
  const providerHangs = await loadProduct(product, photo, hangMs)
  meter.setHanging(false)
  mailServer.setBehaviour('hang')
  const mailServerHangs = await loadProduct(product, photo, hangMs)
  mailServer.setBehaviour('take')
  cms.setHanging(true)
  await product.restart() // an app that has the table asks for it every ten minutes only
  const cmsHangs = await loadProduct(product, photo, hangMs)
  const result = { idleMiB, usual, providerHangs, mailServerHangs, cmsHangs }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  closeConnections()
  await product.stop()
  cms.stop()
  await mailServer.stop()
  meter.stop()
  await postgres.stop()
}

/** All kinds of requests at once, and the app's memory in MiB before and afterwards. */
async function loadProduct({ port, appPid }: Product, photo: Blob, forMs: number) {
  const saved: SavedCheckout[] = []
  while (saved.length < checkoutCount) saved.push(await createSavedCheckout(port))
  const at = (number: number) => saved[number % checkoutCount] as SavedCheckout
  const beforeMiB = readMemory(appPid())
  const [read, page, update, payment, upload] = await Promise.all([
    measureAtRate(perSecond.read, forMs, number => readCheckout(port, at(number).token)),
    measureAtRate(perSecond.page, forMs, number =>
      sendRequest({
        port,
        path: '/checkouts/v2/review/',
        headers: { cookie: buildCookie(at(number)) },
      }),
    ),
    measureAtRate(perSecond.update, forMs, async number => {
      const city = `Boston ${number}`
      const response = await saveCheckout(port, at(number), { customer: { city } })
      saved[number % checkoutCount] = parseCheckout(response)
      return response
    }),
    measurePayments(port, forMs),
    measureUploads(port, photo, forMs),
  ])
  const afterMiB = readMemory(appPid())
  return { read, page, update, upload, payment, memory: { beforeMiB, afterMiB } }
}

/** The checkouts are prepared before, so that only payments are measured. */
async function measurePayments(port: number, forMs: number) {
  let next = preparePayment(port)
  return measureAtRate(perSecond.payment, forMs, async number => {
    const prepared = next
    next = preparePayment(port, cards[number % cards.length])
    return (await prepared)()
  })
}

function measureUploads(port: number, photo: Blob, forMs: number) {
  const uploads = Array.from({ length: uploadCount }, () => ({ token: '', left: 0 }))
  return measureInTurn(uploadCount, forMs, async connection => {
    const upload = uploads[connection] as (typeof uploads)[number]
    if (upload.left === 0) {
      upload.token = (await createSavedCheckout(port)).token
      upload.left = uploadsPerCheckout
    }
    upload.left -= 1
    const body = new FormData()
    body.append('type', 'profile')
    body.append('image', photo, 'photo.jpg')
    const path = `/checkouts/backend/api/approval-images/?checkout=${upload.token}`
    const headers = addressHeader()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
      headers,
    })
    await response.arrayBuffer()
    return response
  })
}

/** A content management system with an empty table, which can hang. */
async function startCms() {
  let isHanging = false
  const server = createServer((_, response) => {
    if (!isHanging) response.setHeader('content-type', 'application/json').end('[]')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/countries.json`,
    setHanging: (value: boolean) => {
      isHanging = value
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
