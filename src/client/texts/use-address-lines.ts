import { formatAddress } from 'localized-address-format'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { addressFormat } from '@/domain/address/address-format'
import { addressLines } from '@/domain/address/address-lines'
import { countryName } from '@/domain/data/country-names'

/** Where the permit is sent, line by line as it stands on the parcel, with the country's name last. */
export function useDeliveryLines(): string[] {
  const { language, address } = usePage()
  const { shipping } = useCheckout(visibleState)
  const { country } = shipping
  // Another tab may have chosen another country since; the state's name comes with the page.
  const format = address?.country === country.toLowerCase() ? address : addressFormat(country)
  return [...addressLines(shipping, format, formatAddress), countryName(country, language)]
}
