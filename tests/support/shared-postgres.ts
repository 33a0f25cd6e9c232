import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'
import { preparePostgres } from './prepared-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL: `createDatabase(inject('postgresUrl'))` makes a database on it. */
    postgresUrl: string
    /** The name of its database that has tables, prices and coupons already: others are copied from it. */
    postgresTemplate: string
  }
}

/** One PostgreSQL for all test files of a project; each file copies its prepared database. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  await preparePostgres(databaseUrl)
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('postgresTemplate', new URL(databaseUrl).pathname.slice(1))
  return postgres.stop
}
