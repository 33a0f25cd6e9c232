import { fixturePrices } from './fixture-prices'
import { preparePostgres } from './prepared-database'

// Prepares the database of DATABASE_URL for journeys. A program of its own: Playwright's loader does not read the
// backend's JSON modules.
await preparePostgres(process.env.DATABASE_URL ?? '', fixturePrices)
