import { useMemo, useState } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import { isPhoneMissing } from '@/domain/phone/phone-rules'

/** Permit rules of the destinations; empty while they are unknown. */
export function usePermits(): PermitTable {
  const { permits } = usePage()
  return useMemo(() => unpackPermits(permits?.groups ?? []), [permits])
}

/**
 * Whether this page asks for the courier's phone number. Decided when it opens, so that the field
 * stays while it is filled in; `askPhone` adds it after the server has refused a number.
 */
export function usePhoneField(): [hasPhoneField: boolean, askPhone: () => void] {
  const store = useCheckoutStore()
  const { issues } = usePage()
  const [hasPhoneField, setPhoneField] = useState(
    () =>
      isPhoneMissing({ ...optimisticState(store.getState()), category: 'physical' }) ||
      issues.some(({ field }) => field === 'phone'),
  )
  return [hasPhoneField, () => setPhoneField(true)]
}
