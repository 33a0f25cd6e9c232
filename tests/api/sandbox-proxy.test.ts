import { describe, expect, it } from 'vitest'
import { callRoute, type RouteCall } from '../support/call-route'
import { startProvider } from '../support/provider'
import { withShop } from '../support/with-shop'

const proxyRoute = '/api/sandbox/[...path]/'

const shop = withShop({ provider: startProvider })

const callProxy = (path: string[], call: RouteCall = {}) =>
  callRoute(proxyRoute, { ...call, params: { path } })

describe('the sandbox proxy', () => {
  it('serves the provider’s script under the shop’s own address', async () => {
    const { status, headers, text } = await callProxy(['stripe.js'])
    expect(status).toBe(200)
    expect(String(headers['content-type'])).toMatch(/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=600')
    expect(text.length).toBeGreaterThan(100)
  })

  it('serves no other path', async () => {
    const paths = [
      ['_ledger'],
      ['..', '_ledger'],
      ['.', '..', '_ledger'],
      ['../_ledger'],
      ['..\\_ledger'],
      ['%2e%2e', '_ledger'],
      ['..', 'v1', 'payment_intents'],
      ['x', '..', '..', '_chaos'],
      [''],
    ]
    for (const path of paths) expect([path, (await callProxy(path)).status]).toEqual([path, 404])
  })

  it('accepts no fault rules', async () => {
    const body = { fault: 'error_500_before' }
    expect((await callProxy(['..', '_chaos'], { method: 'POST', body })).status).toBe(404)
    expect((await callProxy(['stripe.js'])).status).toBe(200)
  })

  it('refuses another origin', async () => {
    const headers = { origin: 'https://evil.example' }
    const { status } = await callProxy(['payment-methods'], { method: 'POST', body: {}, headers })
    expect(status).toBe(403)
  })

  it('limits the body size', async () => {
    const rawBody = 'a'.repeat(70_000)
    expect((await callProxy(['payment-methods'], { method: 'POST', rawBody })).status).toBe(413)
  })

  it('returns 404 when payments are live', async () => {
    const { env } = shop.backend
    shop.backend.env = { ...env, payments: 'live' }
    const { status } = await callProxy(['stripe.js'])
    shop.backend.env = env
    expect(status).toBe(404)
  })
})
