import type { StateRow } from '@/domain/address/address-format'
import rows from '@/domain/data/address-states.json' with { type: 'json' }

/** Lists of states by upper-case country code, for the countries that have one. */
export const stateRows = rows as unknown as Readonly<Record<string, StateRow[] | undefined>>
