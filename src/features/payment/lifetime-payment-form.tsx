import { type ReactNode, useEffect, useRef } from 'react'
import { useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { useTranslation } from '@/client/texts/use-translation'
import { payLifetime } from '@/contract/lifetime'
import type { Quote } from '@/domain/pricing/quote'
import {
  PayButton,
  PaymentFormAnnouncer,
  PaymentFormCard,
  PaymentFormErrors,
  PaymentFormNotice,
  SecurityLine,
} from '@/features/payment/payment-form-parts'
import type { SecondOrder } from '@/features/payment/submit-payment'
import { usePaymentForm } from '@/features/payment/use-payment-form'

interface LifetimePaymentFormProps {
  offer: Quote
  /** Declines; next to the pay button and as large. */
  declineButton: ReactNode
}

/**
 * Card form for the second order. The first order's card was not stored, so it is entered again.
 */
export function LifetimePaymentForm({ offer, declineButton }: LifetimePaymentFormProps) {
  const { t } = useTranslation('thank-you')
  const paymentForm = usePaymentForm(offer, useSecondOrder())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.focus({ preventScroll: true }), [])
  const { phase } = paymentForm
  return (
    <form
      ref={form}
      tabIndex={-1}
      method="post"
      noValidate
      aria-label={t('lifetime.form')}
      onSubmit={paymentForm.submit}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <p className="text-ink-2 text-sm">{t('lifetime.card')}</p>
      <PaymentFormErrors paymentForm={paymentForm} />
      <PaymentFormNotice paymentForm={paymentForm} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5" inert={phase !== 'idle'}>
        <PaymentFormCard paymentForm={paymentForm} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
        <PayButton paymentForm={paymentForm} variant="secondary" />
        <div className="grid" inert={phase !== 'idle'}>
          {declineButton}
        </div>
      </div>
      <SecurityLine />
      <PaymentFormAnnouncer paymentForm={paymentForm} />
    </form>
  )
}

function useSecondOrder(): SecondOrder {
  const store = useCheckoutStore()
  const sync = useSync()
  return {
    orderKind: 'lifetime',
    charge: (source, expectedPrice) => {
      const { token, order } = store.getState().checkout
      return sync.run(payLifetime, {
        params: { id: order?.id ?? '' },
        body: { token, payment_method: null, ...source, ...expectedPrice },
      })
    },
  }
}
