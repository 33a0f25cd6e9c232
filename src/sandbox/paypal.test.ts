import { createVerify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBody } from '@/sandbox/http-exchange'
import { type Sandbox, startSandbox } from '@/sandbox/server'

interface ReceivedWebhook {
  body: string
  headers: IncomingHttpHeaders
}

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-paypal-'))
const receivedWebhooks: ReceivedWebhook[] = []
const shop = createServer(async (request, response) => {
  receivedWebhooks.push({ body: await readBody(request), headers: request.headers })
  response.writeHead(200).end()
})
let sandbox: Sandbox
let bearer: string

beforeAll(async () => {
  await new Promise<void>(resolve => shop.listen(0, '127.0.0.1', resolve))
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: 'sk',
    webhookSecret: 'whsec',
    webhookUrl,
    paypal: { clientId: 'client', secret: 'secret', webhookId: 'WH-1', webhookUrl },
  })
  const { json } = await callPaypal('POST', '/v1/oauth2/token', 'grant_type=client_credentials', {
    authorization: `Basic ${Buffer.from('client:secret').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
  bearer = `Bearer ${json.access_token}`
})
beforeEach(async () => {
  await callPaypal('DELETE', '/_chaos')
  receivedWebhooks.length = 0
})
afterAll(async () => {
  await sandbox.stop()
  shop.closeAllConnections()
  await new Promise(resolve => shop.close(resolve))
  rmSync(dataDir, { recursive: true })
})

async function callPaypal(
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
) {
  const content = typeof body === 'string' ? body : body && JSON.stringify(body)
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: bearer ?? '', 'content-type': 'application/json', ...headers },
    ...(content !== undefined && { body: content }),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
  return { status: response.status, json: (text ? JSON.parse(text) : undefined) as any }
}

const orders = '/v2/checkout/orders'
const buildOrderBody = (value = '49.00', currency_code = 'USD', overrides: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code, value }, custom_id: 'attempt-1', ...overrides }],
})
const createOrder = async (body: object = buildOrderBody(), id?: string): Promise<string> => {
  const { status, json } = await callPaypal(
    'POST',
    orders,
    body,
    id ? { 'paypal-request-id': id } : {},
  )
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}
const captureOrder = (order: string, id = `capture-${order}`) =>
  callPaypal('POST', `${orders}/${order}/capture`, {}, { 'paypal-request-id': id })
const createApprovedOrder = async (choice = 'approved', body?: object): Promise<string> => {
  const order = await createOrder(body)
  await callPaypal('POST', '/_paypal/approvals', { order, choice })
  return order
}
const readCapture = (json: { purchase_units: { payments: { captures: object[] } }[] }) =>
  json.purchase_units[0]?.payments.captures[0] as { id: string; status: string }
const listMovements = async (order: string) =>
  (await callPaypal('GET', '/_ledger')).json.movements
    .filter(({ intent }: { intent: string }) => intent === order)
    .map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])
const readIssue = ({ json }: { json: { details: { issue: string }[] } }) => json.details[0]?.issue

describe('the PayPal sandbox', () => {
  it('accepts a text for the statement, unless it is too long or has other characters', async () => {
    const create = (soft_descriptor: string) =>
      callPaypal('POST', orders, buildOrderBody('49.00', 'USD', { soft_descriptor }))
    expect((await create('IDP CHECKOUT')).status).toBe(201)
    expect((await create('a text of 23 characters')).status).toBe(400)
    expect((await create('Führerschein')).status).toBe(400)
  })

  it('captures an approved order once and sends the event', async () => {
    const order = await createApprovedOrder()
    const { status, json } = await captureOrder(order)
    expect([status, json.status, readCapture(json).status]).toEqual([201, 'COMPLETED', 'COMPLETED'])
    expect(readIssue(await captureOrder(order, 'another'))).toBe('ORDER_ALREADY_CAPTURED')
    expect(await listMovements(order)).toEqual([['charge', 4_900]])
    await expect
      .poll(() => receivedWebhooks.map(({ body }) => JSON.parse(body).event_type).sort())
      .toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
  })

  it('captures an order paid with a card instead of an account', async () => {
    const order = await createOrder()
    const confirmCard = (number: string) =>
      callPaypal('POST', `${orders}/${order}/confirm-payment-source`, {
        payment_source: { card: { number, expiry: '2040-12' } },
      })
    expect((await confirmCard('4111')).status).toBe(400)
    const { status, json } = await confirmCard('4111111111111111')
    expect([status, json.status, json.payment_source]).toEqual([
      200,
      'APPROVED',
      { card: { last_digits: '1111' } },
    ])
    await captureOrder(order)
    expect(await listMovements(order)).toEqual([['charge', 4_900]])
  })

  it('captures nothing before the approval', async () => {
    const order = await createOrder()
    expect(readIssue(await captureOrder(order))).toBe('ORDER_NOT_APPROVED')
    expect(await listMovements(order)).toEqual([])
  })

  it('executes a request id once and returns the current state', async () => {
    const order = await createOrder(buildOrderBody(), 'once')
    await callPaypal('POST', '/_paypal/approvals', { order })
    const repeated = await callPaypal('POST', orders, buildOrderBody(), {
      'paypal-request-id': 'once',
    })
    expect([repeated.json.id, repeated.json.status]).toEqual([order, 'APPROVED'])
    await captureOrder(order, 'take')
    expect((await captureOrder(order, 'take')).json.status).toBe('COMPLETED')
    expect(await listMovements(order)).toEqual([['charge', 4_900]])
  })

  it('injects network faults before or after the work', async () => {
    const order = await createApprovedOrder()
    const rule = (fault: string) =>
      callPaypal('POST', '/_chaos', {
        fault,
        times: 1,
        match: { path: `${orders}/${order}/capture` },
      })
    await rule('error_500_before')
    expect((await captureOrder(order)).status).toBe(500)
    expect(await listMovements(order)).toEqual([])
    await rule('drop_after')
    await expect(captureOrder(order)).rejects.toThrow()
    expect((await captureOrder(order)).json.status).toBe('COMPLETED')
    expect(await listMovements(order)).toEqual([['charge', 4_900]])
  })

  it('refuses a second call with the same id while the first is running', async () => {
    const order = await createApprovedOrder()
    const path = `${orders}/${order}/capture`
    await callPaypal('POST', '/_chaos', {
      fault: 'delay_after',
      delayMs: 200,
      times: 1,
      match: { path },
    })
    const [first, second] = await Promise.all([captureOrder(order), captureOrder(order)])
    expect([first.status, second.status].sort()).toEqual([201, 409])
  })

  it.each([
    ['COMPLETED', 'COMPLETED', [['charge', 4_900]]],
    ['DENIED', 'DECLINED', []],
  ])('holds a capture for review, then decides %s', async (status, eventType, movements) => {
    const order = await createApprovedOrder('pending')
    expect(readCapture((await captureOrder(order)).json).status).toBe('PENDING')
    expect(await listMovements(order)).toEqual([])
    await callPaypal('POST', '/_paypal/captures', { order, status })
    expect(readCapture((await callPaypal('GET', `${orders}/${order}`)).json).status).toBe(eventType)
    expect(await listMovements(order)).toEqual(movements)
  })

  it('lets a payer whose card is declined choose another', async () => {
    const order = await createApprovedOrder('declined')
    expect(readIssue(await captureOrder(order))).toBe('INSTRUMENT_DECLINED')
    await callPaypal('POST', '/_paypal/approvals', { order })
    expect((await captureOrder(order)).json.status).toBe('COMPLETED')
  })

  it('captures an invoice once', async () => {
    const body = buildOrderBody('49.00', 'USD', { invoice_id: 'order-1' })
    await captureOrder(await createApprovedOrder('approved', body))
    expect(readIssue(await captureOrder(await createApprovedOrder('approved', body)))).toBe(
      'DUPLICATE_INVOICE_ID',
    )
  })

  it('refunds at most what was captured', async () => {
    const order = await createApprovedOrder()
    const { id } = readCapture((await captureOrder(order)).json)
    const refund = (value: string) =>
      callPaypal('POST', `/v2/payments/captures/${id}/refund`, {
        amount: { value, currency_code: 'USD' },
      })
    expect((await refund('9.00')).status).toBe(201)
    expect(readIssue(await refund('49.00'))).toBe('REFUND_AMOUNT_EXCEEDED')
    expect((await refund('40.00')).status).toBe(201)
    expect(readIssue(await refund('1.00'))).toBe('CAPTURE_FULLY_REFUNDED')
    expect(await listMovements(order)).toEqual([
      ['charge', 4_900],
      ['refund', 900],
      ['refund', 4_000],
    ])
  })

  it('changes an order’s amount until it is captured', async () => {
    const order = await createApprovedOrder()
    const patchOrder = () =>
      callPaypal('PATCH', `${orders}/${order}`, [
        {
          op: 'replace',
          path: "/purchase_units/@reference_id=='default'/amount",
          value: { currency_code: 'USD', value: '1.00' },
        },
      ])
    expect((await patchOrder()).status).toBe(204)
    await captureOrder(order)
    expect(await listMovements(order)).toEqual([['charge', 100]])
    expect(readIssue(await patchOrder())).toBe('ORDER_ALREADY_COMPLETED')
  })

  it.each([
    ['AED', '49.00', 422, 'CURRENCY_NOT_SUPPORTED'],
    ['INR', '49.00', 422, 'CURRENCY_NOT_SUPPORTED'],
    ['JPY', '4900.00', 422, 'DECIMALS_NOT_SUPPORTED'],
    ['USD', '49.001', 400, 'INVALID_PARAMETER_SYNTAX'],
    ['USD', '0.00', 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('refuses %s %s', async (currency, value, status, issue) => {
    const response = await callPaypal('POST', orders, buildOrderBody(value, currency))
    expect([response.status, readIssue(response)]).toEqual([status, issue])
  })

  it('refuses unknown parameters, callers and orders', async () => {
    expect((await callPaypal('POST', orders, { ...buildOrderBody(), total: 1 })).status).toBe(400)
    expect((await callPaypal('GET', `${orders}/NOBODY`)).status).toBe(404)
    expect(
      (await callPaypal('POST', orders, buildOrderBody(), { authorization: 'Bearer x' })).status,
    ).toBe(401)
    expect(
      (await callPaypal('POST', orders, buildOrderBody(), { 'sec-fetch-site': 'same-origin' }))
        .status,
    ).toBe(404)
  })

  it('signs its events as documented by PayPal', async () => {
    await createApprovedOrder()
    await expect.poll(() => receivedWebhooks.length).toBe(1)
    const [{ body, headers } = { body: '', headers: {} as IncomingHttpHeaders }] = receivedWebhooks
    const readHeader = (name: string) => String(headers[`paypal-${name}`])
    const certificate = new X509Certificate(await (await fetch(readHeader('cert-url'))).text())
    expect(certificate.subject).toContain('messageverificationcerts.paypal.com')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    const text = `${readHeader('transmission-id')}|${readHeader('transmission-time')}|WH-1|${crc32(body)}`
    const verify = createVerify('RSA-SHA256').update(text)
    expect(verify.verify(certificate.publicKey, readHeader('transmission-sig'), 'base64')).toBe(
      true,
    )
  })
})
