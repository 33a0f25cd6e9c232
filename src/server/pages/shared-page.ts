import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { brotliWindow } from '@/server/http/compress-response'
import { getPageStyles, type InlinePart } from '@/server/http/inline-parts'
import { isDataRequest } from '@/server/http/request'
import { selectUsedStyles } from '@/server/http/used-styles'

/** The page of a first visit, rendered and compressed once. */
interface SharedPage extends SlimPage {
  brotli: Buffer
}

interface SlimPage {
  html: string
  /** Replaces the source of the whole style sheet in the policy. */
  styles?: InlinePart
}

/** About 200 kB each: the languages, countries and currencies of most first visits of a day. */
const maxPages = 40

/** By page and props, the last used one at the end. */
const pages = new Map<string, SharedPage>()

let isCompressing = false

const compress = promisify(brotliCompress)

/** Blocks of 64 kB: a page has several kinds of content, and the default would mix them. */
const params = { ...brotliWindow, [constants.BROTLI_PARAM_LGBLOCK]: 16 }

/**
 * Ends the response with the page of an earlier first visit with the same props: Next renders
 * nothing then. Without one, the page that Next renders is remembered. Only a request that carries
 * nothing of a customer gets or gives a page: no cookie, no query and no form.
 */
export function sharePage(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  route: string,
  props: object,
): void {
  if (!isFirstVisit(req)) return
  const key = `${route} ${JSON.stringify(props)}`
  const page = pages.get(key)
  if (page) {
    touch(key, page)
    sendPage(req, res, page)
  } else whenEnded(res, html => void rememberPage(key, html))
}

/** Whether the request is for a page and carries nothing of a customer; never in development. */
export function isFirstVisit(request: IncomingMessage): boolean {
  // In development the code of a page may have changed since.
  if (process.env.NODE_ENV !== 'production' || isDataRequest(request)) return false
  const { method, headers, url = '' } = request
  return method === 'GET' && !headers.cookie && !url.includes('?')
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  { html, brotli, styles }: SharedPage,
): void {
  if (styles) allowStyles(response, styles)
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (!/\bbr\b(?!\s*;\s*q=0)/.test(String(request.headers['accept-encoding']))) {
    response.end(html)
    return
  }
  response.setHeader('Content-Encoding', 'br')
  response.setHeader('Content-Length', brotli.byteLength)
  response.end(brotli)
}

function allowStyles(response: ServerResponse, styles: InlinePart): void {
  const policy = `${response.getHeader('Content-Security-Policy')}`
  const { source = '' } = getPageStyles() ?? {}
  response.setHeader('Content-Security-Policy', policy.replace(source, styles.source))
}

/** Calls back with the HTML that ends the response, if it is a page: never with data or an error. */
function whenEnded(response: ServerResponse, callback: (html: string) => void): void {
  const { end } = response
  response.end = ((...parameters: Parameters<typeof end>) => {
    const html: unknown = parameters[0]
    const isPage = response.statusCode === 200 && isHtml(response)
    if (isPage && typeof html === 'string') callback(html)
    return end.apply(response, parameters)
  }) as typeof end
}

const isHtml = (response: ServerResponse): boolean =>
  /^text\/html\b/.test(String(response.getHeader('Content-Type')))

/**
 * Compresses with brotli's best quality, which takes 150 ms on another thread; one page at a time,
 * so that visits in many languages at once do not occupy the threads.
 */
async function rememberPage(key: string, html: string): Promise<void> {
  if (isCompressing) return
  isCompressing = true
  try {
    const page = slimPage(html)
    touch(key, { ...page, brotli: await compress(page.html, { params }) })
  } finally {
    isCompressing = false
  }
  const [oldestKey] = pages.keys()
  if (pages.size > maxPages && oldestKey) pages.delete(oldestKey)
}

/**
 * Leaves only those inline styles that the page uses, so that it is painted sooner. The browser adds
 * the whole sheet once the page is hydrated, and without scripts the page links to it.
 */
function slimPage(html: string): SlimPage {
  const all = getPageStyles()
  const styles = all && selectUsedStyles(html.replace(all.text, ''))
  if (!styles) return { html }
  const noscript = `<noscript><link rel="stylesheet" href="${all.address}"/></noscript>`
  const slimHtml = html.replace(
    `>${all.text}</style>`,
    () => ` data-sheet="${all.address}">${styles.text}</style>${noscript}`,
  )
  return { html: slimHtml, styles }
}

function touch(key: string, page: SharedPage): void {
  pages.delete(key)
  pages.set(key, page)
}
