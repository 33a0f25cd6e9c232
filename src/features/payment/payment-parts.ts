import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePreload } from '@/client/checkout/use-preload'
import { openStripe } from '@/client/payments/load-stripe'
import { optimisticQuote } from '@/client/store/checkout-store'
import type { StaticPageData } from '@/contract/page'
import { isPaypalCurrency } from '@/domain/catalog/paypal-currencies'
import { findMinimumCharge } from '@/domain/pricing/minimum-charge'
import type { Quote } from '@/domain/pricing/quote'
import { useIsPaymentElement } from '@/features/payment/use-is-payment-element'

// Parts of the payment page that load after it, or before it while the review is read.

const loadCardFields = async () => (await import('@/features/payment/card-fields')).CardFields
const loadPaymentElementForm = async () =>
  (await import('@/features/payment/payment-element-form')).PaymentElementForm

export const loadCardForm = (isPaymentElement: boolean) =>
  isPaymentElement ? loadPaymentElementForm() : loadCardFields()
export const loadWalletButtons = () => import('@/features/payment/wallet-buttons')
export const loadPaypalButton = () => import('@/features/payment/paypal-button')

/** The shop's PayPal, if it supports the currency. */
export const findPaypal = (
  { paypal }: StaticPageData['settings'],
  { currency }: Pick<Quote, 'currency'>,
) => (isPaypalCurrency(currency) ? paypal : null)

/** Whether a wallet can be offered: not for a free order or below the minimum charge. */
export const canOfferWallets = ({ total, currency }: Pick<Quote, 'total' | 'currency'>): boolean =>
  total > 0 && total >= findMinimumCharge(currency)

/**
 * Loads the payment providers and their parts of the payment page while the review is read, so that
 * the card fields are there when it opens.
 */
export function usePreloadPayment(): void {
  const page = usePage()
  const quote = useCheckout(optimisticQuote)
  const isPaymentElement = useIsPaymentElement()
  usePreload(() => {
    if (!quote || quote.total === 0) return
    const paypal = findPaypal(page.settings, quote)
    const loads = [
      openStripe(page),
      loadCardForm(isPaymentElement),
      canOfferWallets(quote) && loadWalletButtons(),
      paypal &&
        loadPaypalButton().then(({ prefetchPaypalScript }) => prefetchPaypalScript(paypal, quote)),
    ]
    // The payment page loads again what failed, and reports it.
    void Promise.allSettled(loads)
  })
}
