import { usePage } from '@/client/checkout/checkout-provider'
import { useDestinationName } from '@/client/format/use-destination-name'

/** Names of destinations as one text. */
export function usePlaceNames(): (destinations: readonly string[]) => string {
  const { language } = usePage()
  const nameOf = useDestinationName()
  return destinations => new Intl.ListFormat(language).format(destinations.map(nameOf))
}
