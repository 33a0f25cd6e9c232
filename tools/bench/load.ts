import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

const connections = 10
const warmUpMs = 2000
const measureMs = 8000
const mostRequests = 50_000

/** A request to this machine. */
export interface LocalRequest {
  port: number
  path: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** Over a connection of its own, not a kept one. */
  isAlone?: boolean
}

export interface LocalAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Load {
  perSecond: number
  medianMs: number
  p95Ms: number
  p99Ms: number
  requests: number
  failed: number
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Sends a request over a kept connection. */
export function send({
  port,
  path,
  method,
  headers,
  body,
  isAlone,
}: LocalRequest): Promise<LocalAnswer> {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const sent = json && { 'content-type': 'application/json', 'content-length': json.length }
  return new Promise((resolve, reject) => {
    const options = {
      agent: isAlone ? false : agent,
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      headers: { host: `localhost:${port}`, ...sent, ...headers },
    }
    const call = request(options, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
    call.on('error', reject).end(json)
  })
}

/** Repeats a request on 10 connections, each knowing its number, for 2 s unmeasured and 8 s measured. */
export async function load(once: (connection: number) => Promise<LocalAnswer>): Promise<Load> {
  await repeat(once, warmUpMs)
  const startedAt = performance.now()
  const { durationsMs, failed } = await repeat(once, measureMs)
  const seconds = (performance.now() - startedAt) / 1000
  durationsMs.sort((one, other) => one - other)
  const at = (share: number) => durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? 0
  return {
    perSecond: Math.round(durationsMs.length / seconds),
    medianMs: rounded(at(0.5)),
    p95Ms: rounded(at(0.95)),
    p99Ms: rounded(at(0.99)),
    requests: durationsMs.length,
    failed,
  }
}

/** Ends the kept connections, which would keep this process alive. */
export const closeConnections = (): void => agent.destroy()

async function repeat(once: (connection: number) => Promise<LocalAnswer>, forMs: number) {
  const durationsMs: number[] = []
  let failed = 0
  const until = performance.now() + forMs
  const isOver = () => performance.now() > until || durationsMs.length >= mostRequests
  const connection = async (_: unknown, number: number) => {
    while (!isOver()) {
      const startedAt = performance.now()
      const { status } = await once(number)
      durationsMs.push(performance.now() - startedAt)
      if (status !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return { durationsMs, failed }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
