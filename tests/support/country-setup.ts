import { readCountryTables } from '@/server/texts/country-tables'

// Setup of unit and component tests: as on the server, every country has its names.
readCountryTables()

/** For tests that have changed a table. */
export { readCountryTables }
