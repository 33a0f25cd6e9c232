import { type BrowserContext, expect } from '@playwright/test'

/** Reads the checkout token from the cookie, which exists after the first saved answer. */
export async function readToken(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'userToken')?.value ?? ''
}

/** Waits for the token cookie. */
export async function waitForToken(context: BrowserContext): Promise<string> {
  await expect.poll(() => readToken(context)).not.toBe('')
  return readToken(context)
}
