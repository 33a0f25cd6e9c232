import { useTranslation } from 'next-i18next/pages'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'

/** A way of delivery in the customer's language; a brand is called the same in all of them. */
export function useMethodName() {
  const { t } = useTranslation('common')
  return ({ code, name }: ShippingMethod): string =>
    t(`delivery.methods.${code}`, { defaultValue: name })
}
