import { mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { type Backend, createBackend, setBackend } from '@/server/backend'
import { callRoute } from '../support/call-route'
import { readCheckout, saveCheckout, startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const shop = withShop()
const folder = mkdtempSync(join(tmpdir(), 'ida-log-'))
const logFile = join(folder, 'log')
let log: Backend['log']
beforeAll(() => {
  const { env, db, close } = shop.backend
  const database = { db, close, migrate: async () => [], openAdminSocket: async () => undefined }
  log = createBackend({ ...env, logLevel: 'info' }, database, openSync(logFile, 'a')).log
})
afterEach(() => {
  setBackend(shop.backend)
  truncateSync(logFile)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The shop with a real log, and with this part broken. */
function breakShop(overrides: Partial<Backend> = {}, settings: Partial<Backend['env']> = {}) {
  const env = { ...shop.backend.env, ...settings }
  setBackend({ ...shop.backend, env, log, ...overrides })
}

const readLog = (): Record<string, unknown>[] =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

const fail = () => Promise.reject(new Error('broken'))
const failAsOutage = () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))
const idPattern = /^[\w-]{1,64}$/

const readHealth = (headers: Record<string, string> = {}) => callRoute('/api/health/', { headers })

describe('a request’s id', () => {
  it('is in the response, and another one each time', async () => {
    const ids = [await readHealth(), await readHealth()].map(reply => reply.headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(idPattern)
    expect(ids[0]).not.toBe(ids[1])
  })

  it('comes from a trusted proxy only', async () => {
    const given = { 'x-request-id': 'edge_01-AB' }
    expect((await readHealth(given)).headers['x-request-id']).not.toBe('edge_01-AB')
    breakShop({}, { trustedProxies: 1 })
    expect((await readHealth(given)).headers['x-request-id']).toBe('edge_01-AB')
    expect((await readHealth()).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it.each(['', 'a b', 'x'.repeat(65), '<script>', 'a,b', 'é'])(
    'is replaced if a proxy sends %j',
    async id => {
      breakShop({}, { trustedProxies: 1 })
      const { headers } = await readHealth({ 'x-request-id': id })
      expect(headers['x-request-id']).toMatch(idPattern)
      expect(headers['x-request-id']).not.toBe(id)
    },
  )

  it('is in every line of the log that the request writes, also beside other requests', async () => {
    const checkouts = [await startCheckout(), await startCheckout()]
    breakShop({ catalog: fail })
    const replies = await Promise.all(
      checkouts.map(({ token, version }) => saveCheckout(token, version, { state: { step: 2 } })),
    )
    expect(replies.map(({ status }) => status)).toEqual([500, 500])
    const ids = replies.map(({ headers }) => headers['x-request-id'])
    expect(new Set(readLog().map(line => line['request_id']))).toEqual(new Set(ids))
    expect(replies.map(({ body }) => body.request_id)).toEqual(ids)
  })

  it('is in the body of a fault and of an outage, and not of a refusal, which is not logged', async () => {
    const { token } = await startCheckout()
    breakShop({ catalog: failAsOutage })
    const { status, body, headers } = await readCheckout(token)
    expect([status, body.request_id]).toEqual([503, headers['x-request-id']])
    const refusal = await callRoute('/backend/api/nothing/')
    expect(refusal.status).toBe(404)
    expect(refusal.body).not.toHaveProperty('request_id')
  })

  it('is in the log of a page, and on the page of an outage', async () => {
    breakShop({ catalog: fail })
    await expect(renderPage(stepOne)).rejects.toThrow('the log says why')
    breakShop({ catalog: failAsOutage })
    const { status, text, header } = await renderPage(stepOne)
    expect(status).toBe(503)
    expect(text).toContain(`Reference: <bdi>${header('x-request-id')}</bdi>`)
    expect(readLog().at(-1)).toMatchObject({
      event: 'page.failed',
      request_id: header('x-request-id'),
    })
  })

  it('is in the log of a posted form, and in its answer', async () => {
    breakShop({}, { appUrl: undefined as never })
    const { status, text, headers } = await callRoute('/api/preferences/', {
      method: 'POST',
      rawBody: 'language=de',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(status).toBe(500)
    expect(text).toContain(`Reference: ${headers['x-request-id']}`)
    expect(readLog()).toMatchObject([{ event: 'form.failed', request_id: headers['x-request-id'] }])
  })

  it('is in the log of a webhook, and in its answer', async () => {
    const stripe = { ...shop.backend.stripe, constructEvent: () => JSON.parse('{') }
    breakShop({ stripe })
    const { status, body, headers } = await callRoute('/api/webhooks/stripe/', {
      method: 'POST',
      rawBody: '{}',
    })
    expect([status, body.request_id]).toEqual([500, headers['x-request-id']])
    expect(readLog()).toMatchObject([
      { event: 'webhook.failed', request_id: headers['x-request-id'] },
    ])
  })

  it('is missing in what a job writes', () => {
    log.info({ event: 'retention.deleted' }, 'expired data was deleted')
    expect(readLog()).toHaveLength(1)
    expect(readLog()[0]).not.toHaveProperty('request_id')
  })
})
