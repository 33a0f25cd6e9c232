import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A running PostgreSQL: `createDatabase(inject('postgresUrl'))` makes a database on it. */
    postgresUrl: string
  }
}

/** One PostgreSQL for all test files of a project; each file makes its own database on it. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.adminUrl)
  return postgres.stop
}
