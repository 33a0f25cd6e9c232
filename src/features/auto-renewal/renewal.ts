import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { CallFailure, send } from '@/client/api/api-client'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import {
  cancelSubscription,
  createSetupIntent,
  createSubscription,
  readRenewal,
  type renewal,
} from '@/contract/subscriptions'

export type Renewal = z.infer<typeof renewal>
export type Price = NonNullable<Renewal['price']>

/** Why auto-renewal was not set up: another card may do, or only time. Nothing was charged in any case. */
export type Why = 'again' | 'later' | 'often' | 'changed'

/** What became of a card: kept, or the bank's reason against it. */
export type Outcome = 'kept' | { declined: string | null }

/** Auto-renewal of this page's order, and what the customer can do about it. */
export function useRenewal() {
  const { settings } = usePage()
  const token = useCheckout(({ checkout }) => checkout.token)
  const client = useQueryClient()
  const [why, setWhy] = useState<Why | null>(null)
  const [stopping, setStopping] = useState<'idle' | 'busy' | 'failed'>('idle')
  const queryKey = ['renewal', token]
  const { data } = useQuery({
    queryKey,
    queryFn: () => send(readRenewal, settings.apiKey, { params: { token } }),
  })
  const refresh = () => client.invalidateQueries({ queryKey })

  /** Keeps a card for the renewals at this price, and begins them. */
  const setUp = async (
    price: Price,
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ): Promise<Outcome> => {
    setWhy(null)
    try {
      const { client_secret: secret } = await send(createSetupIntent, settings.apiKey, {
        body: {
          token,
          payment_method: paymentMethod,
          expected_total: price.total,
          expected_currency: price.currency,
        },
      })
      // What the bank made of the answer, the server asks it itself.
      if (secret) await confirm(secret)
      const begun = await send(createSubscription, settings.apiKey, { body: { token } })
      if (begun.status === 'failed') {
        setWhy('again')
        return { declined: begun.error ?? null }
      }
      await refresh()
      return 'kept'
    } catch (error) {
      const failure = error instanceof CallFailure ? error : undefined
      setWhy(whyOf(failure?.code))
      if (failure?.code === 'quote_changed' || failure?.code === 'not_offered') await refresh()
      return { declined: failure?.refusal.reason ?? null }
    }
  }

  const stop = async () => {
    if (stopping === 'busy') return
    setStopping('busy')
    try {
      const told = await send(cancelSubscription, settings.apiKey, { body: { token } })
      client.setQueryData(queryKey, told)
      setStopping('idle')
    } catch {
      setStopping('failed')
    }
  }
  return { renewal: data, why, setWhy, setUp, stopping, stop }
}

function whyOf(code: string | undefined): Why {
  if (code === 'declined') return 'again'
  if (code === 'rate_limited') return 'often'
  return code === 'quote_changed' ? 'changed' : 'later'
}
