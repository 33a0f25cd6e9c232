import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTask } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sharePage } from '@/server/pages/shared-page'

interface Visit {
  method?: string
  url?: string
  headers?: Record<string, string>
  /** The country of the props. */
  country?: string
  status?: number
  contentType?: string
}

let rendered: number

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
  rendered = 0
})

afterEach(() => vi.unstubAllEnvs())

/** The page that a visit gets: the number of pages rendered until then. */
async function visit({
  method = 'GET',
  url = '/v2/driver-details/',
  headers = {},
  country = '',
  status = 200,
  contentType = 'text/html; charset=utf-8',
}: Visit) {
  const req = Object.assign(new IncomingMessage(new Socket()), { method, url, headers })
  const res = new ServerResponse(req)
  const body: unknown[] = []
  const { end } = res
  res.end = ((chunk: unknown) => {
    body.push(chunk)
    return end.call(res, chunk, 'utf8')
  }) as typeof end
  sharePage({ req, res }, '/v2/driver-details/', { country })
  if (!res.writableEnded) {
    rendered += 1
    res.statusCode = status
    res.setHeader('Content-Type', contentType)
    res.end(`page ${rendered}`)
  }
  const [html] = body
  return html instanceof Uint8Array ? `brotli of ${brotliDecompressSync(html)}` : html
}

/** Waits until the last page is compressed. */
async function isShared(country: string): Promise<unknown> {
  for (;;) {
    const before = rendered
    const page = await visit({ country })
    if (rendered === before) return page
    await nextTask()
  }
}

describe('a page is rendered once', () => {
  it('for first visits with the same props', async () => {
    const page = await isShared('es')
    expect(await visit({ country: 'es' })).toBe(page)
    const headers = { 'accept-encoding': 'gzip, br;q=1' }
    expect(await visit({ country: 'es', headers })).toBe(`brotli of ${page}`)
  })

  it('again for other props', async () => {
    await isShared('fr')
    expect(await visit({ country: 'it' })).toBe(`page ${rendered}`)
  })

  it('again after many others, so that memory stays bounded', async () => {
    const page = await isShared('0')
    for (let number = 1; number < 60; number += 1) await isShared(`${number}`)
    expect(await visit({ country: '0' })).not.toBe(page)
  })
})

describe('a request that can carry something of a customer neither gets nor gives a page', () => {
  it.each<[string, Visit]>([
    ['a cookie', { headers: { cookie: 'userToken=token' } }],
    ['a query', { url: '/?email=ana@example.com' }],
    ['a form', { method: 'POST' }],
  ])('%s', async (country, parts) => {
    await visit({ ...parts, country })
    await nextTask()
    const page = await isShared(country)
    expect(page).not.toBe('page 1')
    expect(await visit({ ...parts, country })).toBe(`page ${rendered}`)
  })
})

it('a page that failed is not shared', async () => {
  await visit({ country: 'pt', status: 500 })
  expect(await isShared('pt')).not.toBe('page 1')
})

it('a page in development is rendered each time', async () => {
  const page = await isShared('jp')
  vi.stubEnv('NODE_ENV', 'development')
  expect(await visit({ country: 'jp' })).not.toBe(page)
})

describe('data for the router', () => {
  const data = { url: '/_next/data/build/v2/driver-details.json', contentType: 'application/json' }

  it('is not a page: the next visit does not get it', async () => {
    await visit({ ...data, country: 'gr' })
    expect(await isShared('gr')).not.toBe('page 1')
  })

  it('does not become a page that is shared', async () => {
    const page = await isShared('mt')
    expect(await visit({ ...data, country: 'mt' })).not.toBe(page)
  })

  it('is not shared by its type, at any address', async () => {
    await visit({ contentType: data.contentType, country: 'cy' })
    expect(await isShared('cy')).not.toBe('page 1')
  })
})
