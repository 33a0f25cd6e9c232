import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'
import { preparePostgres } from './prepared-database'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL: `createDatabase(inject('postgresUrl'))` creates a database on it. */
    postgresUrl: string
    /** Name of its template database, with tables, prices and coupons. */
    postgresTemplate: string
  }
}

/** Starts one PostgreSQL per project; each test file copies the prepared database. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  await preparePostgres(databaseUrl)
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('postgresTemplate', new URL(databaseUrl).pathname.slice(1))
  return postgres.stop
}
