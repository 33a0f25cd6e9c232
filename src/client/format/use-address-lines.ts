import { formatAddress } from 'localized-address-format'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { buildAddressFormat } from '@/domain/address/address-format'
import { formatAddressLines } from '@/domain/address/address-lines'
import { formatCountryName } from '@/domain/data/country-names'

/**
 * The delivery address, line by line as on the parcel, with the country's name last. A file of its
 * own: only the review and the thank-you page load the address formats (5 kB).
 */
export function useAddressLines(): string[] {
  const { language, address } = usePage()
  const { shipping } = useCheckoutState('shipping')
  const { country } = shipping
  // Another tab may have chosen another country; the page's format is only for its own.
  const format = address?.country === country.toLowerCase() ? address : buildAddressFormat(country)
  return [
    ...formatAddressLines(shipping, format, formatAddress),
    formatCountryName(country, language),
  ]
}
