import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newSigner, type Signer } from '@/sandbox/paypal/certificate'
import { buildSignatureHeaders } from '@/sandbox/paypal/signature'
import { createPaypalEventReader } from '@/server/gateways/paypal-events'
import { openTestBackend, type TestBackend } from '../support/backend'
import { callRoute } from '../support/call-route'

const webhookRoute = '/api/webhooks/paypal/'

const signer = newSigner()
const impostor = newSigner()
const requestedPaths: string[] = []
const signersByPath: Record<string, Signer> = {
  '/v1/notifications/certs/CERT-1': signer,
  '/elsewhere/CERT-2': impostor,
}
const paypal = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  const found = signersByPath[request.url ?? '']
  response.writeHead(found ? 200 : 503).end(found?.certificate)
})

let shop: TestBackend
let url: string
beforeAll(async () => {
  await new Promise<void>(resolve => paypal.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(paypal.address() as AddressInfo).port}`
  shop = await openTestBackend({ sandboxUrl: url })
})
afterAll(async () => {
  paypal.closeAllConnections()
  await new Promise(resolve => paypal.close(resolve))
  await shop.close()
})

const event = {
  id: 'WH-1',
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource_type: 'capture',
  resource: { id: 'CAPTURE', supplementary_data: { related_ids: { order_id: 'NOBODY' } } },
}

interface WebhookRequest {
  body?: unknown
  signedBy?: Signer
  webhookId?: string
  certificateUrl?: string
  change?: (headers: Record<string, string>) => Record<string, string>
  transformBody?: (text: string) => string
}

function send({
  body = event,
  signedBy = signer,
  webhookId = 'sandbox-webhook',
  ...rest
}: WebhookRequest = {}) {
  const {
    certificateUrl = `${url}/v1/notifications/certs/CERT-1`,
    change = identity,
    transformBody = identity,
  } = rest
  const text = JSON.stringify(body)
  const headers = buildSignatureHeaders(text, { signer: signedBy, webhookId, certificateUrl })
  return callRoute(webhookRoute, {
    method: 'POST',
    rawBody: transformBody(text),
    headers: change(headers),
  })
}

const identity = <T>(value: T): T => value

describe('a PayPal webhook', () => {
  it('with a valid signature is accepted any number of times', async () => {
    for (const status of [200, 200]) expect((await send()).status).toBe(status)
  })

  it.each<unknown>([
    null,
    [],
    'event',
    5,
    { ...event, id: null },
    { ...event, id: 5 },
    { ...event, id: 'WH\0' },
    { ...event, event_type: null },
    { ...event, resource: null },
    { ...event, resource: 'CAPTURE' },
    { ...event, resource: { id: null, custom_id: 5, supplementary_data: [] } },
    { ...event, resource: { id: 'a\0', custom_id: 'b\0' } },
    { ...event, resource_type: 5 },
    {
      ...event,
      event_type: 'CUSTOMER.DISPUTE.CREATED',
      resource: { disputed_transactions: [{ custom: 'a\0', invoice_number: 'b\0' }] },
    },
    { ...event, event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { disputed_transactions: null } },
  ])('with a valid signature and a wrong content is acknowledged: %j', async body => {
    const warn = vi.spyOn(shop.backend.log, 'warn')
    const wrong = { ...(body as object) }
    const isEvent = 'id' in wrong && wrong.id === event.id
    const id = `WH-${Math.random()}`
    expect((await send({ body: isEvent ? { ...wrong, id } : body })).status).toBe(200)
    expect(warn).toHaveBeenCalled()
  })

  it.each<[string, WebhookRequest]>([
    ['signed with another key', { signedBy: impostor }],
    ['for another webhook', { webhookId: 'another' }],
    ['with a changed body', { transformBody: text => text.replace('NOBODY', 'NOBODZ') }],
    ['with reformatted JSON', { transformBody: text => `${text} ` }],
    ['without a signature', { change: () => ({}) }],
    [
      'with another timestamp',
      { change: headers => ({ ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' }) },
    ],
    [
      'with another signature algorithm',
      { change: headers => ({ ...headers, 'paypal-auth-algo': 'none' }) },
    ],
  ])('%s is refused and changes nothing', async (_, request) => {
    const before = await shop.readRows()
    const { status, body } = await send(request)
    expect([status, body.code]).toEqual([400, 'signature'])
    expect(await shop.readRows()).toEqual(before)
  })

  it.each([
    'https://evil.example/v1/notifications/certs/CERT-1',
    'http://api.paypal.com/v1/notifications/certs/CERT-1',
    'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
    'http://127.0.0.1:1/v1/notifications/certs/CERT-1',
    'file:///etc/passwd',
    'nonsense',
  ])('with its certificate at %s is refused without fetching it', async certificateUrl => {
    const before = requestedPaths.length
    expect((await send({ signedBy: impostor, certificateUrl })).status).toBe(400)
    expect(requestedPaths).toHaveLength(before)
  })

  it('with its certificate outside PayPal’s certificate path is refused', async () => {
    expect(
      (await send({ signedBy: impostor, certificateUrl: `${url}/elsewhere/CERT-2` })).status,
    ).toBe(400)
    expect(requestedPaths).not.toContain('/elsewhere/CERT-2')
  })

  it('returns 500 while its certificate cannot be fetched', async () => {
    expect((await send({ certificateUrl: `${url}/v1/notifications/certs/CERT-9` })).status).toBe(
      500,
    )
  })

  it('in live mode needs a certificate from a trusted root', async () => {
    const readLiveEvent = createPaypalEventReader({
      clientId: 'client',
      secret: 'secret',
      webhookId: 'sandbox-webhook',
      apiBase: undefined,
    })
    const { fetch: originalFetch } = globalThis
    globalThis.fetch = async () => new Response(signer.certificate)
    try {
      const text = JSON.stringify(event)
      const certificateUrl = 'https://api.paypal.com/v1/notifications/certs/CERT-1'
      const signatureOptions = { signer, webhookId: 'sandbox-webhook', certificateUrl }
      expect(
        await readLiveEvent(Buffer.from(text), buildSignatureHeaders(text, signatureOptions)),
      ).toBeUndefined()
    } finally {
      globalThis.fetch = originalFetch
    }
  })

  it.each([
    ['of an unknown type', { ...event, event_type: 'MOON.LANDED' }],
    ['without an object id', { ...event, resource: {} }],
    ['with an empty id', { ...event, resource: { custom_id: '' } }],
    ['with SQL as its id', { ...event, resource: { custom_id: "' OR 1=1 --" } }],
    ['with a list as its id', { ...event, resource: { custom_id: ['a'] } }],
  ])('%s is accepted and changes no order', async (_, body) => {
    expect((await send({ body })).status).toBe(200)
  })

  it('larger than a megabyte, or sent by GET, is refused', async () => {
    expect((await send({ transformBody: text => text + ' '.repeat(1_100_000) })).status).toBe(413)
    expect((await callRoute(webhookRoute)).status).toBe(405)
  })
})
