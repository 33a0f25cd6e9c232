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
import { tokenCardOf } from '@/features/payment/confirmation-token-card'
import type { WalletSteps } from '@/features/payment/use-payment-flow'
import { deferredFor } from '@/features/payment/wallet-offer'

export interface WalletButtonsProps {
  stripe: Stripe
  quote: Quote
  /** How many stand side by side: no more are shown. */
  columns: number
  steps: WalletSteps
  mayPay: () => boolean
  /** Called once it is known whether this device has a wallet. */
  onKnown: (isThere: boolean) => void
}

/** The wallets of this device (Apple Pay, Google Pay), for the price that is shown. */
export function WalletButtons({ stripe, ...buttons }: WalletButtonsProps) {
  const { language } = usePage()
  const locale = language as StripeElementLocale
  return (
    <Elements stripe={stripe} options={{ ...deferredFor(buttons.quote), locale }}>
      <Buttons {...buttons} />
    </Elements>
  )
}

type ButtonsProps = Omit<WalletButtonsProps, 'stripe'>

function Buttons({ quote, columns, steps, mayPay, onKnown }: ButtonsProps) {
  const stripe = useStripe()
  const elements = useElements()
  /** The wallet goes on showing the price it was opened with. */
  const shown = useRef(quote)
  const confirm = async ({
    paymentFailed,
    expressPaymentType: wallet,
  }: StripeExpressCheckoutElementConfirmEvent) => {
    const method = wallet === 'apple_pay' ? 'apple pay' : 'google pay'
    const card = stripe && elements && tokenCardOf(stripe, elements, 'wallet')
    const isOver = card && (await steps.pay({ ...card, method }, shown.current))
    if (!isOver) paymentFailed({ reason: 'fail' })
  }
  return (
    <ExpressCheckoutElement
      options={{ ...options, layout: { maxColumns: columns, maxRows: 1, overflow: 'never' } }}
      onReady={({ availablePaymentMethods }) => onKnown(hasWallet(availablePaymentMethods))}
      onLoadError={() => onKnown(false)}
      onClick={({ resolve, reject }) => {
        if (!mayPay()) return reject()
        shown.current = quote
        resolve()
      }}
      onConfirm={confirm}
      onCancel={steps.cancelled}
    />
  )
}

const hasWallet = (available: AvailablePaymentMethods | undefined): boolean =>
  Boolean(available?.applePay || available?.googlePay)

/** What the order needs it has asked for itself; PayPal stands beside, on its own account. */
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
