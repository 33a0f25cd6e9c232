import { existsSync } from 'node:fs'
import { type Env, readEnv } from '@/server/config/env'

/** The settings for commands that only need the database: they run without payment keys. */
export function readDatabaseEnv(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { STRIPE_SECRET_KEY: _, STRIPE_PUBLISHABLE_KEY: __, ...others } = process.env
  return readEnv({ ...others, PAYMENTS: 'sandbox' })
}
