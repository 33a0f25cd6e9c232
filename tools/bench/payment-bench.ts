import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type LoadResult, type LocalResponse, measureLoad, percentile, sendRequest } from './load'
import { createSavedCheckout, parseCheckout, readCheckout, saveCheckout } from './saved-checkout'

/** A proxy between app and payment provider that measures the provider's time. */
export interface Meter {
  url: string
  /** Sets the provider's URL; must come before the first call. */
  setTarget: (provider: string) => void
  /** Holds the provider's responses, or forwards them again. */
  setHanging: (isHanging: boolean) => void
  /** Milliseconds since the last call of this function during which any provider call was open. */
  takeElapsedMs: () => number
  stop: () => void
}

export async function startMeter(): Promise<Meter> {
  let target = ''
  let isHanging = false
  let openCalls = 0
  let openSince = 0
  let elapsedMs = 0
  const server = createServer((incoming, outgoing) => {
    if (isHanging && incoming.url === '/v1/payment_intents') return
    if (openCalls++ === 0) openSince = performance.now()
    const handleClose = () => {
      if (--openCalls === 0) elapsedMs += performance.now() - openSince
    }
    const { method, headers } = incoming
    const forwarded = request(`${target}${incoming.url}`, { method, headers }, upstream => {
      outgoing.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', handleClose)
    incoming.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTarget: provider => {
      target = provider
    },
    setHanging: value => {
      isHanging = value
    },
    takeElapsedMs: () => {
      const elapsed = elapsedMs
      elapsedMs = 0
      return elapsed
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const payments = 100
const hangingPayments = 20

/** Measures sequential payments: the shop's share of the time and the provider's. */
export async function measurePayments(port: number, meter: Meter) {
  const totalTimesMs: number[] = []
  const ownTimesMs: number[] = []
  for (let index = 0; index < payments; index += 1) {
    const pay = await preparePayment(port)
    meter.takeElapsedMs()
    const startedAt = performance.now()
    const { status, text } = await pay()
    const durationMs = performance.now() - startedAt
    if (status !== 200) throw new Error(`A payment was answered with ${status}: ${text}`)
    totalTimesMs.push(durationMs)
    ownTimesMs.push(durationMs - meter.takeElapsedMs())
  }
  return {
    payments,
    medianMs: percentile(totalTimesMs, 0.5),
    oursMedianMs: percentile(ownTimesMs, 0.5),
    oursP95Ms: percentile(ownTimesMs, 0.95),
  }
}

/** Measures checkout reads while idle, and while payments wait for a hanging provider. */
export async function measureReadsWhileHanging(port: number, meter: Meter) {
  const { token } = await createSavedCheckout(port)
  const measureReads = (): Promise<LoadResult> => measureLoad(() => readCheckout(port, token))
  const before = await measureReads()
  const preparedPayments = []
  while (preparedPayments.length < hangingPayments)
    preparedPayments.push(await preparePayment(port))
  meter.setHanging(true)
  const pendingPayments = preparedPayments.map(pay => pay())
  const during = await measureReads()
  meter.setHanging(false)
  await Promise.all(pendingPayments)
  return {
    hangingPayments,
    readP95Ms: before.p95Ms,
    readP95MsWhileHanging: during.p95Ms,
    ratio: Math.round((during.p95Ms / before.p95Ms) * 100) / 100,
  }
}

/** Prepares a checkout; the returned function sends its payment. */
export async function preparePayment(
  port: number,
  card = 'pm_card_visa',
): Promise<() => Promise<LocalResponse>> {
  const saved = await createSavedCheckout(port)
  const response = await saveCheckout(port, saved, { terms: { selected: true } })
  const { token } = parseCheckout(response)
  const { quote } = JSON.parse(response.text) as { quote: { total: number; currency: string } }
  const body = {
    api_key: 'demo',
    token,
    payment_method: card,
    expected_total: quote.total,
    expected_currency: quote.currency,
  }
  const path = '/checkouts/backend/api/merchant/stripe/create-payment-intent/'
  // Keep-alive connections are reserved for the measured reads.
  return () => sendRequest({ port, method: 'POST', path, body, usesOwnConnection: true })
}
