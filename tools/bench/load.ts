import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

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
      headers: { host: `localhost:${port}`, ...bodyHeaders, ...headers },
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
