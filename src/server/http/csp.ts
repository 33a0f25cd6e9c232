/**
 * The content security policy of a page. Scripts and styles are the shop's own files or inline with
 * their hash, so the policy is the same for each response of a page. The payment providers' hosts
 * are named only with live payments, and the hosts of third-party scripts one by one: what those
 * load from other hosts does not run.
 */
export function buildContentSecurityPolicy({
  scriptHashes = [],
  styleSources = [],
  payments,
  hasPaypal,
  thirdPartyHosts = [],
  reportingHost,
  isDevelopment,
}: PolicyOptions): string {
  const isLive = payments === 'live'
  const stripe = isLive ? ' https://js.stripe.com https://*.js.stripe.com' : ''
  const hooks = isLive ? ' https://hooks.stripe.com' : ''
  const api = isLive ? ' https://api.stripe.com' : ''
  const paypal =
    isLive && hasPaypal
      ? ' https://*.paypal.com https://*.paypalobjects.com https://*.venmo.com'
      : ''
  const thirdParty = joinSources(thirdPartyHosts)
  // Web sockets of widgets.
  const sockets = thirdPartyHosts.map(host => ` ${host.replace(/^http/, 'ws')}`).join('')
  const reporting = reportingHost ? ` ${reportingHost}` : ''
  const paypalScripts =
    isLive && hasPaypal ? ' https://*.paypal.com https://*.paypalobjects.com' : ''
  return [
    "default-src 'self'",
    `script-src 'self'${joinSources(scriptHashes)}${stripe}${paypalScripts}${thirdParty}${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // Browsers ignore 'unsafe-inline' beside a hash or a nonce.
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : joinSources(styleSources)}${thirdParty}`,
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

const joinSources = (sources: string[]): string => sources.map(source => ` ${source}`).join('')

interface PolicyOptions {
  /** Hashes of inline scripts. */
  scriptHashes?: string[]
  /** Hashes of inline styles, and the nonce of those that PayPal's script adds. */
  styleSources?: string[]
  payments: 'sandbox' | 'live'
  hasPaypal?: boolean
  /** Hosts of third-party scripts, on pages where they may run. */
  thirdPartyHosts?: string[]
  /** The host of the browser's error reports. */
  reportingHost?: string | undefined
  isDevelopment: boolean
}

/** Headers of every response; a page's own policy replaces this one. */
export const securityHeaders = [
  {
    key: 'Content-Security-Policy',
    value: buildContentSecurityPolicy({
      payments: 'sandbox',
      isDevelopment: process.env.NODE_ENV === 'development',
    }),
  },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  // `no-referrer` would remove the Origin header of native forms.
  { key: 'Referrer-Policy', value: 'same-origin' },
  // Not `same-origin`: a payment provider's window must reach its opener.
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
  },
  { key: 'Strict-Transport-Security', value: 'max-age=63072000' },
]
