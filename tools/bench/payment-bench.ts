import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'
import { type Load, type LocalAnswer, load, send } from './load'
import { answerOf, readCheckout, saveCheckout, savedCheckout } from './saved-checkout'

/** Stands between the app and its payment provider, and tells how long the provider takes. */
export interface Meter {
  url: string
  /** Where the provider is; nothing is asked before that is known. */
  leadTo: (provider: string) => void
  /** From now on payments get no answer, or again the provider's. */
  hang: (isHanging: boolean) => void
  /** The milliseconds since the last time this was asked, in which some call to the provider was open. */
  takeMs: () => number
  stop: () => void
}

export async function startMeter(): Promise<Meter> {
  let target = ''
  let isHanging = false
  let open = 0
  let openSince = 0
  let takenMs = 0
  const server = createServer((asked, answer) => {
    if (isHanging && asked.url === '/v1/payment_intents') return
    if (open++ === 0) openSince = performance.now()
    const isOver = () => {
      if (--open === 0) takenMs += performance.now() - openSince
    }
    const { method, headers } = asked
    const passed = request(`${target}${asked.url}`, { method, headers }, told => {
      answer.writeHead(told.statusCode ?? 502, told.headers)
      told.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', isOver)
    asked.pipe(passed)
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: provider => {
      target = provider
    },
    hang: next => {
      isHanging = next
    },
    takeMs: () => {
      const taken = takenMs
      takenMs = 0
      return taken
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const payments = 100
const hangingPayments = 20

/** One after the other: how much of a payment's time is ours, and how much the provider's. */
export async function payingTimes(port: number, meter: Meter) {
  const whole: number[] = []
  const ours: number[] = []
  for (let number = 0; number < payments; number += 1) {
    const pay = await payable(port)
    meter.takeMs()
    const startedAt = performance.now()
    const { status, text } = await pay()
    const tookMs = performance.now() - startedAt
    if (status !== 200) throw new Error(`A payment was answered with ${status}: ${text}`)
    whole.push(tookMs)
    ours.push(tookMs - meter.takeMs())
  }
  return {
    payments,
    medianMs: at(whole, 0.5),
    oursMedianMs: at(ours, 0.5),
    oursP95Ms: at(ours, 0.95),
  }
}

/** Reading a checkout while nobody pays, and while payments wait for a provider that does not answer. */
export async function whileHanging(port: number, meter: Meter) {
  const { token } = await savedCheckout(port)
  const read = (): Promise<Load> => load(() => readCheckout(port, token))
  const before = await read()
  const pays = []
  while (pays.length < hangingPayments) pays.push(await payable(port))
  meter.hang(true)
  const hanging = pays.map(pay => pay())
  const during = await read()
  meter.hang(false)
  await Promise.all(hanging)
  return {
    hangingPayments,
    readP95Ms: before.p95Ms,
    readP95MsWhileHanging: during.p95Ms,
    ratio: Math.round((during.p95Ms / before.p95Ms) * 100) / 100,
  }
}

/** A checkout at which nothing is missing but the press of Pay. */
async function payable(port: number): Promise<() => Promise<LocalAnswer>> {
  const saved = await savedCheckout(port)
  const answer = await saveCheckout(port, saved, { terms: { selected: true } })
  const { token } = answerOf(answer)
  const { quote } = JSON.parse(answer.text) as { quote: { total: number; currency: string } }
  const body = {
    api_key: 'demo',
    token,
    payment_method: 'pm_card_visa',
    expected_total: quote.total,
    expected_currency: quote.currency,
  }
  const path = '/checkouts/backend/api/merchant/stripe/create-payment-intent/'
  // The kept connections are for the reads that are measured beside it.
  return () => send({ port, method: 'POST', path, body, isAlone: true })
}

function at(durationsMs: number[], share: number): number {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100
}
