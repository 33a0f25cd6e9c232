import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '@/commands/build-product'
import { root, startProgram } from '@/commands/program'
import { createDatabase, startPostgres } from './postgres'
import { startProduct } from './product'

/** The product's name on customers' statements. */
export const statementName = 'IDP CHECKOUT'

/**
 * Starts one built product for the whole run, on a PostgreSQL with the fixture's prices; its logs
 * are beside the reports. Products of single tests copy the same database.
 */
export default async function startForAllTests() {
  const logDir = join(root, 'test-results/product')
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  await ensureBuild()
  const postgres = await startPostgres()
  const template = await postgres.createDatabase()
  await prepareTemplate(template)
  process.env['PRODUCT_POSTGRES_URL'] = postgres.adminUrl
  process.env['PRODUCT_TEMPLATE'] = new URL(template).pathname.slice(1)
  const databaseUrl = await copyFixtureDatabase()
  const product = await startProduct({
    logDir,
    env: {
      TRUSTED_PROXIES: '1',
      DATABASE_URL: databaseUrl,
      STATEMENT_DESCRIPTOR: statementName,
    },
  })
  process.env['PRODUCT_ORIGIN'] = product.origin
  process.env['PRODUCT_SANDBOX_URL'] = product.sandboxUrl
  process.env['PRODUCT_DATA_DIR'] = product.dataDir
  process.env['PRODUCT_DATABASE_URL'] = databaseUrl
  return async () => {
    await product.stop()
    await postgres.stop()
  }
}

async function prepareTemplate(databaseUrl: string): Promise<void> {
  const program = startProgram({
    name: 'The fixture database',
    args: ['--import', 'tsx', 'tests/support/fixture-database.ts'],
    env: { DATABASE_URL: databaseUrl },
    output: 'stderr',
  })
  const exitReason = await program.exited
  if (program.exitCode() !== 0) throw new Error(`${program.name} was not prepared (${exitReason}).`)
}

/** DATABASE_URL of a new database with the fixture's prices and no orders. */
export function copyFixtureDatabase(): Promise<string> {
  const { PRODUCT_POSTGRES_URL: url, PRODUCT_TEMPLATE: template } = process.env
  if (!url || !template) throw new Error('The product was not started for this run.')
  return createDatabase(url, template)
}
