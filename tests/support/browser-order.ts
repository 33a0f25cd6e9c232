import type { BrowserContext } from '@playwright/test'
import { tokenCookie } from '@/server/http/cookies'

/** Makes an order the browser's open one, as if it had begun there. */
export const setBrowserOrder = (context: BrowserContext, token: string): Promise<void> =>
  context.addCookies([
    { name: tokenCookie, value: token, domain: 'localhost', path: '/checkouts', httpOnly: true },
  ])
