import { describe, expect, it } from 'vitest'
import { buildContentSecurityPolicy } from '@/server/http/csp'

const scriptHashes = ["'sha256-script'"]
const styleSources = ["'sha256-styles'", "'nonce-n'"]

type PolicyOptions = Parameters<typeof buildContentSecurityPolicy>[0]

/** The sources of a policy by directive. */
const parsePolicy = (
  options: Omit<PolicyOptions, 'isDevelopment'>,
  isDevelopment = false,
): Record<string, string[]> =>
  Object.fromEntries(
    buildContentSecurityPolicy({ ...options, isDevelopment })
      .split('; ')
      .map(part => part.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )

const listHosts = (sources: Record<string, string[]>): string[] =>
  Object.values(sources)
    .flat()
    .filter(source => source.startsWith('http'))

describe('the content security policy', () => {
  it('names no other host in the sandbox, with PayPal or without', () => {
    expect(listHosts(parsePolicy({ payments: 'sandbox' }))).toEqual([])
    expect(listHosts(parsePolicy({ payments: 'sandbox', hasPaypal: true }))).toEqual([])
  })

  // The hosts of Stripe's security guide for Stripe.js; its wallets run in its own frames.
  it('names only the hosts of Stripe with live payments', () => {
    const { 'script-src': scripts, ...others } = parsePolicy({ payments: 'live', scriptHashes })
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(scripts).toEqual(["'self'", ...scriptHashes, ...stripe])
    expect(others['frame-src']).toEqual(["'self'", ...stripe, 'https://hooks.stripe.com'])
    expect(others['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
    expect(others['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://*.stripe.com'])
  })

  it('adds the hosts of PayPal if it is offered', () => {
    const baseHosts = listHosts(parsePolicy({ payments: 'live' }))
    const paypal = parsePolicy({ payments: 'live', hasPaypal: true })
    const added = listHosts(paypal).filter(host => !baseHosts.includes(host))
    expect([...new Set(added)].sort()).toEqual([
      'https://*.paypal.com',
      'https://*.paypalobjects.com',
      'https://*.venmo.com',
    ])
    expect(paypal['script-src']).not.toContain('https://*.venmo.com')
    for (const name of ['script-src', 'frame-src', 'connect-src', 'img-src'])
      expect(paypal[name], name).toContain('https://*.paypal.com')
  })

  it('adds the hosts of third-party scripts on pages where they may run', () => {
    const thirdPartyHosts = ['https://chat.example', 'https://*.tags.example']
    const page = parsePolicy({ payments: 'live', scriptHashes, styleSources, thirdPartyHosts })
    const strict = parsePolicy({ payments: 'live', scriptHashes, styleSources })
    for (const name of ['script-src', 'style-src', 'img-src', 'frame-src', 'font-src'])
      expect(page[name], name).toEqual([...(strict[name] ?? []), ...thirdPartyHosts])
    expect(page['connect-src']).toEqual([
      ...(strict['connect-src'] ?? []),
      ...thirdPartyHosts,
      'wss://chat.example',
      'wss://*.tags.example',
    ])
    for (const name of ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(page[name], name).toEqual(strict[name])
  })

  it('allows only calls to the host of error reports', () => {
    const reportingHost = 'https://reports.example'
    const { 'connect-src': connectSources, ...others } = parsePolicy({
      payments: 'live',
      reportingHost,
    })
    expect(connectSources).toEqual(["'self'", 'https://api.stripe.com', reportingHost])
    expect(listHosts(others)).not.toContain(reportingHost)
  })

  it('allows inline styles and eval in development', () => {
    const { 'style-src': styles, 'script-src': scripts } = parsePolicy(
      { payments: 'sandbox', scriptHashes, styleSources },
      true,
    )
    expect(styles).toEqual(["'self'", "'unsafe-inline'"])
    expect(scripts).toEqual(["'self'", ...scriptHashes, "'unsafe-eval'"])
  })

  it.each<[string, Omit<PolicyOptions, 'isDevelopment'>]>([
    [
      'a page with third-party scripts',
      { payments: 'live', scriptHashes, thirdPartyHosts: ['https://a.b'] },
    ],
    ['the sandbox', { payments: 'sandbox', scriptHashes }],
    ['a live shop', { payments: 'live', hasPaypal: true, scriptHashes }],
  ])('allows no inline script without a hash: %s', (_, options) => {
    expect(parsePolicy(options)['script-src']?.join(' ')).not.toMatch(/unsafe|\s\*|data:|blob:/)
    expect(parsePolicy(options)['object-src']).toEqual(["'none'"])
    expect(parsePolicy(options)['frame-ancestors']).toEqual(["'none'"])
  })
})
