import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeElementLocale, StripePaymentElement } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import { buildDeferredOptions, createTokenCard } from '@/features/payment/card'
import { CardFieldsSkeleton } from '@/features/payment/card-box'
import type { CardFieldsProps } from '@/features/payment/card-fields'
import { boxIdOf } from '@/features/payment/payment-fields'
import { ErrorText } from '@/ui/field'

/**
 * The Payment Element instead of single fields, in one variant of an experiment (docs/product.md,
 * Experiments).
 */
export function PaymentElementForm({ stripe, quote, ...form }: CardFieldsProps) {
  const { language } = usePage()
  const locale = language as StripeElementLocale
  return (
    <Elements stripe={stripe} options={{ ...buildDeferredOptions(quote), locale, appearance }}>
      <Form {...form} />
    </Elements>
  )
}

function Form({
  errorOf,
  onEntry,
  onCard,
  onLoadError,
}: Omit<CardFieldsProps, 'stripe' | 'quote'>) {
  const stripe = useStripe()
  const elements = useElements()
  const element = useRef<StripePaymentElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => () => onCard(null), [onCard])
  const error = errorOf('card')
  return (
    <div className="grid">
      <ErrorText id={boxIdOf('card')}>{error}</ErrorText>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it passes focus on, and is no control itself */}
      <div
        id={boxIdOf('card')}
        tabIndex={-1}
        data-invalid={error !== undefined}
        // Focusing the box focuses the form, so that error links work.
        onFocus={({ target, currentTarget }) =>
          target === currentTarget && element.current?.focus()
        }
        className="grid scroll-mt-32 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]"
      >
        {!isReady && (
          <div className="grid gap-5">
            <CardFieldsSkeleton />
          </div>
        )}
        <PaymentElement
          options={options}
          className={isReady ? '' : 'invisible'}
          onReady={readyElement => {
            element.current = readyElement
            setReady(true)
            if (stripe && elements) onCard(createTokenCard(stripe, elements, 'form'))
          }}
          onChange={({ empty, complete }) =>
            onEntry('card', { isEmpty: empty, isComplete: complete, code: null })
          }
          onLoadError={onLoadError}
        />
      </div>
    </div>
  )
}

/** The page asks for the cardholder itself, and the wallets are above the form. */
const options = {
  layout: 'tabs',
  fields: { billingDetails: { name: 'never', email: 'never', address: 'if_required' } },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
} as const

/** The provider's form is an iframe, which our CSS does not reach. */
const appearance = {
  labels: 'above',
  variables: {
    colorText: '#14213d',
    colorDanger: '#b3261e',
    colorPrimary: '#1f5eff',
    borderRadius: '8px',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontSizeBase: '16px',
    fontLineHeight: '24px',
    gridRowSpacing: '20px',
    gridColumnSpacing: '16px',
  },
  rules: {
    '.Label': { fontSize: '16px', fontWeight: '600', marginBottom: '2px' },
    '.Input': { padding: '10px 12px', border: '1.5px solid #868c99', boxShadow: 'none' },
  },
} as const
