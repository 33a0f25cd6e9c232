import type { Stripe } from '@stripe/stripe-js'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import type { CardFieldsProps } from '@/features/payment/card-fields'

interface CardProvider {
  stripe: Stripe
  Fields: ComponentType<CardFieldsProps>
}

interface CardProviderOptions {
  /** The Payment Element instead of single fields. */
  isPaymentElement: boolean
  /** Another number loads the provider again. */
  attempt: number
  /** Calls `onUnreachable` if the provider has not loaded; it may still load afterwards. */
  timeoutMs?: number
  onUnreachable: () => void
}

/** The payment provider with its fields, once both have loaded. */
export function useCardProvider({
  isPaymentElement,
  attempt,
  timeoutMs,
  onUnreachable,
}: CardProviderOptions): CardProvider | undefined {
  // Initial page props: a loaded provider stays loaded when they change.
  const [page] = useState(usePage())
  const [loadFields] = useState(() => (isPaymentElement ? loadPaymentElementForm : loadCardFields))
  const [loadedProvider, setLoadedProvider] = useState<CardProvider & { attempt: number }>()
  const handleUnreachable = useEffectEvent(onUnreachable)
  useEffect(() => {
    let isCurrent = true
    const timer = timeoutMs && setTimeout(() => handleUnreachable(), timeoutMs)
    Promise.all([openStripe(page), loadFields()]).then(
      ([stripe, Fields]) => {
        if (isCurrent) setLoadedProvider({ stripe, Fields, attempt })
      },
      error => {
        report('payment provider', error)
        if (isCurrent) handleUnreachable()
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [page, loadFields, attempt, timeoutMs])
  return loadedProvider?.attempt === attempt ? loadedProvider : undefined
}

const loadCardFields = async () => (await import('@/features/payment/card-fields')).CardFields
const loadPaymentElementForm = async () =>
  (await import('@/features/payment/payment-element-form')).PaymentElementForm
