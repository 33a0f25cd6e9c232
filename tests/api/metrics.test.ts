import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import * as prom from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from '@/commands/program'
import type { Backend } from '@/server/backend'
import { attempts, orders, refunds } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import { photoFiles } from '@/server/db/tables/photos'
import { createOrderWebhook } from '@/server/gateways/order-webhook'
import { sendDueMessages } from '@/server/jobs/outbox'
import { registerShopGauges } from '@/server/metrics/shop-gauges'
import { startMetrics } from '@/server/metrics/start-metrics'
import { serveCall } from '../support/call-route'
import { createPaidCheckout, startCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { startWebhookReceiver } from '../support/webhook-receiver'
import { withShop } from '../support/with-shop'

const shop = withShop({ provider: startProvider, perTest: true })

const loopback = '127.0.0.1'

/** Starts metrics for one test; returns how they are scraped. */
async function serveMetrics(backend: Backend = shop.backend) {
  const { port, stop } = await startMetrics(backend, { host: loopback, port: 0 })
  onTestFinished(stop)
  return async (path = '/metrics', method = 'GET') => {
    const response = await fetch(`http://${loopback}:${port}${path}`, { method })
    return { status: response.status, text: await response.text() }
  }
}

/** The shop's calls on a port: a request ends only with its connection's response. */
async function serveShop(): Promise<string> {
  const server = createServer((request, response) => void serveCall(request, response))
  server.listen(0, loopback)
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return `http://${loopback}:${(server.address() as AddressInfo).port}/checkouts`
}

/** Lines of a metric, without its buckets. */
const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter(line => line.startsWith(name) && !line.includes('_bucket{'))

const requestCount = 'checkout_http_request_duration_seconds_count'
const callCount = 'checkout_call_duration_seconds_count'

describe('metrics', () => {
  it('count requests by route pattern, and addresses that may contain anything as one', async () => {
    const { token } = await startCheckout()
    const scrape = await serveMetrics()
    const origin = await serveShop()
    for (const path of [
      `/backend/api/checkout/${token}/`,
      `/backend/api/checkout/${token}/`,
      '/backend/api/checkout/unknown-token/',
      '/backend/api/ana@example.com/',
      '/api/another-address/',
      '/wp-login.php',
    ])
      await fetch(origin + path).then(response => response.text())
    await fetch(`${origin}/api/health/`, { method: 'OPTIONS' })
    const { text } = await scrape()
    expect(linesOf(text, requestCount).sort()).toEqual([
      `${requestCount}{route="/api/health/",method="other",status="4xx"} 1`,
      `${requestCount}{route="/backend/api/checkout/[token]/",method="GET",status="2xx"} 2`,
      `${requestCount}{route="/backend/api/checkout/[token]/",method="GET",status="4xx"} 1`,
      `${requestCount}{route="other",method="GET",status="4xx"} 1`,
      `${requestCount}{route="unknown",method="GET",status="4xx"} 2`,
    ])
    expect(text).not.toMatch(new RegExp(`${token}|unknown-token|ana@|wp-login`))
  })

  it('count calls to other services by outcome', async () => {
    const receiver = await startWebhookReceiver()
    onTestFinished(receiver.stop)
    const orderWebhook = createOrderWebhook(
      { orderWebhook: { url: receiver.url, secrets: ['a-secret-of-the-shop'] } },
      shop.backend.now,
    )
    const scrape = await serveMetrics()
    await createPaidCheckout()
    await sendDueMessages(shop.backend, ['confirmation_mail'])
    receiver.setResponse(400)
    await sendDueMessages({ ...shop.backend, orderWebhook }, ['order_paid'])
    await receiver.stop()
    await sendDueMessages({ ...shop.backend, orderWebhook }, ['purchase_event'])
    const lines = linesOf((await scrape()).text, callCount)
    expect(lines).toContain(`${callCount}{service="mail",outcome="ok"} 1`)
    expect(lines).toContain(`${callCount}{service="webhook",outcome="refused"} 1`)
    expect(lines).toContain(`${callCount}{service="webhook",outcome="failed"} 1`)
    expect(lines.some(line => line.includes('service="stripe",outcome="ok"'))).toBe(true)
  })

  it('show what waits and what somebody has to look after', async () => {
    const { db, now } = shop.backend
    for (let count = 0; count < 4; count += 1) await createPaidCheckout()
    const [first, second, third] = await db.select().from(attempts)
    const dayAgo = new Date(now().getTime() - 25 * 3_600_000)
    const set = (table: typeof orders | typeof attempts, id = '', changes: object) =>
      db.update(table).set(changes).where(sql`${table.id} = ${id}`)
    await set(orders, first?.orderId, { dispute: 'open', status: 'disputed' })
    await set(orders, second?.orderId, { paidAt: dayAgo })
    await set(attempts, second?.id, { reason: 'surplus' })
    await set(attempts, third?.id, { state: 'needs_check', createdAt: dayAgo })
    await db.insert(photoFiles).values({ name: 'a.jpg', removeAfter: dayAgo })
    await db.insert(refunds).values({
      id: 'refund-1',
      attemptId: first?.id ?? '',
      requestKey: 'key',
      amount: 1,
      refundedBefore: 0,
      state: 'unknown',
      createdAt: now(),
      checkedAt: now(),
    })
    await db.update(outbox).set({ closed: 'given_up' }).where(sql`kind = 'order_paid'`)
    await db
      .update(outbox)
      .set({ reason: 'HTTP 500', dueAt: dayAgo })
      .where(sql`kind = 'confirmation_mail' and order_id = ${first?.orderId}`)
    const { text } = await (await serveMetrics())()
    for (const line of [
      'checkout_database_up 1',
      'checkout_outbox_messages{kind="confirmation_mail",state="open"} 4',
      'checkout_outbox_messages{kind="confirmation_mail",state="retrying"} 1',
      'checkout_outbox_messages{kind="confirmation_mail",state="overdue"} 1',
      'checkout_outbox_given_up{kind="order_paid"} 4',
      'checkout_open_attempts{state="needs_check",age="older"} 1',
      'checkout_unmatched_payments 1',
      'checkout_refunds{state="requested"} 0',
      'checkout_refunds{state="unknown"} 1',
      'checkout_open_disputes 1',
      'checkout_orders_to_fulfil{age="under_1d"} 2',
      'checkout_orders_to_fulfil{age="under_3d"} 1',
      'checkout_orders_to_fulfil{age="older"} 0',
      'checkout_photo_files_due 1',
    ])
      expect(text.split('\n')).toContain(line)
    for (const order of await db.select().from(orders)) expect(text).not.toContain(order.id)
    expect(text).not.toContain('ana@example.com')
  })

  it('have Node’s own figures, and nothing at another address', async () => {
    const scrape = await serveMetrics()
    expect((await scrape()).text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect((await scrape('/')).status).toBe(404)
    expect((await scrape('/metrics', 'POST')).status).toBe(404)
  })

  it('are those that docs/going-live.md explains and builds its alarms on', async () => {
    const { text } = await (await serveMetrics())()
    const served = [...text.matchAll(/^# TYPE ((?:checkout|process|nodejs)_\w+) /gm)]
    const names = served.map(([, name = '']) => name)
    const page = readFileSync(join(root, 'docs/going-live.md'), 'utf8')
    const mentioned = [
      ...page.matchAll(/\b(?:checkout|process|nodejs)_\w+(?=[{`)[]|\s[=<>])/g),
    ].map(([name]) => name.replace(/_(?:count|bucket)$/, ''))
    expect(new Set(mentioned).size).toBeGreaterThan(10)
    expect(mentioned.filter(name => !names.includes(name))).toEqual([])
    const own = names.filter(name => name.startsWith('checkout_'))
    expect(own.filter(name => !page.includes(`| \`${name}\` |`))).toEqual([])
  })

  it('do not start on a port in use', async () => {
    const { port, stop } = await startMetrics(shop.backend, { host: loopback, port: 0 })
    onTestFinished(stop)
    await expect(startMetrics(shop.backend, { host: loopback, port })).rejects.toThrow('EADDRINUSE')
  })
})

describe('the gauges of the database', () => {
  /** The shop, whose queries are counted and replaced by `query`. */
  const breakDatabase = (query: () => Promise<never>) => {
    let reads = 0
    const chain: unknown = new Proxy(() => undefined, {
      get: (_, name) => {
        if (name !== 'then') return chain
        reads += 1
        const result = query()
        return result.then.bind(result)
      },
      apply: () => chain,
    })
    return { backend: { ...shop.backend, db: chain as Backend['db'] }, reads: () => reads }
  }

  it.each([
    ['refuses connections', () => Promise.reject(new Error('refused'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('are missing while it %s, and everything else is served', async (_, query) => {
    const registry = new prom.Registry()
    new prom.Gauge({ name: 'another', help: 'another', registers: [registry] }).set(7)
    const { backend, reads } = breakDatabase(query)
    registerShopGauges(prom, registry, backend, 50)
    const texts = [await registry.metrics(), await registry.metrics()]
    for (const text of texts) {
      expect(text).toMatch(/^another 7$/m)
      expect(text).toMatch(/^checkout_database_up 0$/m)
      expect(text).not.toMatch(/^checkout_(?!database_up)/m)
    }
    expect(reads()).toBe(1)
  })
})
