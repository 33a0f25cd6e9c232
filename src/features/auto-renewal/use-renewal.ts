import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ApiClientError, callApi } from '@/client/api/api-client'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import {
  cancelSubscription,
  createSetupIntent,
  createSubscription,
  readRenewal,
  type renewal,
} from '@/contract/subscriptions'

export type Renewal = z.infer<typeof renewal>
export type RenewalPrice = NonNullable<Renewal['price']>

/** Why auto-renewal was not set up. Another card or a later try may work; nothing was charged. */
export type FailureReason = 'again' | 'later' | 'often' | 'changed'

/** Result of saving a card: stored, or the bank's decline reason. */
export type SaveCardOutcome = 'saved' | { declineReason: string | null }

/** Auto-renewal of this page's order and the customer's actions on it. */
export function useRenewal() {
  const { settings } = usePage()
  const token = useCheckout(({ checkout }) => checkout.token)
  const queryClient = useQueryClient()
  const [failureReason, setFailureReason] = useState<FailureReason | null>(null)
  const [stopStatus, setStopStatus] = useState<'idle' | 'busy' | 'failed'>('idle')
  const queryKey = ['renewal', token]
  const { data } = useQuery({
    queryKey,
    queryFn: () => callApi(readRenewal, settings.apiKey, { params: { token } }),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey })

  /** Saves a card for renewals at this price and starts the subscription. */
  const setUp = async (
    price: RenewalPrice,
    paymentMethod: string,
    confirm: (clientSecret: string) => Promise<boolean>,
  ): Promise<SaveCardOutcome> => {
    setFailureReason(null)
    try {
      const { client_secret: secret } = await callApi(createSetupIntent, settings.apiKey, {
        body: {
          token,
          payment_method: paymentMethod,
          expected_total: price.total,
          expected_currency: price.currency,
        },
      })
      // The server asks the bank for the result itself.
      if (secret) await confirm(secret)
      const subscription = await callApi(createSubscription, settings.apiKey, { body: { token } })
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

  const stop = async () => {
    if (stopStatus === 'busy') return
    setStopStatus('busy')
    try {
      const updatedRenewal = await callApi(cancelSubscription, settings.apiKey, { body: { token } })
      queryClient.setQueryData(queryKey, updatedRenewal)
      setStopStatus('idle')
    } catch {
      setStopStatus('failed')
    }
  }
  return {
    renewal: data,
    failureReason,
    setFailureReason,
    setUp,
    stopStatus,
    stop,
  }
}

function toFailureReason(code: string | undefined): FailureReason {
  if (code === 'declined') return 'again'
  if (code === 'rate_limited') return 'often'
  return code === 'quote_changed' ? 'changed' : 'later'
}
