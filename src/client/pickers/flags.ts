import { parseDestinationId, resolveDestinationCountry } from '@/domain/data/destinations'

/** The address of a country's flag; of a place, its country's. Undefined for what is neither. */
export function flagUrlOf(value: string): string | undefined {
  const destination = parseDestinationId(value)
  return (
    destination && `/checkouts/flags/${resolveDestinationCountry(destination).toLowerCase()}.svg`
  )
}
