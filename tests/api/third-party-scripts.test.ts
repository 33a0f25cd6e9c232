import { describe, expect, it } from 'vitest'
import { getServerSideProps as expressPayment } from '@/pages/express/payment'
import { getServerSideProps as finishPage } from '@/pages/finish-payment'
import { getServerSideProps as helpPage } from '@/pages/help'
import { getServerSideProps as thankYouPage } from '@/pages/thank-you'
import { getServerSideProps as stepOne } from '@/pages/v2/driver-details'
import { getServerSideProps as paymentPage } from '@/pages/v2/payment'
import { setBackend } from '@/server/backend'
import { readEnv } from '@/server/config/env'
import { createPaidCheckout, createPayableCheckout } from '../support/customer'
import { startProvider } from '../support/provider'
import { renderPage } from '../support/render-page'
import { withShop } from '../support/with-shop'

const scripts = {
  GTM_ID: 'GTM-ABC1234',
  CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
  SCRIPT_HOSTS: 'https://*.tags.example',
}
const hosts = ['https://www.googletagmanager.com', 'https://chat.example', 'https://*.tags.example']

function configureShop(variables: Record<string, string>): void {
  const { thirdParty } = readEnv({ APP_URL: 'https://shop.example', ...variables })
  setBackend({ ...shop.backend, env: { ...shop.backend.env, thirdParty } })
}

const shop = withShop({ provider: startProvider })

const readPolicy = async (...args: Parameters<typeof renderPage>) =>
  (await renderPage(...args)).header('content-security-policy')

const listAllowedHosts = (policy: string) => hosts.filter(host => policy.includes(` ${host}`))

describe('third-party scripts', () => {
  it.each<[string, Parameters<typeof renderPage>[0]]>([
    ['/v2/driver-details/', stepOne],
    ['/help/?a=1', helpPage],
  ])('are allowed on %s, and the policy lists their hosts', async (path, page) => {
    configureShop(scripts)
    const response = await renderPage(page, { path })
    expect(response.props?.settings.scripts).toEqual({
      gtm: 'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
      chat: 'https://chat.example/widget.js',
      reviews: null,
      referral: null,
      testing: null,
    })
    expect(listAllowedHosts(response.header('content-security-policy'))).toEqual(hosts)
  })

  it.each<[string, Parameters<typeof renderPage>[0]]>([
    ['/v2/payment', paymentPage],
    ['/v2/payment/?back=', paymentPage],
    ['/express/payment/', expressPayment],
    ['/finish-payment/', finishPage],
  ])('are never allowed on %s', async (path, page) => {
    configureShop({ ...scripts, SENTRY_DSN: 'https://key@reports.example/1' })
    const { token } = await createPayableCheckout()
    const response = await renderPage(page, { path, token })
    const policy = response.header('content-security-policy')
    expect(listAllowedHosts(policy)).toEqual([])
    expect(policy).toContain("connect-src 'self' https://reports.example;")
    expect(response.props?.settings.scripts ?? null).toBeNull()
  })

  it('are off in a shop without settings', async () => {
    configureShop({})
    const { props } = await renderPage(stepOne, { path: '/v2/driver-details/' })
    expect(props?.settings.scripts).toBeNull()
    expect(await readPolicy(stepOne, { path: '/v2/driver-details/' })).not.toContain('https:')
  })
})

describe('a client-side navigation', () => {
  const buildNavigation = (path: string) => ({
    isByScript: true,
    headers: { referer: `https://shop.example/checkouts${path}` },
  })

  it('to the payment page is a full load, which removes third-party scripts', async () => {
    configureShop(scripts)
    const { token } = await createPayableCheckout()
    const path = '/v2/payment?from=review'
    const { redirectTo } = await renderPage(paymentPage, {
      path,
      token,
      ...buildNavigation('/v2/review/'),
    })
    expect(redirectTo).toBe('/checkouts/v2/payment/?from=review')
    const before = buildNavigation('/v2/review/?utm_source=news&back=driver&coupon=A&token=x')
    expect(
      (await renderPage(paymentPage, { path: '/v2/payment', token, ...before })).redirectTo,
    ).toBe('/checkouts/v2/payment/?utm_source=news')
  })

  it('from the payment to the thank-you page is a full load, which allows scripts again', async () => {
    configureShop(scripts)
    const { token } = await createPaidCheckout()
    const path = '/thank-you'
    for (const page of ['/v2/payment/', '/finish-payment/?payment_intent=pi_1'])
      expect(
        (await renderPage(thankYouPage, { path, token, ...buildNavigation(page) })).redirectTo,
      ).toBe('/checkouts/thank-you/')
  })

  it('stays client-side on the payment page and between payment pages', async () => {
    configureShop(scripts)
    const { token } = await createPayableCheckout()
    const path = '/v2/payment'
    for (const page of ['/v2/payment/', '/finish-payment/'])
      expect(
        (await renderPage(paymentPage, { path, token, ...buildNavigation(page) })).props,
      ).toBeDefined()
  })

  it('stays client-side in a shop without scripts; a direct request needs no redirect', async () => {
    const { token } = await createPayableCheckout()
    const path = '/v2/payment'
    configureShop({})
    expect(
      (await renderPage(paymentPage, { path, token, ...buildNavigation('/v2/review/') })).props,
    ).toBeDefined()
    configureShop(scripts)
    expect((await renderPage(paymentPage, { path, token })).props).toBeDefined()
  })
})

describe('the mirror host', () => {
  const mirrorVariables = {
    ...scripts,
    MIRROR_HOST: 'mirror.example',
    TESTING_SCRIPT_URL: 'https://t.example/a.js',
  }
  const path = '/v2/driver-details/?coupon=A'

  it('is not indexed, has a canonical link to the main host, and runs no third-party script', async () => {
    configureShop(mirrorVariables)
    for (const host of ['mirror.example', 'Mirror.Example']) {
      const response = await renderPage(stepOne, { path, headers: { host } })
      expect(response.header('x-robots-tag')).toBe('noindex, nofollow')
      expect(response.header('link')).toBe(
        '<https://shop.example/checkouts/v2/driver-details/>; rel="canonical"',
      )
      expect(response.props?.settings).toMatchObject({ isMirror: true, scripts: null })
      expect(response.header('content-security-policy')).not.toContain('https:')
    }
  })

  it.each([
    'shop.example',
    'mirror.example.evil.example',
    'mirror.example:8080',
    'a.mirror.example',
    'evil.example/mirror.example',
    '',
  ])('matches exactly, not "%s"', async host => {
    configureShop(mirrorVariables)
    const response = await renderPage(stepOne, { path, headers: { host } })
    expect(response.props?.settings.isMirror).toBe(false)
    expect(response.header('x-robots-tag') + response.header('link')).toBe('')
  })

  it('is not taken from X-Forwarded-Host', async () => {
    configureShop(mirrorVariables)
    const response = await renderPage(stepOne, {
      path,
      headers: { 'x-forwarded-host': 'mirror.example' },
    })
    expect(response.props?.settings.isMirror).toBe(false)
  })
})
