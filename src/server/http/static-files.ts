import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { requestIdHeader } from '@/server/http/observe-request'
import { nameRoute } from '@/server/infra/request-context'

const yearSeconds = 31_536_000

/**
 * Serves the files of a folder by their path, compressed if the folder has the file with `.br` or
 * `.gz` added. The list of files is read once. Returns false for an address that is not a file.
 */
export function serveStaticFiles(
  folder: string,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: 0,
    extensions: [],
    setHeaders: (response, path) => {
      // No line of the log is about a file.
      response.removeHeader(requestIdHeader)
      response.setHeader('X-Content-Type-Options', 'nosniff')
      const cacheControl = chooseCacheControl(path)
      if (cacheControl) response.setHeader('Cache-Control', cacheControl)
      // When the client goes away, the file stays open unless it is closed here.
      response.once('pipe', file => response.once('close', () => file.destroy()))
    },
  })
  return (request, response) => {
    let isFile = request.method === 'GET' || request.method === 'HEAD'
    if (isFile)
      serve(request, response, () => {
        isFile = false
      })
    if (isFile) nameRoute('file')
    return isFile
  }
}

/** Browsers ask for the icon again at each change of the address, for the picture at each Back. */
const iconSeconds = 86_400

/** Undefined for files that are asked for again each time. */
function chooseCacheControl(path: string): string | undefined {
  // Their names contain a hash of their content.
  if (path.startsWith('/checkouts/_next/static/')) return `public,max-age=${yearSeconds},immutable`
  // Flags change less than once a year.
  if (path.startsWith('/checkouts/flags/')) return `public,max-age=${yearSeconds}`
  if (/^\/checkouts\/(?:favicon|booklet)\./.test(path)) return `public,max-age=${iconSeconds}`
  return undefined
}
