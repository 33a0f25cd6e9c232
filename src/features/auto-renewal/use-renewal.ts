import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ApiClientError } from '@/client/api/api-client'
import { renewalQuery, stopRenewalMutation } from '@/client/api/subscription-queries'
import { useApi, useCheckout } from '@/client/checkout/checkout-provider'
import { createSetupIntent, createSubscription, type renewal } from '@/contract/subscriptions'

export type Renewal = z.infer<typeof renewal>
export type RenewalPrice = NonNullable<Renewal['price']>

/** Why auto-renewal was not set up. Another card or a later try may work; nothing was charged. */
export type FailureReason = 'again' | 'later' | 'often' | 'changed'

/** Result of saving a card: stored, or the bank's decline reason. */
export type SaveCardOutcome = 'saved' | { declineReason: string | null }

/** Auto-renewal of this page's order and the customer's actions on it. */
export function useRenewal() {
  const api = useApi()
  const token = useCheckout(({ checkout }) => checkout.token)
  const queryClient = useQueryClient()
  const [failureReason, setFailureReason] = useState<FailureReason | null>(null)
  const query = renewalQuery(api, token)
  const { data } = useQuery(query)
  const refresh = () => queryClient.invalidateQueries(query)
  const mutation = stopRenewalMutation(api, token)
  const { mutate, isPending: isStopping, isError: hasStopFailed } = useMutation(mutation)
  const stop = () => {
    // Unlike `isPending`, this counts a press before the next render.
    if (!queryClient.isMutating({ mutationKey: mutation.mutationKey })) mutate()
  }

  /** Saves a card for renewals at this price and starts the subscription. */
  const setUp = async (
    price: RenewalPrice,
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ): Promise<SaveCardOutcome> => {
    setFailureReason(null)
    try {
      const { client_secret: secret } = await api(createSetupIntent, {
        body: {
          token,
          payment_method: paymentMethod,
          expected_total: price.total,
          expected_currency: price.currency,
        },
      })
      // The server asks the bank for the result itself.
      if (secret) await confirm(secret)
      const subscription = await api(createSubscription, { body: { token } })
      if (subscription.status === 'failed') {
        setFailureReason('again')
        return { declineReason: subscription.error ?? null }
      }
      await refresh()
      return 'saved'
    } catch (error) {
      const apiError = error instanceof ApiClientError ? error : undefined
      setFailureReason(toFailureReason(apiError?.code))
      if (apiError?.code === 'quote_changed' || apiError?.code === 'not_offered') await refresh()
      return { declineReason: apiError?.refusal.reason ?? null }
    }
  }

  return {
    renewal: data,
    failureReason,
    setFailureReason,
    setUp,
    isStopping,
    hasStopFailed,
    stop,
  }
}

function toFailureReason(code: string | undefined): FailureReason {
  if (code === 'declined') return 'again'
  if (code === 'rate_limited') return 'often'
  return code === 'quote_changed' ? 'changed' : 'later'
}
