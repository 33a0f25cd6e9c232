import { describe, expect, it } from 'vitest'
import { buildContentSecurityPolicy } from '@/server/http/csp'

type PolicyOptions = Parameters<typeof buildContentSecurityPolicy>[0]

/** What a policy allows, by directive. */
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

describe('what a page may load', () => {
  it('from elsewhere is nothing at all in the test shop, with PayPal or without', () => {
    expect(listHosts(parsePolicy({ payments: 'sandbox' }))).toEqual([])
    expect(listHosts(parsePolicy({ payments: 'sandbox', hasPaypal: true }))).toEqual([])
  })

  // What Stripe's security guide names for Stripe.js; its wallets live in its own frames.
  it('is what Stripe asks for and no more where Stripe takes the money', () => {
    const { 'script-src': scripts, ...others } = parsePolicy({ payments: 'live', nonce: 'n' })
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(scripts).toEqual(["'self'", "'nonce-n'", ...stripe])
    expect(others['frame-src']).toEqual(["'self'", ...stripe, 'https://hooks.stripe.com'])
    expect(others['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
    expect(others['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://*.stripe.com'])
  })

  it('is PayPal’s besides where that is offered', () => {
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

  it('is what others’ scripts need where those may run, host by host', () => {
    const thirdPartyHosts = ['https://chat.example', 'https://*.tags.example']
    const page = parsePolicy({ payments: 'live', nonce: 'n', thirdPartyHosts })
    const strict = parsePolicy({ payments: 'live', nonce: 'n' })
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

  it('is no more than calls to the error reporting, where that is set up', () => {
    const reportingHost = 'https://reports.example'
    const { 'connect-src': connectSources, ...others } = parsePolicy({
      payments: 'live',
      reportingHost,
    })
    expect(connectSources).toEqual(["'self'", 'https://api.stripe.com', reportingHost])
    expect(listHosts(others)).not.toContain(reportingHost)
  })

  it('is what the tools of an engineer put into the page, where it runs from its sources', () => {
    const { 'style-src': styles, 'script-src': scripts } = parsePolicy(
      { payments: 'sandbox', nonce: 'n' },
      true,
    )
    expect(styles).toEqual(["'self'", "'unsafe-inline'"])
    expect(scripts).toEqual(["'self'", "'nonce-n'", "'unsafe-eval'"])
  })

  it.each<[string, Omit<PolicyOptions, 'isDevelopment'>]>([
    [
      'a page with others’ scripts',
      { payments: 'live', nonce: 'n', thirdPartyHosts: ['https://a.b'] },
    ],
    ['the test shop', { payments: 'sandbox', nonce: 'n' }],
    ['a shop', { payments: 'live', hasPaypal: true, nonce: 'n' }],
  ])('never is a script without the nonce, in %s', (_, options) => {
    expect(parsePolicy(options)['script-src']?.join(' ')).not.toMatch(/unsafe|\s\*|data:|blob:/)
    expect(parsePolicy(options)['object-src']).toEqual(["'none'"])
    expect(parsePolicy(options)['frame-ancestors']).toEqual(["'none'"])
  })
})
