import type { Page } from '@playwright/test'

export interface LoggedRequest {
  /** Method and path without the query. */
  name: string
  url: string
  body: string
  /** The browser's kind: `Script`, `Document`. */
  type: string
  /** Seconds; the end is infinite until the response is complete. */
  start: number
  end: number
  /** On the wire. */
  bytes: number
  /** The browser had the response: nothing was sent. */
  isCached: boolean
}

/**
 * Logs the requests of a page in the order they start. The page's context must have no routes: they
 * turn off the browser's cache.
 */
export async function logRequests(page: Page) {
  const log: LoggedRequest[] = []
  const requestsById = new Map<string, LoggedRequest>()
  const client = await page.context().newCDPSession(page)
  const mark = (id: string, change: Partial<LoggedRequest>) => {
    const request = requestsById.get(id)
    if (request) Object.assign(request, change)
  }
  client.on('Network.requestWillBeSent', ({ requestId, request, type = '', timestamp }) => {
    const { method, url, postData: body = '' } = request
    if (url.startsWith('data:')) return
    const name = `${method} ${new URL(url).pathname.replace('/checkouts', '')}`
    const times = { start: timestamp, end: Number.POSITIVE_INFINITY }
    const logged = { name, url, body, type, ...times, bytes: 0, isCached: false }
    requestsById.set(requestId, logged)
    log.push(logged)
  })
  client.on('Network.requestServedFromCache', ({ requestId }) =>
    mark(requestId, { isCached: true }),
  )
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) mark(requestId, { isCached: true })
  })
  client.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    mark(requestId, { end: timestamp, bytes: encodedDataLength }),
  )
  await client.send('Network.enable')
  return {
    /** The requests that were sent, from one of the log's lengths on. */
    sent: (from = 0): LoggedRequest[] => log.slice(from).filter(({ isCached }) => !isCached),
    /** How many requests there are so far. */
    length: () => log.length,
    /** Whether a request is done whose address or body contains the text. */
    hasFinished: (text: string): boolean =>
      log.some(request => isFinished(request) && (request.url + request.body).includes(text)),
  }
}

export const isFinished = ({ end }: LoggedRequest): boolean => Number.isFinite(end)
