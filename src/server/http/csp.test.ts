import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '@/server/http/csp'

type Facts = Parameters<typeof contentSecurityPolicy>[0]

/** What a policy allows, by directive. */
const policy = (
  facts: Omit<Facts, 'isDevelopment'>,
  isDevelopment = false,
): Record<string, string[]> =>
  Object.fromEntries(
    contentSecurityPolicy({ ...facts, isDevelopment })
      .split('; ')
      .map(part => part.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )

const hostsIn = (sources: Record<string, string[]>): string[] =>
  Object.values(sources)
    .flat()
    .filter(source => source.startsWith('http'))

describe('what a page may load', () => {
  it('from elsewhere is nothing at all in the test shop, with PayPal or without', () => {
    expect(hostsIn(policy({ payments: 'sandbox' }))).toEqual([])
    expect(hostsIn(policy({ payments: 'sandbox', hasPaypal: true }))).toEqual([])
  })

  // What Stripe's security guide names for Stripe.js; its wallets live in its own frames.
  it('is what Stripe asks for and no more where Stripe takes the money', () => {
    const { 'script-src': scripts, ...others } = policy({ payments: 'live', nonce: 'n' })
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(scripts).toEqual(["'self'", "'nonce-n'", ...stripe])
    expect(others['frame-src']).toEqual(["'self'", ...stripe, 'https://hooks.stripe.com'])
    expect(others['connect-src']).toEqual(["'self'", 'https://api.stripe.com'])
    expect(others['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://*.stripe.com'])
  })

  it('is PayPal’s besides where that is offered', () => {
    const without = hostsIn(policy({ payments: 'live' }))
    const paypal = policy({ payments: 'live', hasPaypal: true })
    const added = hostsIn(paypal).filter(host => !without.includes(host))
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
    const outsideHosts = ['https://chat.example', 'https://*.tags.example']
    const page = policy({ payments: 'live', nonce: 'n', outsideHosts })
    const strict = policy({ payments: 'live', nonce: 'n' })
    for (const name of ['script-src', 'style-src', 'img-src', 'frame-src', 'font-src'])
      expect(page[name], name).toEqual([...(strict[name] ?? []), ...outsideHosts])
    expect(page['connect-src']).toEqual([
      ...(strict['connect-src'] ?? []),
      ...outsideHosts,
      'wss://chat.example',
      'wss://*.tags.example',
    ])
    for (const name of ['default-src', 'object-src', 'base-uri', 'form-action', 'frame-ancestors'])
      expect(page[name], name).toEqual(strict[name])
  })

  it('is no more than calls to the error reporting, where that is set up', () => {
    const reportsHost = 'https://reports.example'
    const { 'connect-src': calls, ...others } = policy({ payments: 'live', reportsHost })
    expect(calls).toEqual(["'self'", 'https://api.stripe.com', reportsHost])
    expect(hostsIn(others)).not.toContain(reportsHost)
  })

  it('is what the tools of an engineer put into the page, where it runs from its sources', () => {
    const { 'style-src': styles, 'script-src': scripts } = policy(
      { payments: 'sandbox', nonce: 'n' },
      true,
    )
    expect(styles).toEqual(["'self'", "'unsafe-inline'"])
    expect(scripts).toEqual(["'self'", "'nonce-n'", "'unsafe-eval'"])
  })

  it.each<[string, Omit<Facts, 'isDevelopment'>]>([
    [
      'a page with others’ scripts',
      { payments: 'live', nonce: 'n', outsideHosts: ['https://a.b'] },
    ],
    ['the test shop', { payments: 'sandbox', nonce: 'n' }],
    ['a shop', { payments: 'live', hasPaypal: true, nonce: 'n' }],
  ])('never is a script without the nonce, in %s', (_, facts) => {
    expect(policy(facts)['script-src']?.join(' ')).not.toMatch(/unsafe|\s\*|data:|blob:/)
    expect(policy(facts)['object-src']).toEqual(["'none'"])
    expect(policy(facts)['frame-ancestors']).toEqual(["'none'"])
  })
})
