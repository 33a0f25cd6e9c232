import type { Stripe } from '@stripe/stripe-js'
import { type ComponentType, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import { useTranslation } from '@/client/texts/use-translation'
import type { Card } from '@/features/payment/card'
import { CardFieldsSkeleton } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import type { PaymentFields } from '@/features/payment/payment-fields'
import { loadCardForm } from '@/features/payment/payment-parts'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { TextField } from '@/ui/text-input'

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
  const [attempt, setAttempt] = useState(1)
  const [isLate, setLate] = useState(false)
  const [isReady, setReady] = useState(false)
  const provider = useCardProvider({
    isPaymentElement,
    attempt,
    timeoutMs,
    onUnreachable: () => setLate(true),
  })
  const handleCard = useCallback(
    (card: Card | null) => {
      onCard(card)
      setReady(card !== null)
    },
    [onCard],
  )
  const retry = () => {
    setLate(false)
    setAttempt(attempt + 1)
  }
  return (
    <>
      {provider ? (
        <provider.Fields
          {...fields}
          key={attempt}
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
  const [hasPaymentElement] = useState(isPaymentElement)
  const [loadedProvider, setLoadedProvider] = useState<CardProvider & { attempt: number }>()
  const handleUnreachable = useEffectEvent(onUnreachable)
  useEffect(() => {
    let isCurrent = true
    const timer = timeoutMs && setTimeout(() => handleUnreachable(), timeoutMs)
    Promise.all([openStripe(page), loadCardForm(hasPaymentElement)]).then(
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
  }, [page, hasPaymentElement, attempt, timeoutMs])
  return loadedProvider?.attempt === attempt ? loadedProvider : undefined
}

type CardHolderFieldProps = Pick<
  PaymentFields,
  'holderInput' | 'initialHolder' | 'holderError' | 'setHolder'
>

export function CardHolderField({
  holderInput,
  initialHolder,
  holderError,
  setHolder,
}: CardHolderFieldProps) {
  const { t } = useTranslation('payment')
  return (
    <TextField
      ref={holderInput}
      name="cardholder_name"
      defaultValue={initialHolder}
      label={t('card.cardholder_name')}
      error={holderError}
      autoComplete="cc-name"
      autoCapitalize="words"
      autoCorrect="off"
      spellCheck={false}
      dir="auto"
      onChange={({ target }) => setHolder(target.value)}
    />
  )
}
