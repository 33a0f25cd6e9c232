import { readCountryTables } from '@/server/texts/country-tables'

// Setup of tests that render without a backend: as on the server, every country has its names.
readCountryTables()

/** For tests that have changed a table. */
export { readCountryTables }
