import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

const connections = 10
const warmUpMs = 2000
const measureMs = 8000
const maxRequests = 50_000

/** A request to this machine. */
export interface LocalRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** Uses a new connection instead of the keep-alive pool. */
  usesOwnConnection?: boolean
}

export interface LocalResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface LoadResult {
  perSecond: number
  medianMs: number
  p95Ms: number
  p99Ms: number
  requests: number
  failed: number
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Another address for each request, because of rate limits; for a product with TRUSTED_PROXIES=1. */
export const addressHeader = () => ({
  'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
})

/** Sends a request, on a keep-alive connection by default. */
export function sendRequest({
  port,
  path,
  method,
  headers,
  body,
  usesOwnConnection,
}: LocalRequest): Promise<LocalResponse> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const bodyHeaders = json && { 'content-type': 'application/json', 'content-length': json.length }
  return new Promise((resolve, reject) => {
    const options = {
      agent: usesOwnConnection ? false : agent,
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      headers: { host: `localhost:${port}`, ...addressHeader(), ...bodyHeaders, ...headers },
    }
    const clientRequest = request(options, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
    clientRequest.on('error', reject).end(json)
  })
}

/** Repeats a request on 10 connections for 2 s of warm-up and 8 s of measurement. */
export async function measureLoad(
  run: (connection: number) => Promise<LocalResponse>,
): Promise<LoadResult> {
  await repeat(run, warmUpMs)
  const startedAt = performance.now()
  const { durationsMs, failed } = await repeat(run, measureMs)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: Math.round(durationsMs.length / seconds),
    medianMs: percentile(durationsMs, 0.5),
    p95Ms: percentile(durationsMs, 0.95),
    p99Ms: percentile(durationsMs, 0.99),
    requests: durationsMs.length,
    failed,
  }
}

export interface RateResult {
  requests: number
  /** Numbers of responses of 400 or more by their status; 0 is a broken connection. */
  errors: Record<number, number>
  medianMs: number
  p95Ms: number
  p99Ms: number
}

/**
 * Starts a request so many times a second, whether or not earlier ones are answered, and waits for all
 * responses. A request that waits for a free connection counts its waiting.
 */
export async function measureAtRate(
  perSecond: number,
  durationMs: number,
  run: (number: number) => Promise<Pick<LocalResponse, 'status'>>,
): Promise<RateResult> {
  const startedAt = performance.now()
  const runs: Promise<Run>[] = []
  for (let count = 0; count < (perSecond * durationMs) / 1000; count += 1) {
    await delay(startedAt + (count * 1000) / perSecond - performance.now())
    runs.push(timeRun(() => run(count)))
  }
  return summarizeRuns(await Promise.all(runs))
}

/** Repeats a request on so many connections. */
export async function measureInTurn(
  connectionCount: number,
  durationMs: number,
  run: (connection: number) => Promise<Pick<LocalResponse, 'status'>>,
): Promise<RateResult> {
  const deadline = performance.now() + durationMs
  const runs: Run[] = []
  const connection = async (_: unknown, number: number) => {
    while (performance.now() < deadline) runs.push(await timeRun(() => run(number)))
  }
  await Promise.all(Array.from({ length: connectionCount }, connection))
  return summarizeRuns(runs)
}

interface Run {
  durationMs: number
  status: number
}

async function timeRun(run: () => Promise<Pick<LocalResponse, 'status'>>): Promise<Run> {
  const startedAt = performance.now()
  const status = await run().then(
    response => response.status,
    () => 0,
  )
  return { durationMs: performance.now() - startedAt, status }
}

function summarizeRuns(runs: Run[]): RateResult {
  const durationsMs = runs.map(({ durationMs }) => durationMs)
  const errors: Record<number, number> = {}
  for (const { status } of runs)
    if (status === 0 || status >= 400) errors[status] = (errors[status] ?? 0) + 1
  return {
    requests: runs.length,
    errors,
    medianMs: percentile(durationsMs, 0.5),
    p95Ms: percentile(durationsMs, 0.95),
    p99Ms: percentile(durationsMs, 0.99),
  }
}

/** Closes the keep-alive connections; they would keep the process running. */
export const closeConnections = (): void => agent.destroy()

async function repeat(run: (connection: number) => Promise<LocalResponse>, durationMs: number) {
  const durationsMs: number[] = []
  let failed = 0
  const deadline = performance.now() + durationMs
  const isDone = () => performance.now() > deadline || durationsMs.length >= maxRequests
  const connection = async (_: unknown, number: number) => {
    while (!isDone()) {
      const startedAt = performance.now()
      const { status } = await run(number)
      durationsMs.push(performance.now() - startedAt)
      if (status !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return { durationsMs, failed }
}

/** The duration that this share of the runs does not exceed, rounded to hundredths. */
export function percentile(durationsMs: number[], share: number): number {
  const sorted = durationsMs.toSorted((one, other) => one - other)
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 100) / 100
}
