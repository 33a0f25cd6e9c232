import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
import type { PageProps } from '@/server/page'

interface Visit {
  query?: Record<string, string | string[]>
  /** The checkout in the browser's cookie. */
  token?: string
  /** Posts this form, as a browser without scripts does. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** The network address it comes from. */
  from?: string
}

interface Seen {
  /** What the page is rendered with; undefined for a redirect. */
  props: PageProps | undefined
  /** Where the browser is sent instead. */
  sentTo: string | undefined
  cookies: string[]
}

/** Asks for a page as a browser does, and looks at what it is given. */
export async function visit(
  page: GetServerSideProps<PageProps>,
  { query = {}, token, form, headers, from = '192.0.2.1' }: Visit = {},
): Promise<Seen> {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: from })
  const req = new IncomingMessage(socket)
  req.method = form ? 'POST' : 'GET'
  req.headers = {
    host: 'shop.example',
    ...(token && { cookie: `userToken=${token}` }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...headers,
  }
  if (form) req.push(new URLSearchParams(form).toString())
  req.push(null)
  const res = new ServerResponse(req)
  const context = { req, res, query, resolvedUrl: '/', params: {} }
  const result = await page(context as unknown as GetServerSidePropsContext)
  return {
    props: 'props' in result ? await result.props : undefined,
    sentTo: 'redirect' in result ? result.redirect.destination : undefined,
    cookies: [res.getHeader('set-cookie') ?? []].flat().map(String),
  }
}
