import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeCardCvcElementChangeEvent,
  StripeCardExpiryElementChangeEvent,
  StripeCardNumberElementChangeEvent,
  StripeElementChangeEvent,
  StripeElementLocale,
  StripeElements,
} from '@stripe/stripe-js'
import { useEffect, useRef } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { CardFieldName } from '@/client/payments/decline-messages'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import { createConfirm, toCollectError } from '@/features/payment/card'
import { CardBox, CardRows } from '@/features/payment/card-box'
import type { CardEntry } from '@/features/payment/payment-fields'

export interface CardFieldsProps {
  stripe: Stripe
  /** Price to pay. */
  quote: Quote
  errorOf: (field: CardFieldName) => string | undefined
  onEntry: (field: CardFieldName, entry: CardEntry) => void
  /** Called when all fields are ready, and with null when they unmount. */
  onCard: (card: Card | null) => void
  onLoadError: () => void
}

/** The provider's own fields: card data never passes through this page. */
export function CardFields({ stripe, quote: _, ...fields }: CardFieldsProps) {
  const { language } = usePage()
  return (
    <Elements stripe={stripe} options={{ locale: language as StripeElementLocale }}>
      <Fields {...fields} />
    </Elements>
  )
}

function Fields({
  errorOf,
  onEntry,
  onCard,
  onLoadError,
}: Omit<CardFieldsProps, 'stripe' | 'quote'>) {
  const stripe = useStripe()
  const elements = useElements()
  const readyFields = useRef(new Set<CardFieldName>())
  const handleReady = (field: CardFieldName) => () => {
    readyFields.current.add(field)
    if (readyFields.current.size === 3 && stripe && elements) onCard(createCard(stripe, elements))
  }
  useEffect(() => () => onCard(null), [onCard])
  const getFieldProps = (name: CardFieldName) => ({
    name,
    error: errorOf(name),
    onReady: handleReady(name),
    onChange: (event: ChangeEvent) => onEntry(name, toEntry(event)),
  })
  return (
    <CardRows
      card={
        <CardBox {...getFieldProps('card')}>
          {events => (
            <CardNumberElement
              {...events}
              options={{ style: elementStyle, showIcon: true, disableLink: true }}
              onLoadError={onLoadError}
            />
          )}
        </CardBox>
      }
      date={
        <CardBox {...getFieldProps('date')}>
          {events => <CardExpiryElement {...events} options={{ style: elementStyle }} />}
        </CardBox>
      }
      cvc={
        <CardBox {...getFieldProps('cvc')}>
          {events => (
            <CardCvcElement {...events} options={{ style: elementStyle, placeholder: '' }} />
          )}
        </CardBox>
      }
    />
  )
}

export type ChangeEvent =
  | StripeCardNumberElementChangeEvent
  | StripeCardExpiryElementChangeEvent
  | StripeCardCvcElementChangeEvent

const toEntry = ({
  empty,
  complete,
  error,
}: StripeElementChangeEvent & { error?: { code: string } | undefined }): CardEntry => ({
  isEmpty: empty,
  isComplete: complete,
  code: error?.code ?? null,
})

/** The provider's fields are iframes, which our CSS does not reach. */
const elementStyle = {
  base: {
    color: '#14213d',
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    fontSize: '16px',
    lineHeight: '24px',
    '::placeholder': { color: '#5f677b' },
  },
  invalid: { color: '#14213d' },
}

const createCard = (stripe: Stripe, elements: StripeElements): Card => ({
  collect: async billingDetails => {
    const card = elements.getElement('cardNumber')
    if (!card) return 'unreachable'
    try {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: billingDetails,
      })
      return paymentMethod
        ? { source: { payment_method: paymentMethod.id } }
        : toCollectError(error, code => fieldByCode[code])
    } catch {
      return 'unreachable'
    }
  },
  confirm: createConfirm(stripe),
})

const fieldByCode: Record<string, CardFieldName> = {
  incomplete_number: 'card',
  invalid_number: 'card',
  incomplete_expiry: 'date',
  invalid_expiry_month: 'date',
  invalid_expiry_month_past: 'date',
  invalid_expiry_year: 'date',
  invalid_expiry_year_past: 'date',
  incomplete_cvc: 'cvc',
}
