import { formatAddress } from 'localized-address-format'
import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { buildAddressFormat } from '@/domain/address/address-format'
import { formatAddressLines } from '@/domain/address/address-lines'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import type { PickupPoint } from '@/domain/links/partner-offer'

/** The name of a shipping method in the customer's language; brand names are not translated. */
export function useMethodName() {
  const { t } = useTranslation('common')
  return ({ code, name }: ShippingMethod): string =>
    t(`delivery.methods.${code}`, { defaultValue: name })
}

/** The chosen pickup point; undefined with delivery, and until a point is chosen. */
export function usePickupPoint(): PickupPoint | undefined {
  const { pickupPoints } = usePage()
  const { shipping } = useCheckout(optimisticState)
  return pickupPoints?.find(({ id }) => id === shipping.pickup_point)
}

/** The delivery address, line by line as on the parcel, with the country's name last. */
export function useAddressLines(): string[] {
  const { language, address } = usePage()
  const { shipping } = useCheckout(optimisticState)
  const { country } = shipping
  // Another tab may have chosen another country; the page's format is only for its own.
  const format = address?.country === country.toLowerCase() ? address : buildAddressFormat(country)
  return [
    ...formatAddressLines(shipping, format, formatAddress),
    formatCountryName(country, language),
  ]
}
