import { useTranslation } from 'next-i18next/pages'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'

/** The name of a shipping method in the customer's language; brand names are not translated. */
export function useMethodName() {
  const { t } = useTranslation('common')
  return ({ code, name }: ShippingMethod): string =>
    t(`delivery.methods.${code}`, { defaultValue: name })
}
