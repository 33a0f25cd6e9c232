import {
  PayPalButtons,
  PayPalScriptProvider,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useTranslation } from 'next-i18next/pages'
import { useEffect, useRef, useState } from 'react'
import { report } from '@/client/api/report-error'
import { isInApp } from '@/client/browser/in-app-browser'
import type { Quote } from '@/domain/pricing/quote'
import type { PaypalSteps } from '@/features/payment/use-payment-flow'
import { Button } from '@/ui/button'
import { Spinner } from '@/ui/spinner'

export interface PaypalButtonProps {
  paypal: { clientId: string; script: string }
  quote: Quote
  steps: PaypalSteps
  mayPay: () => boolean
  /** PayPal cannot be had: blocked, or down. */
  onBroken: () => void
}

/** PayPal's own button; inside other apps one of ours, which leads to PayPal's page and back. */
export function PaypalButton(props: PaypalButtonProps) {
  const { clientId, script } = props.paypal
  if (isInApp(navigator.userAgent)) return <ByRedirect {...props} />
  return (
    <PayPalScriptProvider
      options={{
        clientId,
        currency: props.quote.currency,
        intent: 'capture',
        components: 'buttons',
        sdkBaseUrl: script,
        ...(nonce() && { dataCspNonce: nonce() }),
      }}
    >
      <InWindow {...props} />
    </PayPalScriptProvider>
  )
}

const nonce = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined

function InWindow(props: PaypalButtonProps) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  // PayPal keeps what it was given first.
  const latest = useRef(props)
  latest.current = props
  /** There is no order, and the customer was told why. */
  const isTold = useRef(false)
  useEffect(() => {
    if (isRejected) latest.current.onBroken()
  }, [isRejected])

  const start = async (): Promise<string> => {
    isTold.current = false
    const { steps, quote } = latest.current
    const order = await steps.start(quote)
    if (order) return order.id
    isTold.current = true
    throw new Error('there is no order to approve')
  }
  const failed = (error: unknown): void => {
    if (isTold.current) return
    report('PayPal', error)
    void latest.current.steps.failed()
  }
  return (
    <>
      {isPending && <Spinner className="size-6 justify-self-center text-accent" />}
      <PayPalButtons
        fundingSource="paypal"
        style={{ height: 48, shape: 'rect', label: 'pay', tagline: false }}
        onClick={(_, actions) => (latest.current.mayPay() ? actions.resolve() : actions.reject())}
        createOrder={start}
        onApprove={async () => void (await latest.current.steps.approved())}
        onCancel={() => void latest.current.steps.cancelled()}
        onError={failed}
      />
    </>
  )
}

function ByRedirect({ quote, steps, mayPay }: PaypalButtonProps) {
  const { t } = useTranslation('payment')
  const [isBusy, setBusy] = useState(false)
  const go = async () => {
    if (isBusy || !mayPay()) return
    setBusy(true)
    const order = await steps.start(quote)
    if (order?.approveUrl) window.location.assign(order.approveUrl)
    else setBusy(false)
  }
  return (
    <Button look="secondary" wide busy={isBusy} onClick={go}>
      {t('paypal.button')}
    </Button>
  )
}
