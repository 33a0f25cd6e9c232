import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { type Backend, setBackend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import {
  createErrorReporter,
  type ErrorReporter,
  withErrorReporting,
} from '@/server/gateways/error-reporter'
import { createPermitSource } from '@/server/gateways/permit-cms'
import { callRoute } from '../support/call-route'
import { saveCheckout, startCheckout } from '../support/customer'
import { renderPage } from '../support/render-page'
import { type ReportReceiver, startReportReceiver } from '../support/report-receiver'
import { withShop } from '../support/with-shop'

const checkoutRoute = '/backend/api/checkout/[token]/'
const healthRoute = '/api/health/'

let receiver: ReportReceiver

const shop = withShop()
beforeEach(async () => {
  receiver = await startReportReceiver()
})
afterEach(async () => {
  setBackend(shop.backend)
  await receiver.stop()
})

/** A new object with the shop's silent log as its prototype. */
const createSilentLog = (): Backend['log'] => Object.create(shop.backend.log)

/** A shop that reports every error, with this part broken. */
function createReports(overrides: Partial<Backend> = {}, random = () => 0): ErrorReporter {
  const { errorReporting } = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty
  const errorReporter = createErrorReporter(errorReporting, random)
  setBackend({
    ...shop.backend,
    errorReporter,
    log: withErrorReporting(createSilentLog(), errorReporter),
    ...overrides,
  })
  return errorReporter
}

const listErrorReports = () => receiver.received.filter(({ type }) => type === 'event')
const email = 'ada.lovelace@mail.example'

/** Resolves after all earlier reports were sent: they are sent in sequence. */
async function waitForReports(errorReporter: ErrorReporter): Promise<void> {
  errorReporter.captureError({ level: 'warning', what: 'the last word' })
  await receiver.waitFor('the last word')
}

describe('a server error', () => {
  const rejectWithEmail = () => Promise.reject(new TypeError(`no plan for ${email}`))

  it('in a call is reported with the route pattern and without personal data', async () => {
    const { token, version } = await startCheckout()
    createReports({ catalog: rejectWithEmail })
    const reply = await saveCheckout(token, version, { customer: { email } })
    expect(reply.status).toBe(500)
    await receiver.waitFor(2)
    const [{ event, rawRequest, path } = { event: {}, rawRequest: '', path: '' }] =
      listErrorReports()
    expect(path).toMatch(/^\/api\/7\/envelope\/\?/)
    expect(event).toMatchObject({
      level: 'error',
      release: 'ida-checkout@1.3.5',
      transaction: '/api/checkout/[token]/',
      tags: { method: 'PATCH', request_id: reply.headers['x-request-id'] },
      exception: { values: [{ type: 'TypeError', value: 'a request failed' }] },
    })
    expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0)
    for (const secret of [email, token]) expect(rawRequest).not.toContain(secret)
  })

  it('on a page is reported', async () => {
    createReports({ catalog: rejectWithEmail })
    await expect(renderPage(stepOne)).rejects.toThrow('the log says why')
    await receiver.waitFor(1)
    expect(listErrorReports()[0]?.event.exception.values[0].value).toBe('a page failed')
  })

  it('in a query is reported without the query parameters', async () => {
    const { token } = await startCheckout()
    const error = Object.assign(new Error(`Failed query: ${email}`), { params: [email, token] })
    const reports = createReports({ catalog: () => Promise.reject(error) })
    await callRoute(checkoutRoute, {
      params: { token },
      headers: { cookie: `userToken=${token}`, referer: `https://shop.example/?token=${token}` },
    })
    await waitForReports(reports)
    for (const { rawRequest } of receiver.received) {
      expect(rawRequest).not.toContain(email)
      expect(rawRequest).not.toContain(token)
    }
  })
})

describe('a reported warning', () => {
  it('contains the reason for an invalid state in a link', async () => {
    createReports()
    await renderPage(stepOne, { query: { state: JSON.stringify({ userCountry: email }) } })
    await receiver.waitFor(2)
    expect(listErrorReports()[0]?.event).toMatchObject({
      level: 'warning',
      message: { formatted: 'the state of a link is invalid and was ignored' },
      tags: { reason: 'userCountry' },
    })
    expect(receiver.received.map(({ rawRequest }) => rawRequest).join()).not.toContain(email)
  })

  it('is sent when the country table cannot be read', async () => {
    const { errorReporting } = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty
    const log = withErrorReporting(
      createSilentLog(),
      createErrorReporter(errorReporting, () => 0),
    )
    await createPermitSource({ env: { cmsUrl: 'http://127.0.0.1:9/' }, log })()
    await receiver.waitFor(1)
    expect(listErrorReports()[0]?.event.exception.values[0].value).toBe(
      'the country table could not be read',
    )
  })
})

describe('reporting', () => {
  it('samples 10 % of errors and 1 % of traces', () => {
    const errorReporting = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty.errorReporting
    expect(errorReporting).toMatchObject({ sample: 0.1, tracing: 0.01 })
  })

  it.each([
    [0.005, ['transaction', 'event']],
    [0.05, ['event']],
    [0.5, []],
  ])('samples by chance: %f', async (randomValue, types) => {
    const isLast = { now: false }
    const errorReporter = createReports({}, () => (isLast.now ? 0 : randomValue))
    await startCheckout()
    errorReporter.captureError({ level: 'error', what: 'it broke', name: 'TypeError' })
    isLast.now = true
    await waitForReports(errorReporter)
    expect(receiver.received.slice(0, -1).map(({ type }) => type)).toEqual(types)
  })

  it('skips health checks', async () => {
    const reports = createReports()
    await callRoute(healthRoute)
    await waitForReports(reports)
    expect(receiver.received).toHaveLength(1)
  })

  it.each(['hang', 500, 429] as const)(
    'never changes a response when the collector fails: %s',
    async failure => {
      receiver.setResponse(failure)
      createReports({}, () => 0)
      for (let call = 0; call < 20; call += 1) {
        const { token } = await startCheckout()
        const query = { state: '{' }
        expect((await renderPage(stepOne, { token, query })).redirectTo).toContain('ignored=json')
      }
    },
  )

  it('is off without its setting', async () => {
    expect(readEnv({}).thirdParty.errorReporting).toBeUndefined()
    const { props } = await renderPage(stepOne)
    expect(props?.settings.reports).toBeNull()
  })

  it('sends only the public key to the page', async () => {
    const env = readEnv({ SENTRY_DSN: 'https://public:secret@reports.example/deep/42' })
    setBackend({ ...shop.backend, env: { ...shop.backend.env, thirdParty: env.thirdParty } })
    const { props } = await renderPage(stepOne)
    expect(props?.settings.reports).toMatchObject({
      dsn: 'https://public@reports.example/deep/42',
      release: 'ida-checkout@1.3.5',
    })
  })
})
