import { type BrowserContext, expect } from '@playwright/test'

/** The token that this browser keeps; there is none before the first answer is saved. */
export async function tokenOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'userToken')?.value ?? ''
}

/** Waits for the token: it comes with the first saved answer. */
export async function savedToken(context: BrowserContext): Promise<string> {
  await expect.poll(() => tokenOf(context)).not.toBe('')
  return tokenOf(context)
}
