import { useTranslation } from 'next-i18next/pages'
import { useCallback, useState } from 'react'
import type { Card } from '@/features/payment/card'
import { CardFieldsSkeleton } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import { useCardProvider } from '@/features/payment/use-card-provider'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

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
