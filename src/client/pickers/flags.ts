import { countryOfDestination, destinationIdOf } from '@/domain/data/destinations'

/** The address of a country's flag; of a place, its country's. Undefined for what is neither. */
export function flagOf(value: string): string | undefined {
  const destination = destinationIdOf(value)
  return destination && `/checkouts/flags/${countryOfDestination(destination).toLowerCase()}.svg`
}
