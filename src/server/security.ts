/**
 * What a page may load. Scripts are our own or carry the nonce; the payment provider's are named only
 * where it is the provider that takes money. Style attributes alone may be inline.
 */
export function contentSecurityPolicy({ nonce, payments, isDevelopment }: PolicyFacts): string {
  const live = payments === 'live'
  const nonced = nonce ? ` 'nonce-${nonce}'` : ''
  const stripe = live ? ' https://js.stripe.com https://*.js.stripe.com' : ''
  const hooks = live ? ' https://hooks.stripe.com' : ''
  const api = live ? ' https://api.stripe.com' : ''
  return [
    "default-src 'self'",
    `script-src 'self'${nonced}${stripe}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${nonced}${isDevelopment ? " 'unsafe-inline'" : ''}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${live ? ' https://*.stripe.com' : ''}`,
    `frame-src 'self'${stripe}${hooks}`,
    `connect-src 'self'${api}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

interface PolicyFacts {
  nonce?: string
  payments: 'sandbox' | 'live'
  isDevelopment: boolean
}

/** Headers of every answer; a page's own policy with its nonce takes the place of the one here. */
export const securityHeaders = [
  {
    key: 'Content-Security-Policy',
    value: contentSecurityPolicy({ payments: 'sandbox', isDevelopment: false }),
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
