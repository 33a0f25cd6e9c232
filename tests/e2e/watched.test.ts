import { readFileSync } from 'node:fs'
import { freePort } from '@/commands/port'
import { expect, test as sharedTest } from '../support/fixtures'
import { type Product, withProduct } from '../support/product'

interface WatchedProduct {
  product: Product
  metricsPort: number
}

/** Its own product, with metrics and behind a proxy that gives ids to requests. */
const test = sharedTest.extend<WatchedProduct>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from here
  metricsPort: async ({}, provide) => provide(await freePort()),
  product: ({ metricsPort }, provide) =>
    withProduct(provide, {
      env: { METRICS_PORT: String(metricsPort), TRUSTED_PROXIES: '1', LOG_LEVEL: 'info' },
    }),
})

test('a page’s id is in its log line, and metrics know pages and files by their patterns', async ({
  product,
  metricsPort,
}) => {
  const get = (path: string, id = '') =>
    fetch(`${product.origin}/checkouts/${path}`, { headers: { 'x-request-id': id } })
  const page = await get('v2/driver-details/?state=unreadable', 'edge-1')
  expect(page.headers.get('x-request-id')).toBe('edge-1')
  const lines = readFileSync(product.log.app, 'utf8')
    .split('\n')
    .filter(line => line.includes('"link.state_ignored"'))
    .map(line => JSON.parse(line))
  expect(lines).toMatchObject([{ request_id: 'edge-1' }])

  const html = await (await get('v2/driver-details/')).text()
  const [, script = ''] = /src="\/checkouts\/([^"]+\.js)"/.exec(html) ?? []
  const file = await get(script, 'edge-2')
  expect([file.status, file.headers.get('x-request-id')]).toEqual([200, null])
  await (await get('nowhere/ana@example/')).text()

  // A request counts once its response has left the server.
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const route of ['/v2/driver-details', 'file', '/404'])
    await expect.poll(scrape).toContain(`_count{route="${route}",method="GET",`)
  const metrics = await scrape()
  expect(metrics).toContain('checkout_database_up 1')
  expect(metrics).not.toContain('ana@')
})
