import { readFileSync } from 'node:fs'
import type { Product } from '../../tests/support/product'
import type { BarePage } from './bare-page'
import { type LoadResult, type LocalResponse, measureLoad, sendRequest } from './load'
import {
  buildCookie,
  createSavedCheckout,
  parseCheckout,
  readCheckout,
  type SavedCheckout,
  saveCheckout,
} from './saved-checkout'

const connections = 10
export const firstStep = '/checkouts/v2/driver-details/'

/** A process's resident memory in MiB: ready without a request, and the most after any load. */
export interface Memory {
  idleMiB: number
  loadedMiB: number
}

/** One server process under load, one kind of request after the other. */
export interface ServerFigures {
  'driver-details': LoadResult
  review: LoadResult
  read: LoadResult
  patch: LoadResult
  memory: Memory
}

/** The first page as browsers ask for it: with brotli, in the form that first visits share. */
const loadFirstPage = (port: number) =>
  sendRequest({ port, path: firstStep, headers: { 'accept-encoding': 'br' } })

/** Measures the server of the bare page, which has answered one request. */
export async function measureBareServer({ port, pid }: BarePage) {
  const idleMiB = readMemory(pid)
  const page = await measureLoad(() => sendRequest({ port, path: '/' }))
  return { page, memory: { idleMiB, loadedMiB: readMemory(pid) } }
}

/** Measures a product that has answered no page yet. */
export async function measureServer({ port, appPid }: Product): Promise<ServerFigures> {
  const idleMiB = readMemory(appPid())
  const loadedMiB: number[] = []
  const measure = async (run: Parameters<typeof measureLoad>[0]): Promise<LoadResult> => {
    const result = await measureLoad(run)
    loadedMiB.push(readMemory(appPid()))
    return result
  }
  const saved: SavedCheckout[] = []
  while (saved.length < connections) saved.push(await createSavedCheckout(port))
  const cookie = buildCookie(saved[0] as SavedCheckout)
  return {
    'driver-details': await measure(() => loadFirstPage(port)),
    review: await measure(() =>
      sendRequest({ port, path: '/checkouts/v2/review/', headers: { cookie } }),
    ),
    read: await measure(number => readCheckout(port, (saved[number] as SavedCheckout).token)),
    patch: await measure(async number => {
      const checkout = saved[number] as SavedCheckout
      const city = `Boston ${checkout.version}`
      const response = await saveCheckout(port, checkout, { customer: { city } })
      saved[number] = parseCheckout(response)
      return response
    }),
    memory: { idleMiB, loadedMiB: Math.max(...loadedMiB) },
  }
}

/**
 * Pages and reads per second of two processes on one database, beside one of them alone. The load
 * generator uses a core too, and least beside the review, which is rendered for each customer.
 */
export async function measureTwoProcesses(ports: [number, number]) {
  const checkout = await createSavedCheckout(ports[0])
  const cookie = buildCookie(checkout)
  const measureRatio = async (run: (port: number) => Promise<LocalResponse>) => {
    const one = await measureLoad(() => run(ports[0]))
    const two = await measureLoad(number => run(ports[number % 2] as number))
    return divide(two.perSecond, one.perSecond)
  }
  return {
    pagesRatio: await measureRatio(loadFirstPage),
    reviewRatio: await measureRatio(port =>
      sendRequest({ port, path: '/checkouts/v2/review/', headers: { cookie } }),
    ),
    readsRatio: await measureRatio(port => readCheckout(port, checkout.token)),
  }
}

interface Servers {
  postgresql: ServerFigures
  embedded: ServerFigures
  bare: Awaited<ReturnType<typeof measureBareServer>>
}

/** Rows of a table: requests per second and memory; ratios compare PostgreSQL with the bare page. */
export function compareServers({ postgresql, embedded, bare }: Servers) {
  const perSecond = (request: keyof Omit<ServerFigures, 'memory'>, barePerSecond?: number) =>
    compare(postgresql[request].perSecond, embedded[request].perSecond, barePerSecond)
  const memory = (state: keyof Memory) =>
    compare(postgresql.memory[state], embedded.memory[state], bare.memory[state])
  return {
    'driver-details/s': perSecond('driver-details', bare.page.perSecond),
    'review/s': perSecond('review', bare.page.perSecond),
    'reads/s': perSecond('read'),
    'patches/s': perSecond('patch'),
    'idle MiB': memory('idleMiB'),
    'loaded MiB': memory('loadedMiB'),
  }
}

const compare = (postgresql: number, embedded: number, bare?: number) => ({
  postgresql,
  embedded,
  ...(bare !== undefined && { bare, ratio: divide(postgresql, bare) }),
})

/** A process's resident memory in MiB. */
export function readMemory(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kibibytes) / 1024)
}

const divide = (one: number, other: number): number => Math.round((one / other) * 100) / 100
