import { readCommandEnv, readEnvWithoutProviders } from '@/commands/command-env'
import { type Backend, createBackend } from '@/server/backend'
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

const stderrFd = 2

/** Opens the shop for a command that moves money or reads photos. It logs to standard error. */
export async function withBackend<T>(use: (backend: Backend) => Promise<T>): Promise<T> {
  const env = readCommandEnv()
  const database = await openForCli(env)
  return use(createBackend(env, database, stderrFd)).finally(database.close)
}
