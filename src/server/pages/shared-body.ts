import type { IncomingMessage } from 'node:http'
import type { DocumentInitialProps } from 'next/document'

/** About 100 kB each: the languages, countries and currencies of most first visits of a day. */
const maxBodies = 60

/** Rendered bodies by page and props, the last used one at the end. */
const bodies = new Map<string, DocumentInitialProps>()

const keys = new WeakMap<IncomingMessage, string>()

/**
 * Lets `reuseBody` render this page once for all visitors with the same props. That needs a request
 * that carries nothing of a customer: no cookie, no query and no form.
 */
export function shareBody(request: IncomingMessage, page: string, props: object): void {
  const { method, headers, url = '' } = request
  if (method !== 'GET' || headers.cookie || url.includes('?')) return
  // In development the code of a page may have changed since.
  if (process.env.NODE_ENV !== 'production') return
  keys.set(request, `${page} ${JSON.stringify(props)}`)
}

/** The body of the request's page: of an earlier first visit with the same props, else rendered. */
export async function reuseBody(
  request: IncomingMessage | undefined,
  render: () => Promise<DocumentInitialProps>,
): Promise<DocumentInitialProps> {
  const key = request && keys.get(request)
  if (!key) return render()
  const body = bodies.get(key) ?? (await render())
  bodies.delete(key)
  bodies.set(key, body)
  const [oldestKey] = bodies.keys()
  if (bodies.size > maxBodies && oldestKey) bodies.delete(oldestKey)
  return body
}
