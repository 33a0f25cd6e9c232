import { createVerify, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyText } from '@/sandbox/http-exchange'
import { type Sandbox, startSandbox } from '@/sandbox/server'

interface Sent {
  body: string
  headers: IncomingHttpHeaders
}

const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-paypal-'))
const sent: Sent[] = []
const shop = createServer(async (request, response) => {
  sent.push({ body: await bodyText(request), headers: request.headers })
  response.writeHead(200).end()
})
let sandbox: Sandbox
let bearer: string

beforeAll(async () => {
  await new Promise<void>(listening => shop.listen(0, '127.0.0.1', listening))
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
  sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: 'sk',
    webhookSecret: 'whsec',
    webhookUrl,
    paypal: { clientId: 'client', secret: 'secret', webhookId: 'WH-1', webhookUrl },
  })
  const { json } = await asked('POST', '/v1/oauth2/token', 'grant_type=client_credentials', {
    authorization: `Basic ${Buffer.from('client:secret').toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  })
  bearer = `Bearer ${json.access_token}`
})
beforeEach(async () => {
  await asked('DELETE', '/_chaos')
  sent.length = 0
})
afterAll(async () => {
  await sandbox.stop()
  shop.closeAllConnections()
  await new Promise(closed => shop.close(closed))
  rmSync(dataDir, { recursive: true })
})

async function asked(
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
) {
  const content = typeof body === 'string' ? body : body && JSON.stringify(body)
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: bearer ?? '', 'content-type': 'application/json', ...headers },
    ...(content !== undefined && { body: content }),
  })
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
  return { status: answer.status, json: (text ? JSON.parse(text) : undefined) as any }
}

const orders = '/v2/checkout/orders'
const unit = (value = '49.00', currency_code = 'USD', more: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: { currency_code, value }, custom_id: 'attempt-1', ...more }],
})
const added = async (body: object = unit(), id?: string): Promise<string> => {
  const { status, json } = await asked('POST', orders, body, id ? { 'paypal-request-id': id } : {})
  expect(status, JSON.stringify(json)).toBe(201)
  return json.id
}
const capture = (order: string, id = `capture-${order}`) =>
  asked('POST', `${orders}/${order}/capture`, {}, { 'paypal-request-id': id })
const approved = async (choice = 'approved', body?: object): Promise<string> => {
  const order = await added(body)
  await asked('POST', '/_paypal/approvals', { order, choice })
  return order
}
const captureIn = (json: { purchase_units: { payments: { captures: object[] } }[] }) =>
  json.purchase_units[0]?.payments.captures[0] as { id: string; status: string }
const movementsOf = async (order: string) =>
  (await asked('GET', '/_ledger')).json.movements
    .filter(({ intent }: { intent: string }) => intent === order)
    .map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])
const issueIn = ({ json }: { json: { details: { issue: string }[] } }) => json.details[0]?.issue

describe('PayPal’s stand-in', () => {
  it('takes the money of an approved order once, and tells it', async () => {
    const order = await approved()
    const { status, json } = await capture(order)
    expect([status, json.status, captureIn(json).status]).toEqual([201, 'COMPLETED', 'COMPLETED'])
    expect(issueIn(await capture(order, 'another'))).toBe('ORDER_ALREADY_CAPTURED')
    expect(await movementsOf(order)).toEqual([['charge', 4_900]])
    await expect
      .poll(() => sent.map(({ body }) => JSON.parse(body).event_type).sort())
      .toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED'])
  })

  it('takes the money of an order whose payer has given a card instead of an account', async () => {
    const order = await added()
    const confirm = (number: string) =>
      asked('POST', `${orders}/${order}/confirm-payment-source`, {
        payment_source: { card: { number, expiry: '2040-12' } },
      })
    expect((await confirm('4111')).status).toBe(400)
    const { status, json } = await confirm('4111111111111111')
    expect([status, json.status, json.payment_source]).toEqual([
      200,
      'APPROVED',
      { card: { last_digits: '1111' } },
    ])
    await capture(order)
    expect(await movementsOf(order)).toEqual([['charge', 4_900]])
  })

  it('takes nothing before the payer has approved', async () => {
    const order = await added()
    expect(issueIn(await capture(order))).toBe('ORDER_NOT_APPROVED')
    expect(await movementsOf(order)).toEqual([])
  })

  it('does nothing twice under one request id, and tells how it stands now', async () => {
    const order = await added(unit(), 'once')
    await asked('POST', '/_paypal/approvals', { order })
    const again = await asked('POST', orders, unit(), { 'paypal-request-id': 'once' })
    expect([again.json.id, again.json.status]).toEqual([order, 'APPROVED'])
    await capture(order, 'take')
    expect((await capture(order, 'take')).json.status).toBe('COMPLETED')
    expect(await movementsOf(order)).toEqual([['charge', 4_900]])
  })

  it('answers an unhappy network as it is told to, and has done its work or not', async () => {
    const order = await approved()
    const rule = (fault: string) =>
      asked('POST', '/_chaos', { fault, times: 1, match: { path: `${orders}/${order}/capture` } })
    await rule('error_500_before')
    expect((await capture(order)).status).toBe(500)
    expect(await movementsOf(order)).toEqual([])
    await rule('drop_after')
    await expect(capture(order)).rejects.toThrow()
    expect((await capture(order)).json.status).toBe('COMPLETED')
    expect(await movementsOf(order)).toEqual([['charge', 4_900]])
  })

  it('tells a second call with the same id that the first is still running', async () => {
    const order = await approved()
    const path = `${orders}/${order}/capture`
    await asked('POST', '/_chaos', {
      fault: 'delay_after',
      delayMs: 200,
      times: 1,
      match: { path },
    })
    const [one, other] = await Promise.all([capture(order), capture(order)])
    expect([one.status, other.status].sort()).toEqual([201, 409])
  })

  it.each([
    ['COMPLETED', 'COMPLETED', [['charge', 4_900]]],
    ['DENIED', 'DECLINED', []],
  ])('looks at a capture first, and decides %s', async (status, told, movements) => {
    const order = await approved('pending')
    expect(captureIn((await capture(order)).json).status).toBe('PENDING')
    expect(await movementsOf(order)).toEqual([])
    await asked('POST', '/_paypal/captures', { order, status })
    expect(captureIn((await asked('GET', `${orders}/${order}`)).json).status).toBe(told)
    expect(await movementsOf(order)).toEqual(movements)
  })

  it('lets a payer whose card is declined choose another', async () => {
    const order = await approved('declined')
    expect(issueIn(await capture(order))).toBe('INSTRUMENT_DECLINED')
    await asked('POST', '/_paypal/approvals', { order })
    expect((await capture(order)).json.status).toBe('COMPLETED')
  })

  it('takes one invoice’s money once', async () => {
    const body = unit('49.00', 'USD', { invoice_id: 'order-1' })
    await capture(await approved('approved', body))
    expect(issueIn(await capture(await approved('approved', body)))).toBe('DUPLICATE_INVOICE_ID')
  })

  it('gives back what came in, and no more', async () => {
    const order = await approved()
    const { id } = captureIn((await capture(order)).json)
    const refund = (value: string) =>
      asked('POST', `/v2/payments/captures/${id}/refund`, {
        amount: { value, currency_code: 'USD' },
      })
    expect((await refund('9.00')).status).toBe(201)
    expect(issueIn(await refund('49.00'))).toBe('REFUND_AMOUNT_EXCEEDED')
    expect((await refund('40.00')).status).toBe(201)
    expect(issueIn(await refund('1.00'))).toBe('CAPTURE_FULLY_REFUNDED')
    expect(await movementsOf(order)).toEqual([
      ['charge', 4_900],
      ['refund', 900],
      ['refund', 4_000],
    ])
  })

  it('lets an order’s amount be changed until it is captured', async () => {
    const order = await approved()
    const change = () =>
      asked('PATCH', `${orders}/${order}`, [
        {
          op: 'replace',
          path: "/purchase_units/@reference_id=='default'/amount",
          value: { currency_code: 'USD', value: '1.00' },
        },
      ])
    expect((await change()).status).toBe(204)
    await capture(order)
    expect(await movementsOf(order)).toEqual([['charge', 100]])
    expect(issueIn(await change())).toBe('ORDER_ALREADY_COMPLETED')
  })

  it.each([
    ['AED', '49.00', 422, 'CURRENCY_NOT_SUPPORTED'],
    ['INR', '49.00', 422, 'CURRENCY_NOT_SUPPORTED'],
    ['JPY', '4900.00', 422, 'DECIMALS_NOT_SUPPORTED'],
    ['USD', '49.001', 400, 'INVALID_PARAMETER_SYNTAX'],
    ['USD', '0.00', 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ])('refuses %s %s', async (currency, value, status, issue) => {
    const answer = await asked('POST', orders, unit(value, currency))
    expect([answer.status, issueIn(answer)]).toEqual([status, issue])
  })

  it('refuses parameters PayPal does not know, other callers and unknown orders', async () => {
    expect((await asked('POST', orders, { ...unit(), total: 1 })).status).toBe(400)
    expect((await asked('GET', `${orders}/NOBODY`)).status).toBe(404)
    expect((await asked('POST', orders, unit(), { authorization: 'Bearer x' })).status).toBe(401)
    expect((await asked('POST', orders, unit(), { 'sec-fetch-site': 'same-origin' })).status).toBe(
      404,
    )
  })

  it('signs its events as PayPal documents it', async () => {
    await approved()
    await expect.poll(() => sent.length).toBe(1)
    const [{ body, headers } = { body: '', headers: {} as IncomingHttpHeaders }] = sent
    const told = (name: string) => String(headers[`paypal-${name}`])
    const certificate = new X509Certificate(await (await fetch(told('cert-url'))).text())
    expect(certificate.subject).toContain('messageverificationcerts.paypal.com')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    const text = `${told('transmission-id')}|${told('transmission-time')}|WH-1|${crc32(body)}`
    const verify = createVerify('RSA-SHA256').update(text)
    expect(verify.verify(certificate.publicKey, told('transmission-sig'), 'base64')).toBe(true)
  })
})
