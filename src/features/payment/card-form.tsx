import type { Stripe } from '@stripe/stripe-js'
import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import type { Card } from '@/features/payment/card'
import { CardFieldsSkeleton } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface Provider {
  stripe: Stripe
  Fields: ComponentType<CardFieldsProps>
}

interface CardFormProps extends Omit<CardFieldsProps, 'stripe' | 'onLoadError'> {
  /** The Payment Element instead of single fields. */
  isPaymentElement: boolean
  /** The customer pressed Pay before the fields were ready. */
  isAwaited: boolean
}

/** A slow script may still load after this; a blocked one never does. */
const timeoutMs = 12_000

/** The card fields once the provider has loaded, and a retry if it has not. */
export function CardForm({ isPaymentElement, isAwaited, onCard, ...fields }: CardFormProps) {
  const { t } = useTranslation('payment')
  const [attempts, setAttempts] = useState(1)
  const [isLate, setLate] = useState(false)
  const [isReady, setReady] = useState(false)
  const provider = useProvider(isPaymentElement, attempts, setLate)
  const handleCard = useCallback(
    (card: Card | null) => {
      onCard(card)
      setReady(card !== null)
    },
    [onCard],
  )
  const retry = () => {
    setLate(false)
    setAttempts(attempts + 1)
  }
  return (
    <>
      {provider ? (
        <provider.Fields
          {...fields}
          key={attempts}
          stripe={provider.stripe}
          onCard={handleCard}
          onLoadError={() => setLate(true)}
        />
      ) : (
        <CardFieldsSkeleton />
      )}
      {isAwaited && !isReady && !isLate && (
        <Notice role="status" className="noscript:hidden">
          {t('early')}
        </Notice>
      )}
      {isLate && !isReady && (
        <Notice
          tone="advice"
          role="alert"
          title={t('provider.title')}
          actions={
            <Button variant="link" wide={false} icon={<RetryIcon />} onClick={retry}>
              {t('provider.retry')}
            </Button>
          }
        >
          {t('provider.text')}
        </Notice>
      )}
    </>
  )
}

/** Loads the provider, again for each attempt. */
function useProvider(
  isPaymentElement: boolean,
  attempts: number,
  setLate: (isLate: boolean) => void,
): Provider | undefined {
  // Initial page props: a loaded provider stays loaded when they change.
  const [page] = useState(usePage())
  const [load] = useState(() => (isPaymentElement ? loadPaymentElementForm : loadFields))
  const [loadedProvider, setLoadedProvider] = useState<Provider & { attempt: number }>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => setLate(true), timeoutMs)
    Promise.all([openStripe(page), load()]).then(
      ([stripe, Fields]) => {
        if (isCurrent) setLoadedProvider({ stripe, Fields, attempt: attempts })
      },
      error => {
        report('payment provider', error)
        if (isCurrent) setLate(true)
      },
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [page, load, attempts, setLate])
  return loadedProvider?.attempt === attempts ? loadedProvider : undefined
}

const loadFields = async () => (await import('@/features/payment/card-fields')).CardFields
const loadPaymentElementForm = async () =>
  (await import('@/features/payment/payment-element-form')).PaymentElementForm
