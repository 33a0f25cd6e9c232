import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as checkoutRoute from '@/pages/api/backend/checkout/[token]/index'
import * as healthRoute from '@/pages/api/health'
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

let receiver: ReportReceiver

const shop = withShop()
beforeEach(async () => {
  receiver = await startReportReceiver()
})
afterEach(async () => {
  setBackend(shop.backend)
  await receiver.stop()
})

/** A log that writes nothing, as far as this process's own one does. */
const createSilentLog = (): Backend['log'] => Object.create(shop.backend.log)

/** The shop with everything reported, and something broken in it. */
function createReports(broken: Partial<Backend> = {}, dice = () => 0): ErrorReporter {
  const { errorReporting: to } = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty
  const errorReporter = createErrorReporter(to, dice)
  setBackend({
    ...shop.backend,
    errorReporter,
    log: withErrorReporting(createSilentLog(), errorReporter),
    ...broken,
  })
  return errorReporter
}

const listErrorReports = () => receiver.received.filter(({ type }) => type === 'event')
const email = 'ada.lovelace@mail.example'

/** Ends once all that was told before has been sent: they go one after the other. */
async function waitForReports(errorReporter: ErrorReporter): Promise<void> {
  errorReporter.captureError({ level: 'warning', what: 'the last word' })
  await receiver.waitFor('the last word')
}

describe('a fault of ours', () => {
  const fails = () => Promise.reject(new TypeError(`no plan for ${email}`))

  it('in a call is reported with the call’s pattern, and nothing of who made it', async () => {
    const { token, version } = await startCheckout()
    createReports({ catalog: fails })
    const reply = await saveCheckout(token, version, { customer: { email } })
    expect(reply.status).toBe(500)
    await receiver.waitFor(2)
    const [{ event, whole, path } = { event: {}, whole: '', path: '' }] = listErrorReports()
    expect(path).toMatch(/^\/api\/7\/envelope\/\?/)
    expect(event).toMatchObject({
      level: 'error',
      release: 'ida-checkout@1.3.5',
      transaction: '/api/checkout/[token]/',
      tags: { method: 'PATCH' },
      exception: { values: [{ type: 'TypeError', value: 'a request failed' }] },
    })
    expect(event.exception.values[0].stacktrace.frames.length).toBeGreaterThan(0)
    for (const secret of [email, token]) expect(whole).not.toContain(secret)
  })

  it('on a page is reported, and the customer’s page is the same without anybody who listens', async () => {
    createReports({ catalog: fails })
    await expect(renderPage(stepOne)).rejects.toThrow('the log says why')
    await receiver.waitFor(1)
    expect(listErrorReports()[0]?.event.exception.values[0].value).toBe('a page failed')
  })

  it('in a query keeps its parameters to itself', async () => {
    const { token } = await startCheckout()
    const error = Object.assign(new Error(`Failed query: ${email}`), { params: [email, token] })
    const reports = createReports({ catalog: () => Promise.reject(error) })
    await callRoute(checkoutRoute, {
      params: { token },
      headers: { cookie: `userToken=${token}`, referer: `https://shop.example/?token=${token}` },
    })
    await waitForReports(reports)
    for (const { whole } of receiver.received) {
      expect(whole).not.toContain(email)
      expect(whole).not.toContain(token)
    }
  })
})

describe('what the specification has reported', () => {
  it('is a link’s state that is not right, by its reason', async () => {
    createReports()
    await renderPage(stepOne, { query: { state: JSON.stringify({ userCountry: email }) } })
    await receiver.waitFor(2)
    expect(listErrorReports()[0]?.event).toMatchObject({
      level: 'warning',
      message: { formatted: 'the state that a link says is ignored' },
      tags: { reason: 'userCountry' },
    })
    expect(receiver.received.map(({ whole }) => whole).join()).not.toContain(email)
  })

  it('is a table of countries that could not be had', async () => {
    const { errorReporting: to } = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty
    const log = withErrorReporting(
      createSilentLog(),
      createErrorReporter(to, () => 0),
    )
    await createPermitSource({ env: { cmsUrl: 'http://127.0.0.1:9/' }, log })()
    await receiver.waitFor(1)
    expect(listErrorReports()[0]?.event.exception.values[0].value).toBe(
      'the country table could not be read',
    )
  })
})

describe('reporting', () => {
  it('takes one fault in ten and times one answer in a hundred', () => {
    const to = readEnv({ SENTRY_DSN: receiver.dsn }).thirdParty.errorReporting
    expect(to).toMatchObject({ sample: 0.1, tracing: 0.01 })
  })

  it.each([
    [0.005, ['transaction', 'event']],
    [0.05, ['event']],
    [0.5, []],
  ])('leaves to chance what goes out: %f', async (roll, types) => {
    const isLast = { now: false }
    const errorReporter = createReports({}, () => (isLast.now ? 0 : roll))
    await startCheckout()
    errorReporter.captureError({ level: 'error', what: 'it broke', name: 'TypeError' })
    isLast.now = true
    await waitForReports(errorReporter)
    expect(receiver.received.slice(0, -1).map(({ type }) => type)).toEqual(types)
  })

  it('never takes a health check', async () => {
    const reports = createReports()
    await callRoute(healthRoute)
    await waitForReports(reports)
    expect(receiver.received).toHaveLength(1)
  })

  it.each(['hang', 500, 429] as const)('changes no answer when nobody takes it: %s', async how => {
    receiver.setResponse(how)
    createReports({}, () => 0)
    for (let call = 0; call < 20; call += 1) {
      const { token } = await startCheckout()
      const query = { state: '{' }
      expect((await renderPage(stepOne, { token, query })).redirectTo).toContain('ignored=json')
    }
  })

  it('asks nobody without its setting', async () => {
    expect(readEnv({}).thirdParty.errorReporting).toBeUndefined()
    const { props } = await renderPage(stepOne)
    expect(props?.settings.reports).toBeNull()
  })

  it('tells the page the public key alone', async () => {
    const env = readEnv({ SENTRY_DSN: 'https://public:secret@reports.example/deep/42' })
    setBackend({ ...shop.backend, env: { ...shop.backend.env, thirdParty: env.thirdParty } })
    const { props } = await renderPage(stepOne)
    expect(props?.settings.reports).toMatchObject({
      dsn: 'https://public@reports.example/deep/42',
      release: 'ida-checkout@1.3.5',
    })
  })
})
