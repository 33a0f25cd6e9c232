import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import { getBackend } from '@/server/backend'
import { observeRequest } from '@/server/http/observe-request'
import type { PageProps } from '@/server/pages/step-page'

interface PageRequest {
  /** The page's path with its query, for code that reads the URL. */
  path?: string
  /** A data request of the client router. */
  isByScript?: boolean
  query?: Record<string, string | string[]>
  /** The checkout in the browser's cookie. */
  token?: string
  /** Posts this form, as a browser without scripts does. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Client IP of the request. */
  from?: string
}

interface RenderedPage {
  status: number
  /** The response body. */
  text: string
  /** The page's props; undefined for a redirect. */
  props: PageProps | undefined
  /** Redirect target. */
  redirectTo: string | undefined
  cookies: string[]
  header: (name: string) => string
}

/** Requests a page as a browser does; returns the response. */
export async function renderPage(
  page: GetServerSideProps<PageProps>,
  {
    path = '/',
    isByScript = false,
    query = {},
    token,
    form,
    headers,
    from = '192.0.2.1',
  }: PageRequest = {},
): Promise<RenderedPage> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from })
  const req = new IncomingMessage(socket)
  req.method = form ? 'POST' : 'GET'
  req.url = isByScript ? `/_next/data/build${path.replace(/\?|$/, '.json$&')}` : path
  req.headers = {
    host: 'shop.example',
    ...(token && { cookie: `userToken=${token}` }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...headers,
  }
  if (form) req.push(new URLSearchParams(form).toString())
  req.push(null)
  const res = new ServerResponse(req)
  let text = ''
  const { end } = res
  res.end = ((chunk?: string) => {
    text += chunk ?? ''
    return end.call(res, undefined, 'utf8')
  }) as typeof end
  const context = { req, res, query, resolvedUrl: path, params: {} }
  const { trustedProxies } = (await getBackend()).env
  const result = await observeRequest(req, res, trustedProxies, () =>
    page(context as unknown as GetServerSidePropsContext),
  )
  return {
    status: res.statusCode,
    text,
    props: 'props' in result ? await result.props : undefined,
    redirectTo: 'redirect' in result ? result.redirect.destination : undefined,
    cookies: [res.getHeader('set-cookie') ?? []].flat().map(String),
    header: name => String(res.getHeader(name) ?? ''),
  }
}
