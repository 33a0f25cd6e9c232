import { usePage } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { formatCountryName } from '@/domain/data/country-names'
import { parseDestinationId, resolveDestinationCountry } from '@/domain/data/destinations'

/**
 * The name of a destination in the customer's language; a place includes its country. A page that
 * shows one must be served with the namespace `pickers`.
 */
export function useDestinationName(): (value: string) => string {
  const { t } = useTranslation('pickers')
  const { language } = usePage()
  const placeNames: Record<string, string> = {
    'x-bali': t('places.x-bali'),
    'x-dubai': t('places.x-dubai'),
  }
  return value => {
    const id = parseDestinationId(value)
    const country = formatCountryName(id ? resolveDestinationCountry(id) : value, language)
    const place = placeNames[value]
    return place ? t('place', { place, country }) : country
  }
}
