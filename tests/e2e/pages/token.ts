import { type BrowserContext, expect } from '@playwright/test'

/** The token that this browser keeps; there is none before the first answer is saved. */
export async function readToken(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'userToken')?.value ?? ''
}

/** Waits for the token: it comes with the first saved answer. */
export async function waitForToken(context: BrowserContext): Promise<string> {
  await expect.poll(() => readToken(context)).not.toBe('')
  return readToken(context)
}
