import type { Stripe } from '@stripe/stripe-js'
import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import type { Card } from '@/features/payment/card'
import { CardPlaces } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import { Button } from '@/ui/button'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'

interface Provider {
  stripe: Stripe
  Fields: ComponentType<CardFieldsProps>
}

interface CardFormProps extends Omit<CardFieldsProps, 'stripe' | 'onLoadError'> {
  /** In one piece, instead of single fields. */
  isWhole: boolean
  /** The customer would pay if the fields were there. */
  isAwaited: boolean
}

/** A script that is merely slow still comes after this; a blocked one never does. */
const patienceMs = 12_000

/** The card fields as soon as the provider is there, and a way on when it is not. */
export function CardForm({ isWhole, isAwaited, onCard, ...fields }: CardFormProps) {
  const { t } = useTranslation('payment')
  const [tries, setTries] = useState(1)
  const [isLate, setLate] = useState(false)
  const [isReady, setReady] = useState(false)
  const provider = useProvider(isWhole, tries, setLate)
  const onReady = useCallback(
    (card: Card | null) => {
      onCard(card)
      setReady(card !== null)
    },
    [onCard],
  )
  const retry = () => {
    setLate(false)
    setTries(tries + 1)
  }
  return (
    <>
      {provider ? (
        <provider.Fields
          {...fields}
          key={tries}
          stripe={provider.stripe}
          onCard={onReady}
          onLoadError={() => setLate(true)}
        />
      ) : (
        <CardPlaces />
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
            <Button look="link" wide={false} icon={<RetryIcon />} onClick={retry}>
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

/** Opens the provider, anew for every try. */
function useProvider(
  isWhole: boolean,
  tries: number,
  setLate: (isLate: boolean) => void,
): Provider | undefined {
  // As it was first: a provider that is open stays open, whatever the page is told later.
  const [page] = useState(usePage())
  const [load] = useState(() => (isWhole ? loadFormOfOne : loadFields))
  const [opened, setOpened] = useState<Provider & { of: number }>()
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => setLate(true), patienceMs)
    Promise.all([openStripe(page), load()]).then(
      ([stripe, Fields]) => {
        if (isCurrent) setOpened({ stripe, Fields, of: tries })
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
  }, [page, load, tries, setLate])
  return opened?.of === tries ? opened : undefined
}

const loadFields = async () => (await import('@/features/payment/card-fields')).CardFields
const loadFormOfOne = async () =>
  (await import('@/features/payment/payment-element-form')).FormOfOne
