import { useMemo, useState } from 'react'
import { useCheckoutStore, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { permitTable } from '@/domain/destinations/pack-permits'
import type { PermitTable } from '@/domain/destinations/permit-verdict'
import { needsPhone } from '@/domain/phone/phone-rules'

/** The rules of the journey's destinations; empty while they are unknown. */
export function usePermits(): PermitTable {
  const { permits } = usePage()
  return useMemo(() => permitTable(permits?.groups ?? []), [permits])
}

/**
 * Whether this page asks for the courier's number: settled when it opens, so that the field stays while it is filled,
 * or once the server has refused the number there is; and how it comes to ask.
 */
export function useAsksPhone(): [asksPhone: boolean, ask: () => void] {
  const store = useCheckoutStore()
  const { issues } = usePage()
  const [asksPhone, setAsks] = useState(
    () =>
      needsPhone({ ...visibleState(store.getState()), category: 'physical' }) ||
      issues.some(({ field }) => field === 'phone'),
  )
  return [asksPhone, () => setAsks(true)]
}
