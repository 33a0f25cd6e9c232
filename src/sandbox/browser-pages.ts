import type { Money } from '@/sandbox/paypal/objects'
import { formatAmount } from '@/sandbox/stripe/money'

/** CSP: frames run only the sandbox's own files, and only the shop may embed them. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

const CARD_INPUT = `<input type="text" dir="ltr" inputmode="numeric" autocorrect="off"
  autocapitalize="off" spellcheck="false" aria-required="true">`

/** Pages shown in frames of the shop's page; their script fills them. */
const FRAMES = {
  /** One card field; its script reads the field's type from the hash of the URL. */
  field: () => renderPage('field', 'Card field', CARD_INPUT),
  /** The Payment Element: a whole card form in one frame. */
  payment: () => renderPage('payment', 'Payment', `<div id="form"></div>`),
  /** The buttons of the device's wallets. */
  express: () => renderPage('express', 'Wallets', `<div id="buttons"></div>`),
  wallet: () =>
    renderPage(
      'wallet',
      'Test wallet',
      `<main aria-label="Test wallet">
      <h1>Test wallet</h1>
      <p>This stands in for the wallet's own window. No real money moves.</p>
      <p>Payment: <strong></strong></p>
      <button type="button" value="4242424242424242" disabled>Pay</button>
      <button type="button" value="4000000000000002" disabled>Pay with a card that is declined</button>
      <button type="button" value="4000002760003184" disabled>Pay with a card whose bank asks</button>
      <button type="button" value="" disabled>Cancel</button>
      <p role="status"></p>
    </main>`,
      'decision',
    ),
}

/** A static page by name, or undefined. */
export const findBrowserPage = (name: string): string | undefined =>
  Object.hasOwn(FRAMES, name) ? FRAMES[name as keyof typeof FRAMES]() : undefined

export function renderChallengePage(amount: number, currency: string): string {
  return renderPage(
    'challenge',
    'Test authentication',
    `<main aria-label="Test authentication">
      <h1>Test authentication</h1>
      <p>This stands in for your bank's own page. No real money moves.</p>
      <p>Payment: <strong>${formatAmount(amount, currency).toUpperCase()}</strong></p>
      <button type="button" value="authenticated" disabled>Complete authentication</button>
      <button type="button" value="failed" disabled>Fail authentication</button>
      <p role="status"></p>
    </main>`,
    'decision',
  )
}

/** PayPal's approval page; the extra buttons simulate outcomes of PayPal's test accounts. */
export function renderApprovalPage({ value, currency_code: currency }: Money): string {
  return renderPage(
    'approve',
    'Test PayPal',
    `<main aria-label="Test PayPal">
      <h1>Test PayPal</h1>
      <p>This stands in for PayPal's own page. No real money moves.</p>
      <p>Payment: <strong>${value} ${currency}</strong></p>
      <button type="button" value="approved" disabled>Pay now</button>
      <button type="button" value="pending" disabled>Pay, and PayPal looks at it first</button>
      <button type="button" value="declined" disabled>Pay with a card that is declined</button>
      <button type="button" value="cancelled" disabled>Cancel and return to the shop</button>
      <p role="status"></p>
    </main>`,
    'decision',
  )
}

function renderPage(name: string, title: string, body: string, style = name): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="../${style}.css">
  </head>
  <body class="${name}">
    ${body}
    <script src="../${name}.js"></script>
  </body>
</html>
`
}
