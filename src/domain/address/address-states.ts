import type { StateRow } from '@/domain/address/address-format'
import rows from '@/domain/data/address-states.json' with { type: 'json' }

/** The states one chooses from, by upper-case code of the countries that have a list. */
export const stateRows = rows as unknown as Readonly<Record<string, StateRow[] | undefined>>
