import { readEnvWithoutProviders } from '@/commands/command-env'
import type { Env } from '@/server/config/env'
import { type OpenDatabase, openForCli } from '@/server/db/open'

/** Opens the configured database for a command that needs no payment provider. */
export async function withDatabase<T>(
  use: (database: OpenDatabase, env: Env) => Promise<T>,
): Promise<T> {
  const env = readEnvWithoutProviders()
  const database = await openForCli(env)
  return use(database, env).finally(database.close)
}
