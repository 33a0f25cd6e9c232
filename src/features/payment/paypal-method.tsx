import { useTranslation } from 'next-i18next/pages'
import { type ComponentType, useEffect, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import type { Quote } from '@/domain/pricing/quote'
import type { PaypalButtonProps } from '@/features/payment/paypal-button'
import type { PaypalHandlers } from '@/features/payment/use-payment-flow'
import { Spinner } from '@/ui/spinner'

interface PaypalMethodProps {
  quote: Quote
  handlers: PaypalHandlers
  /** Whether a payment may start now; shows what is missing if not. */
  canPay: () => boolean
}

/** PayPal's button once its script has loaded; constant height. */
export function PaypalMethod(props: PaypalMethodProps) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  const [hasLoadFailed, setLoadFailed] = useState(false)
  const [Button, setButton] = useState<ComponentType<PaypalButtonProps>>()
  useEffect(() => {
    import('@/features/payment/paypal-button').then(
      ({ PaypalButton }) => setButton(() => PaypalButton),
      error => {
        report('PayPal', error)
        setLoadFailed(true)
      },
    )
  }, [])
  const { paypal } = settings
  return (
    <div className="relative grid min-h-12 items-center">
      {hasLoadFailed && (
        <p className="text-center text-ink-2 text-sm leading-4">{t('paypal.unavailable')}</p>
      )}
      {!hasLoadFailed && !Button && <Spinner className="size-6 justify-self-center text-accent" />}
      {!hasLoadFailed && Button && paypal && (
        // PayPal's script is loaded for one currency.
        <Button
          key={props.quote.currency}
          {...props}
          paypal={paypal}
          onLoadError={() => setLoadFailed(true)}
        />
      )}
    </div>
  )
}
