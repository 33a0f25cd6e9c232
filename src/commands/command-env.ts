import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@/commands/program'
import { type Env, readEnv } from '@/server/config/env'

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

function loadEnvFile(): void {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
