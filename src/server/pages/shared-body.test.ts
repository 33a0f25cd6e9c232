import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reuseBody, shareBody } from '@/server/pages/shared-body'

interface Visit {
  method?: string
  url?: string
  cookie?: string
  /** The country of the props. */
  country?: string
}

let rendered: number

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
  rendered = 0
})

afterEach(() => vi.unstubAllEnvs())

/** The body that a visit gets: how many bodies were rendered before it. */
async function visit({ method = 'GET', url = '/', cookie, country = 'us' }: Visit) {
  const request = { method, url, headers: { cookie } } as unknown as IncomingMessage
  shareBody(request, '/v2/driver-details/', { country })
  const { html } = await reuseBody(request, async () => {
    rendered += 1
    return { html: `body ${rendered}` }
  })
  return html
}

describe('a body is rendered once', () => {
  it('for first visits with the same props', async () => {
    const body = await visit({ country: 'es' })
    expect(await visit({ country: 'es' })).toBe(body)
    expect(rendered).toBe(1)
  })

  it('again for other props', async () => {
    await visit({ country: 'fr' })
    await visit({ country: 'it' })
    expect(rendered).toBe(2)
  })

  it('again after many others, so that memory stays bounded', async () => {
    for (let number = 0; number < 100; number += 1) await visit({ country: `${number}` })
    await visit({ country: '0' })
    expect(rendered).toBe(101)
  })
})

describe('a request that can carry something of a customer gets its own body', () => {
  it.each<[string, Visit]>([
    ['a cookie', { cookie: 'ida-checkout=token' }],
    ['a query', { url: '/?email=ana@example.com' }],
    ['a form', { method: 'POST' }],
  ])('%s', async (name, parts) => {
    const personalBody = await visit({ ...parts, country: name })
    expect(await visit({ ...parts, country: name })).not.toBe(personalBody)
    const sharedBody = await visit({ country: name })
    expect(await visit({ ...parts, country: name })).not.toBe(sharedBody)
    expect(rendered).toBe(4)
  })
})

it('a page in development is rendered each time', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  await visit({ country: 'jp' })
  await visit({ country: 'jp' })
  expect(rendered).toBe(2)
})
