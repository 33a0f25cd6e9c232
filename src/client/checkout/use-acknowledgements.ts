import { type ChangeEvent, useMemo } from 'react'
import { useCheckoutState, usePage, useSync } from '@/client/checkout/checkout-provider'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import type { PermitTable } from '@/domain/destinations/permit-verdict'

/** Permit rules of the destinations; empty while they are unknown. */
export function usePermits(): PermitTable {
  const { permits } = usePage()
  return useMemo(() => unpackPermits(permits?.groups ?? []), [permits])
}

/** Props of an acknowledgement checkbox by its id; a change is saved in the checkout. */
export function useAcknowledgements() {
  const sync = useSync()
  const { acknowledgements } = useCheckoutState('acknowledgements')
  const setAcknowledged = (id: string, isAcknowledged: boolean) => {
    const remaining = acknowledgements.filter(entry => entry !== id)
    sync.change({ acknowledgements: isAcknowledged ? [...remaining, id] : remaining })
  }
  return (id: string) => ({
    id,
    name: 'acknowledgements',
    value: id,
    checked: acknowledgements.includes(id),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setAcknowledged(id, currentTarget.checked),
  })
}
