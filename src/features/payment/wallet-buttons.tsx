import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  AvailablePaymentMethods,
  Stripe,
  StripeElementLocale,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useRef } from 'react'
import { usePage } from '@/client/checkout/checkout-provider'
import type { Quote } from '@/domain/pricing/quote'
import { buildDeferredOptions, createTokenCard } from '@/features/payment/card'
import type { WalletHandlers } from '@/features/payment/use-payment-form'

export interface WalletButtonsProps {
  stripe: Stripe
  quote: Quote
  /** Buttons side by side; no more are shown. */
  columns: number
  handlers: WalletHandlers
  canPay: () => boolean
  /** Called once it is known whether this device has a wallet. */
  onAvailability: (isAvailable: boolean) => void
}

/** The wallets of this device (Apple Pay, Google Pay) for the shown price. */
export function WalletButtons({ stripe, ...buttons }: WalletButtonsProps) {
  const { language } = usePage()
  const locale = language as StripeElementLocale
  return (
    <Elements
      stripe={stripe}
      options={{ ...buildDeferredOptions(buttons.quote), locale, appearance }}
    >
      <Buttons {...buttons} />
    </Elements>
  )
}

type ButtonsProps = Omit<WalletButtonsProps, 'stripe'>

function Buttons({ quote, columns, handlers, canPay, onAvailability }: ButtonsProps) {
  const stripe = useStripe()
  const elements = useElements()
  /** An open wallet shows the price it was opened with. */
  const shownQuote = useRef(quote)
  const confirm = async ({
    paymentFailed,
    expressPaymentType: wallet,
  }: StripeExpressCheckoutElementConfirmEvent) => {
    const method = wallet === 'apple_pay' ? 'apple pay' : 'google pay'
    const card = stripe && elements && createTokenCard(stripe, elements, 'wallet')
    const isPaid = card && (await handlers.pay({ ...card, method }, shownQuote.current))
    if (!isPaid) paymentFailed({ reason: 'fail' })
  }
  return (
    <ExpressCheckoutElement
      options={{ ...options, layout: { maxColumns: columns, maxRows: 1, overflow: 'never' } }}
      onReady={({ availablePaymentMethods }) => onAvailability(hasWallet(availablePaymentMethods))}
      onLoadError={() => onAvailability(false)}
      onClick={({ resolve, reject }) => {
        if (!canPay()) return reject()
        shownQuote.current = quote
        resolve()
      }}
      onConfirm={confirm}
      onCancel={handlers.onCancel}
    />
  )
}

const hasWallet = (availableMethods: AvailablePaymentMethods | undefined): boolean =>
  Boolean(availableMethods?.applePay || availableMethods?.googlePay)

/** The corners of our own buttons. */
const appearance = { variables: { borderRadius: '12px' } }

/** The checkout already has email and address; PayPal has its own button. */
const options = {
  buttonHeight: 48,
  buttonType: { applePay: 'plain', googlePay: 'plain' },
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    amazonPay: 'never',
    klarna: 'never',
    link: 'never',
    paypal: 'never',
  },
  paymentMethodOrder: ['apple_pay', 'google_pay'] as string[],
  billingAddressRequired: false,
  emailRequired: false,
  phoneNumberRequired: false,
  shippingAddressRequired: false,
} as const
