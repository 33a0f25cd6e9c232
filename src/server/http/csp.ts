/**
 * What a page may load. Scripts are our own or carry the nonce; the payment provider's are named only
 * where it is the provider that takes money, and hosts of others' scripts one by one: what they load from elsewhere
 * does not run. Style attributes alone may be inline.
 */
export function buildContentSecurityPolicy({
  nonce,
  payments,
  hasPaypal,
  thirdPartyHosts = [],
  reportingHost,
  isDevelopment,
}: PolicyOptions): string {
  const isLive = payments === 'live'
  const nonceSource = nonce ? ` 'nonce-${nonce}'` : ''
  const stripe = isLive ? ' https://js.stripe.com https://*.js.stripe.com' : ''
  const hooks = isLive ? ' https://hooks.stripe.com' : ''
  const api = isLive ? ' https://api.stripe.com' : ''
  const paypal =
    isLive && hasPaypal
      ? ' https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com'
      : ''
  const thirdParty = thirdPartyHosts.map(host => ` ${host}`).join('')
  // What widgets keep open with their host.
  const sockets = thirdPartyHosts.map(host => ` ${host.replace(/^http/, 'ws')}`).join('')
  const reporting = reportingHost ? ` ${reportingHost}` : ''
  const paypalScripts =
    isLive && hasPaypal ? ' https://*.paypal.com https://*.paypalobjects.com' : ''
  return [
    "default-src 'self'",
    `script-src 'self'${nonceSource}${stripe}${paypalScripts}${thirdParty}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // With a nonce beside it, inline would not count.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : nonceSource}${thirdParty}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${isLive ? ' https://*.stripe.com' : ''}${paypal}${thirdParty}`,
    `frame-src 'self'${stripe}${hooks}${paypal}${thirdParty}`,
    `connect-src 'self'${api}${paypal}${thirdParty}${sockets}${reporting}`,
    `font-src 'self'${thirdParty}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface PolicyOptions {
  nonce?: string
  payments: 'sandbox' | 'live'
  hasPaypal?: boolean
  /** Hosts of others' scripts, on pages where those may run. */
  thirdPartyHosts?: string[]
  /** Where the browser reports faults to. */
  reportingHost?: string | undefined
  isDevelopment: boolean
}

/** Headers of every answer; a page's own policy with its nonce takes the place of the one here. */
export const securityHeaders = [
  {
    key: 'Content-Security-Policy',
    value: buildContentSecurityPolicy({
      payments: 'sandbox',
      isDevelopment: process.env.NODE_ENV === 'development',
    }),
  },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // Native forms need their Origin, which no-referrer would take away.
  { key: 'Referrer-Policy', value: 'same-origin' },
  // Not same-origin: a payment provider's window must be able to answer.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
  },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000' },
]
