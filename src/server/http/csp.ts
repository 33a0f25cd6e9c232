/**
 * What a page may load. Scripts are our own or carry the nonce; the payment provider's are named only
 * where it is the provider that takes money, and hosts of others' scripts one by one: what they load from elsewhere
 * does not run. Style attributes alone may be inline.
 */
export function contentSecurityPolicy({
  nonce,
  payments,
  hasPaypal,
  outsideHosts = [],
  reportsHost,
  isDevelopment,
}: PolicyFacts): string {
  const live = payments === 'live'
  const nonced = nonce ? ` 'nonce-${nonce}'` : ''
  const stripe = live ? ' https://js.stripe.com https://*.js.stripe.com' : ''
  const hooks = live ? ' https://hooks.stripe.com' : ''
  const api = live ? ' https://api.stripe.com' : ''
  const paypal =
    live && hasPaypal ? ' https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com' : ''
  const outside = outsideHosts.map(host => ` ${host}`).join('')
  // What widgets keep open with their host.
  const sockets = outsideHosts.map(host => ` ${host.replace(/^http/, 'ws')}`).join('')
  const reports = reportsHost ? ` ${reportsHost}` : ''
  const paypalScripts = live && hasPaypal ? ' https://*.paypal.com https://*.paypalobjects.com' : ''
  return [
    "default-src 'self'",
    `script-src 'self'${nonced}${stripe}${paypalScripts}${outside}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // With a nonce beside it, inline would not count.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : nonced}${outside}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${live ? ' https://*.stripe.com' : ''}${paypal}${outside}`,
    `frame-src 'self'${stripe}${hooks}${paypal}${outside}`,
    `connect-src 'self'${api}${paypal}${outside}${sockets}${reports}`,
    `font-src 'self'${outside}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface PolicyFacts {
  nonce?: string
  payments: 'sandbox' | 'live'
  hasPaypal?: boolean
  /** Hosts of others' scripts, on pages where those may run. */
  outsideHosts?: string[]
  /** Where the browser reports faults to. */
  reportsHost?: string | undefined
  isDevelopment: boolean
}

/** Headers of every answer; a page's own policy with its nonce takes the place of the one here. */
export const securityHeaders = [
  {
    key: 'Content-Security-Policy',
    value: contentSecurityPolicy({
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
