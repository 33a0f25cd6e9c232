import type { AddressRow } from '@/domain/address/address-format'
import rows from '@/domain/data/address-formats.json' with { type: 'json' }

/** Address formats by upper-case country code. */
export const addressRows = rows as Readonly<Record<string, AddressRow | undefined>>
