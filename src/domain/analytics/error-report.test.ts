import { describe, expect, it } from 'vitest'
import {
  type ErrorReport,
  pickAllowedFields,
  toReportEvent,
  toTransactionEvent,
  uncaught,
} from '@/domain/analytics/error-report'

const email = 'ada.lovelace@mail.example'
const token = 'Xy3_'.repeat(11).slice(0, 43)

const buildReport = (overrides: Partial<ErrorReport> = {}): ErrorReport => ({
  level: 'error',
  what: 'a request failed',
  name: 'TypeError',
  ...overrides,
})

const readValue = (overrides: Partial<ErrorReport>) =>
  toReportEvent(buildReport(overrides))?.exception?.values[0]

describe('the report of an error', () => {
  it('has its class, our description, its code, the call and the stack', () => {
    const at = ['at price (/srv/shop/.next/server/pages/api/x.js:1:20)', 'at node:internal/a:3:4']
    const event = toReportEvent(
      buildReport({ code: 'ETIMEDOUT', route: '/api/checkout/[token]/', method: 'PATCH', at }),
    )
    expect(event).toMatchObject({
      level: 'error',
      transaction: '/api/checkout/[token]/',
      tags: { code: 'ETIMEDOUT', method: 'PATCH' },
    })
    const [value] = event?.exception?.values ?? []
    expect(value).toMatchObject({ type: 'TypeError', value: 'a request failed' })
    expect(value?.stacktrace?.frames).toEqual([
      { function: '?', filename: 'elsewhere', lineno: 3, colno: 4, in_app: false },
      {
        function: 'price',
        filename: '.next/server/pages/api/x.js',
        lineno: 1,
        colno: 20,
        in_app: true,
      },
    ])
  })

  it('has the stack frames of every browser', () => {
    const url = `https://shop.example/checkouts/_next/static/chunks/a-1.js?x=${email}`.split('?')[0]
    for (const at of [`TypeError: x\n    at pay (${url}:2:3)`, `pay@${url}:2:3`])
      expect(readValue({ at })?.stacktrace?.frames).toEqual([
        {
          function: 'pay',
          filename: '_next/static/chunks/a-1.js',
          lineno: 2,
          colno: 3,
          in_app: true,
        },
      ])
  })

  it('has at most 50 frames, those closest to the error', () => {
    const at = Array.from({ length: 80 }, (_, index) => `at f (/a/.next/b.js:${index + 1}:1)`)
    const frames = readValue({ at })?.stacktrace?.frames ?? []
    expect(frames.length).toBe(50)
    expect(frames.at(-1)?.lineno).toBe(1)
  })

  it.each([
    ["Cannot read properties of undefined (reading 'price')", true],
    ['price.toFixed is not a function', true],
    ['Minified React error #418; visit https://react.dev/errors/418', true],
    [`"${email}" is not valid JSON`, false],
    [`Cannot read properties of undefined (reading '${email}')`, false],
    [`Failed to fetch https://shop.example/?token=${token}`, false],
    ['duplicate key value violates: Key (email)=(ada)', false],
  ])('includes the message %s: %s', (message, isReported) => {
    const { value = '' } = readValue({ message }) ?? {}
    expect(value !== 'a request failed').toBe(isReported)
    expect(value).not.toMatch(/ada|token=|https/)
  })

  it.each<[string, Partial<ErrorReport>]>([
    ['a code', { code: email }],
    ['a method', { method: `GET ${email}` }],
    ['a route', { route: `/api/checkout/${token}/` }],
    ['a route with an order’s number', { route: '/api/orders/ord_4711/' }],
    ['a route with a query', { route: `/v2/review/?email=${email}` }],
    ['reasons', { reasons: [email, { email }, token.repeat(4)] }],
    ['our description', { what: `${email} was refused` }],
    ['a name', { name: email }],
    ['a stack', { at: [`at ${email} (https://a.example/?t=${token}:1:2)`] }],
    ['a file', { at: [`at f (https://a.example/_next/x.js?t=${token}:1:2)`] }],
  ])('never contains customer input in %s', (_, overrides) => {
    const json = JSON.stringify(toReportEvent(buildReport(overrides)))
    expect(json).not.toContain('ada')
    expect(json).not.toContain(token)
    expect(json).not.toContain('4711')
  })

  it('has our description and its reasons if there is no error', () => {
    const event = toReportEvent({
      level: 'warning',
      what: 'the state of a link is invalid and was ignored',
      reasons: ['userCountry'],
    })
    expect(event).toMatchObject({
      level: 'warning',
      message: { formatted: 'the state of a link is invalid and was ignored' },
      tags: { reason: 'userCountry' },
    })
  })
})

describe('an ignored error', () => {
  const ownFrame = 'at pay (https://shop.example/checkouts/_next/static/a.js:2:3)'
  it.each<[string, Partial<ErrorReport>]>([
    ['a third-party script', { message: 'Script error.', name: undefined }],
    ['a warning of the browser', { message: 'ResizeObserver loop limit exceeded', at: ownFrame }],
    ['an extension', { at: 'at f (chrome-extension://abc/_next/x.js:1:2)' }],
    ['a third-party tag', { at: 'at f (https://widget.example/it.js:1:2)' }],
    ['an error without a stack', { at: '' }],
  ])('is %s', (_, overrides) => {
    expect(toReportEvent(buildReport({ what: uncaught, ...overrides }))).toBeNull()
  })

  it('is not an uncaught error of our own, nor one that we report ourselves', () => {
    expect(toReportEvent(buildReport({ what: uncaught, at: ownFrame }))).not.toBeNull()
    expect(toReportEvent(buildReport({ what: 'saving', at: '' }))).not.toBeNull()
  })

  it.each(['/api/health/', '/api/ready/', '/checkouts/api/health/'])(
    'is one of a health check: %s',
    route => {
      expect(toReportEvent(buildReport({ route }))).toBeNull()
      expect(toTransactionEvent({ ...timing, route })).toBeNull()
    },
  )
})

const timing = {
  route: '/v2/review',
  operation: 'pageload' as const,
  start: 1,
  end: 2.5,
  isFine: true,
  id: 'a'.repeat(32),
}

describe('a timed page or call', () => {
  it('is named by its route pattern', () => {
    expect(toTransactionEvent(timing)).toMatchObject({
      type: 'transaction',
      transaction: '/v2/review',
      start_timestamp: 1,
      timestamp: 2.5,
      contexts: { trace: { op: 'pageload', status: 'ok', span_id: 'a'.repeat(16) } },
    })
  })

  it.each(['/404', '/[...path]', '/_error', `/photos/${token}`])('is not sent for %s', route => {
    expect(toTransactionEvent({ ...timing, route })).toBeNull()
  })
})

it('does not contain what the library adds', () => {
  const event = { tags: {}, user: { email }, request: { url: token }, contexts: { device: {} } }
  expect(pickAllowedFields(event)).toEqual({ tags: {}, contexts: { trace: undefined } })
})
