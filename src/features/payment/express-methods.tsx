import type { Stripe } from '@stripe/stripe-js'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { report } from '@/client/api/report-error'
import { usePage } from '@/client/checkout/checkout-provider'
import { openStripe } from '@/client/payments/load-stripe'
import { useTranslation } from '@/client/texts/use-translation'
import type { Quote } from '@/domain/pricing/quote'
import {
  canOfferWallets,
  findPaypal,
  loadPaypalButton,
  loadWalletButtons,
} from '@/features/payment/payment-parts'
import type { PaypalButtonProps } from '@/features/payment/paypal-button'
import type { PaypalHandlers, WalletHandlers } from '@/features/payment/use-payment-form'
import type { WalletButtonsProps } from '@/features/payment/wallet-buttons'
import { classNames } from '@/ui/class-names'
import { LockIcon } from '@/ui/icons'
import { Skeleton } from '@/ui/skeleton'
import { Spinner } from '@/ui/spinner'

interface ExpressMethodsProps {
  quote: Quote
  paypal: PaypalHandlers
  wallet: WalletHandlers
  /** Whether a payment may start now; shows what is missing if not. */
  canPay: () => boolean
}

/**
 * PayPal and the device's wallet side by side above the card. The row has a constant height:
 * without a wallet PayPal fills it, and without either a line about the card replaces it.
 */
export function ExpressMethods({ quote, paypal, wallet, canPay }: ExpressMethodsProps) {
  const hasPaypal = useHasPaypal(quote)
  const isWalletOffered = canOfferWallets(quote)
  const [isWalletAvailable, setWalletAvailable] = useState<boolean>()
  const hasWallets = isWalletOffered && isWalletAvailable !== false
  const isBeforeTimeout = useIsBeforeTimeout()
  if (!hasPaypal && !hasWallets) return isWalletOffered ? <CardOnlyNotice /> : null
  const isWalletPending = hasPaypal && hasWallets && isWalletAvailable === undefined
  return (
    <Row isLoading={isWalletPending && isBeforeTimeout}>
      {hasPaypal && <PaypalMethod quote={quote} handlers={paypal} canPay={canPay} />}
      {hasWallets && (
        <WalletMethod
          quote={quote}
          columns={hasPaypal ? 1 : 2}
          handlers={wallet}
          canPay={canPay}
          isAvailable={isWalletAvailable === true}
          onAvailability={setWalletAvailable}
        />
      )}
    </Row>
  )
}

/** Whether the shop has PayPal and PayPal supports the currency. */
export function useHasPaypal({ currency }: Pick<Quote, 'currency'>) {
  const { settings } = usePage()
  return findPaypal(settings, { currency }) !== null
}

/** A slow provider must not block PayPal. */
const timeoutMs = 3_000

function useIsBeforeTimeout(): boolean {
  const [isBeforeTimeout, setBeforeTimeout] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setBeforeTimeout(false), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  return isBeforeTimeout
}

/** `isLoading` until the number of buttons is known: a button that can be pressed must not move. */
function Row({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const { t } = useTranslation('payment')
  return (
    <section aria-label={t('express.label')} className={rowClassName}>
      <div className="grid min-h-12 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
        {isLoading && <Skeleton className="h-12 w-full" />}
        <div
          className={classNames(
            'grid auto-cols-fr grid-flow-col items-center gap-3',
            isLoading && 'invisible',
          )}
        >
          {children}
        </div>
      </div>
      <CardDivider />
    </section>
  )
}

const rowClassName = '-mb-1 grid gap-3'

/** Between the fast ways to pay and the card. */
function CardDivider() {
  const { t } = useTranslation('payment')
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1 text-ink-2 text-sm sm:before:h-px sm:before:flex-1 sm:before:bg-line sm:after:h-px sm:after:flex-1 sm:after:bg-line">
      {t('express.or')}
      <CardBrands />
    </div>
  )
}

/** The brands that every account of the card processor accepts; the same names in every language. */
const cardBrands = ['Visa', 'Mastercard', 'Amex']

function CardBrands() {
  const { t } = useTranslation('payment')
  return (
    <ul aria-label={t('brands')} className="flex flex-wrap justify-center gap-1.5">
      {cardBrands.map(brand => (
        <li key={brand} className="rounded border border-line bg-card px-1.5 text-ink-2 text-sm">
          {brand}
        </li>
      ))}
    </ul>
  )
}

/** As high as the row it replaces, so that the card fields do not move. */
function CardOnlyNotice() {
  const { t } = useTranslation('payment')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-center *:[grid-area:1/1]">
      <div aria-hidden="true" className={classNames(rowClassName, 'invisible')}>
        <div className="h-12" />
        <CardDivider />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-paper px-4 py-2">
        <LockIcon className="size-5 shrink-0 text-ink-2" />
        <b className="me-auto">{t('byCard')}</b>
        <CardBrands />
      </div>
    </div>
  )
}

interface PaypalMethodProps {
  quote: Quote
  handlers: PaypalHandlers
  /** Whether a payment may start now; shows what is missing if not. */
  canPay: () => boolean
}

/** PayPal's button once its script has loaded; constant height. */
function PaypalMethod(props: PaypalMethodProps) {
  const { t } = useTranslation('payment')
  const { settings } = usePage()
  const [hasLoadFailed, setLoadFailed] = useState(false)
  const [Button, setButton] = useState<ComponentType<PaypalButtonProps>>()
  useEffect(() => {
    loadPaypalButton().then(
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

type WalletMethodProps = Omit<WalletButtonsProps, 'stripe'> & {
  /** False until the device is known to have a wallet. */
  isAvailable: boolean
}

/** The wallet buttons once the provider has loaded, a skeleton until then. */
function WalletMethod({ isAvailable, ...buttons }: WalletMethodProps) {
  const [page] = useState(usePage())
  const [provider, setProvider] = useState<Provider>()
  const { onAvailability } = buttons
  useEffect(() => {
    let isCurrent = true
    Promise.all([openStripe(page), loadWalletButtons()]).then(
      ([stripe, { WalletButtons }]) => isCurrent && setProvider({ stripe, Buttons: WalletButtons }),
      // The card form shows the failure and a retry; the wallet is just omitted.
      () => isCurrent && onAvailability(false),
    )
    return () => {
      isCurrent = false
    }
  }, [page, onAvailability])
  return (
    <div className="grid h-12 grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      {!isAvailable && <Skeleton className="h-12 w-full" />}
      {provider && (
        <div className={isAvailable ? undefined : 'invisible'}>
          <provider.Buttons {...buttons} stripe={provider.stripe} />
        </div>
      )}
    </div>
  )
}

interface Provider {
  stripe: Stripe
  Buttons: ComponentType<WalletButtonsProps>
}
