import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@/commands/program'
import { type Env, readEnv } from '@/server/config/env'
import { isLiveKey } from '@/server/config/variables'

/** The settings of the process and of `.env`; the process wins. Throws like `readEnv`. */
export function readCommandEnv(): Env {
  loadEnvFile()
  return readEnv(process.env)
}

/** The same for commands that need no payment providers: their settings are not even checked. */
export function readEnvWithoutProviders(): Env {
  loadEnvFile()
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(?:STRIPE_|PAYPAL_|SANDBOX_URL$)/.test(name),
  )
  return readEnv({ ...Object.fromEntries(variables), PAYMENTS: 'sandbox' })
}

/**
 * Whether the database may have sample coupons and partners: only if PAYMENTS=sandbox is set and
 * there is no live Stripe key. The app's default does not count: without NODE_ENV, which only
 * `npm start` sets, a command would take a live shop for a sandbox.
 */
export function mayHaveSamples(): boolean {
  loadEnvFile()
  const { PAYMENTS, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY } = process.env
  const keys = [STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY]
  return PAYMENTS === 'sandbox' && !keys.some(isLiveKey)
}

function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
