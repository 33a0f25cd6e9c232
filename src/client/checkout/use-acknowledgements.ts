import type { ChangeEvent } from 'react'
import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'

/** The box that says that something was understood, by its id: ticked, and told to the checkout when it changes. */
export function useAcknowledgements() {
  const sync = useSync()
  const { acknowledgements } = useCheckout(visibleState)
  const change = (id: string, isUnderstood: boolean) => {
    const others = acknowledgements.filter(other => other !== id)
    sync.change({ acknowledgements: isUnderstood ? [...others, id] : others })
  }
  return (id: string) => ({
    id,
    name: 'acknowledgements',
    value: id,
    checked: acknowledgements.includes(id),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      change(id, currentTarget.checked),
  })
}
