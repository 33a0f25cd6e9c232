import { parseDestinationId, resolveDestinationCountry } from '@/domain/data/destinations'

/** URL of a country's flag; a place has its country's flag. Undefined for any other value. */
export function flagUrlOf(value: string): string | undefined {
  const destination = parseDestinationId(value)
  return (
    destination && `/checkouts/flags/${resolveDestinationCountry(destination).toLowerCase()}.svg`
  )
}
