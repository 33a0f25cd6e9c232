import { written } from '@/sandbox/stripe/money'

/** Nothing but the sandbox's own files runs in its frames, and only the shop may hold them. */
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

/** The page of one card field; its script knows from the address which one it is. */
export function fieldPage(): string {
  return page(
    'field',
    'Card field',
    `<input type="text" dir="ltr" inputmode="numeric" autocorrect="off" autocapitalize="off"
      spellcheck="false" aria-required="true">`,
  )
}

export function challengePage(amount: number, currency: string): string {
  return page(
    'challenge',
    'Test authentication',
    `<main aria-label="Test authentication">
      <h1>Test authentication</h1>
      <p>This stands in for your bank's own page. No real money moves.</p>
      <p>Payment: <strong>${written(amount, currency).toUpperCase()}</strong></p>
      <button type="button" value="authenticated" disabled>Complete authentication</button>
      <button type="button" value="failed" disabled>Fail authentication</button>
      <p role="status"></p>
    </main>`,
  )
}

function page(name: 'challenge' | 'field', title: string, body: string): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="../${name}.css">
  </head>
  <body>
    ${body}
    <script src="../${name}.js"></script>
  </body>
</html>
`
}
