import { fixturePrices } from './fixture-prices'
import { preparePostgres } from './prepared-database'

// Prepares the database of DATABASE_URL for end-to-end tests. A separate program because
// Playwright's loader cannot import the backend's JSON modules.
await preparePostgres(process.env['DATABASE_URL'] ?? '', fixturePrices)
