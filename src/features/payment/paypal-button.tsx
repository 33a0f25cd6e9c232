import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useEffect, useEffectEvent, useRef } from 'react'
import { report } from '@/client/api/report-error'
import { isInAppBrowser } from '@/client/browser/in-app-browser'
import { useSubmitOnce, waitForNextPage } from '@/client/browser/use-submit-once'
import { useTranslation } from '@/client/texts/use-translation'
import type { Quote } from '@/domain/pricing/quote'
import type { PaypalHandlers } from '@/features/payment/use-payment-form'
import { Button } from '@/ui/button'
import { Spinner } from '@/ui/spinner'

export interface PaypalButtonProps {
  paypal: { clientId: string; script: string }
  quote: Quote
  handlers: PaypalHandlers
  canPay: () => boolean
  /** PayPal is blocked or down. */
  onLoadError: () => void
}

/** PayPal's own button; in-app browsers get our button, which redirects to PayPal and back. */
export function PaypalButton(props: PaypalButtonProps) {
  if (isInAppBrowser(navigator.userAgent)) return <RedirectButton {...props} />
  const dataCspNonce = readNonce()
  return (
    <PayPalScriptProvider
      options={{
        ...buildScriptOptions(props.quote),
        clientId: props.paypal.clientId,
        sdkBaseUrl: props.paypal.script,
        ...(dataCspNonce && { dataCspNonce }),
      }}
    >
      <PopupButton {...props} />
    </PayPalScriptProvider>
  )
}

/**
 * Fetches PayPal's script from the same URL as the button, without running it. A prefetch: the
 * browser warns of a preload that its page does not use.
 */
export function prefetchPaypalScript(
  { clientId, script }: PaypalButtonProps['paypal'],
  quote: Pick<Quote, 'currency'>,
): void {
  if (isInAppBrowser(navigator.userAgent)) return
  const query = new URLSearchParams({ ...buildScriptOptions(quote), 'client-id': clientId })
  const href = `${script}?${query}`
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
}

/** The script is loaded for one currency. */
const buildScriptOptions = ({ currency }: Pick<Quote, 'currency'>) => ({
  currency,
  intent: 'capture',
  components: 'buttons',
})

/** The nonce of inline styles, which PayPal's script needs for those of its button. */
const readNonce = (): string | undefined =>
  document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce || undefined

function PopupButton({ quote, handlers, canPay, onLoadError }: PaypalButtonProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  /** There is no order, and the reason is already shown. */
  const isErrorShown = useRef(false)
  const handleLoadError = useEffectEvent(onLoadError)
  useEffect(() => {
    if (isRejected) handleLoadError()
  }, [isRejected])

  const createOrder = async (): Promise<string> => {
    isErrorShown.current = false
    const order = await handlers.createOrder(quote)
    if (order) return order.id
    isErrorShown.current = true
    throw new Error('there is no order to approve')
  }
  const handleError = (error: unknown): void => {
    if (isErrorShown.current) return
    report('PayPal', error)
    void handlers.onError()
  }
  return (
    <>
      {isPending && <Spinner className="size-6 justify-self-center text-accent" />}
      <PayPalButtons
        fundingSource="paypal"
        style={{ height: 48, borderRadius: 12, label: 'pay', tagline: false }}
        onClick={(_, actions) => (canPay() ? actions.resolve() : actions.reject())}
        createOrder={createOrder}
        onApprove={async () => void (await handlers.onApprove())}
        onCancel={() => void handlers.onCancel()}
        onError={handleError}
      />
    </>
  )
}

function RedirectButton({ quote, handlers, canPay }: PaypalButtonProps) {
  const { t } = useTranslation('payment')
  const { submitOnce, isBusy } = useSubmitOnce()
  const redirectToPaypal = async () => {
    const order = canPay() ? await handlers.createOrder(quote) : undefined
    if (!order?.approveUrl) return
    window.location.assign(order.approveUrl)
    await waitForNextPage()
  }
  return (
    <Button variant="secondary" wide busy={isBusy} onClick={() => submitOnce(redirectToPaypal)}>
      {t('paypal.button')}
    </Button>
  )
}
