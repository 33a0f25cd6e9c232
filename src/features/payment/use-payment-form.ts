import { useRouter } from 'next/router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { usePolling } from '@/client/browser/use-polling'
import { useSubmitOnce } from '@/client/browser/use-submit-once'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import type { OrderKind } from '@/client/payments/finish-payment'
import { toMajor } from '@/domain/pricing/money'
import type { Quote } from '@/domain/pricing/quote'
import type { Card } from '@/features/payment/card'
import {
  focusAfterPaint,
  focusErrorAfterPaint,
  paymentNoticeId,
  useNoScriptResult,
  usePaymentFields,
} from '@/features/payment/payment-fields'
import {
  cancelPayment,
  cancelPaypal,
  completePaypalOrder,
  finishLastPayment,
  isUnfinished,
  type PaymentContext,
  type PaymentMessage,
  type PaymentResult,
  type PaypalOrder,
  pay,
  type SecondOrder,
  startPaypal,
} from '@/features/payment/submit-payment'
import { useIsPaymentElement } from '@/features/payment/use-is-payment-element'

export type PaymentForm = ReturnType<typeof usePaymentForm>

/** A payment form for a quote: its fields, payment flow and submit handler. */
export function usePaymentForm(quote: Quote, secondOrder?: SecondOrder) {
  const isFree = quote.total === 0
  const isPaymentElement = useIsPaymentElement()
  const [card, setCard] = useState<Card | null>(null)
  const { isWithoutScripts } = useNoScriptResult()
  // A submit before hydration was early, too.
  const [isEarly, setEarly] = useState(isWithoutScripts)
  const fields = usePaymentFields({ isFree, isPaymentElement })
  const { phase, message, payOnce, finish, cancel, ...flow } = usePaymentFlow(secondOrder)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (phase !== 'idle') return
    if (isUnfinished(message)) return void finish().then(focusNotice)
    setEarly(!isFree && !card)
    if (!isFree && !card) return
    if (!fields.validate()) {
      card?.validate?.()
      return focusErrorAfterPaint(form)
    }
    const holder = fields.holderInput.current?.value.trim() ?? ''
    const result = await payOnce({ card: isFree ? null : card, holder, shownQuote: quote })
    if (result && fields.show(result)) focusErrorAfterPaint(form)
    else focusNotice()
  }

  /**
   * Whether PayPal or a wallet may open. While the result of a payment is unknown, finishes that
   * payment instead.
   */
  const canPay = (): boolean => {
    if (phase !== 'idle') return false
    if (!isUnfinished(message)) return fields.validateTerms()
    void finish().then(focusNotice)
    return false
  }

  const paypal: PaypalHandlers = {
    createOrder: async shownQuote => {
      const paypalOrder = await flow.paypal.createOrder(shownQuote)
      if (!paypalOrder) focusNotice()
      return paypalOrder
    },
    onApprove: () => flow.paypal.onApprove().then(focusNotice),
    onCancel: () => flow.paypal.onCancel().then(focusNotice),
    onError: () => flow.paypal.onError().then(focusNotice),
  }

  const wallet: WalletHandlers = {
    onCancel: () => {
      flow.wallet.onCancel()
      focusNotice()
    },
    pay: async (card, shownQuote) => {
      const result = await payOnce({ card, holder: '', shownQuote })
      // A decline of the wallet's card does not concern the card fields.
      if (result && 'invalid' in result) fields.show(result)
      else focusNotice()
      return result !== undefined && 'redirectTo' in result
    },
  }

  return {
    quote,
    fields,
    isPaymentElement,
    isEarly,
    setCard,
    phase,
    message,
    finish,
    cancel: () => cancel().then(focusNotice),
    paypal,
    wallet,
    canPay,
    submit,
  }
}

export type Phase = 'idle' | 'paying' | 'checking' | 'leaving'

/** Callbacks of PayPal's button. First order only: the second one is paid by card. */
export interface PaypalHandlers {
  /** The order to approve; undefined on failure, with the reason shown. */
  createOrder: (shownQuote: PaymentContext['shownQuote']) => Promise<PaypalOrder | undefined>
  onApprove: () => Promise<unknown>
  onCancel: () => Promise<unknown>
  /** Unknown failure at PayPal: cancels the order. */
  onError: () => Promise<unknown>
}

/** Callbacks of a wallet's button. */
export interface WalletHandlers {
  /** Charges what the wallet approved; true on a redirect, false when nothing was paid. */
  pay: (card: Card, shownQuote: PaymentContext['shownQuote']) => Promise<boolean>
  onCancel: () => void
}

/** Phase and message of the payment; runs one action at a time. */
export function usePaymentFlow(secondOrder?: SecondOrder) {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  const { submitOnce } = useSubmitOnce()
  const hasOpenOrder = useCheckout(
    ({ checkout }) =>
      (secondOrder ? checkout.lifetime?.order : checkout.order)?.status === 'pending',
  )
  // A payment may have started before this page was opened: finish it before the next one.
  const [phase, setPhase] = useState<Phase>(hasOpenOrder ? 'checking' : 'idle')
  const { getMessage } = useNoScriptResult()
  const currency = useCheckout(({ checkout }) => checkout.currency)
  const [message, setMessage] = useState<PaymentMessage | null>(() =>
    secondOrder ? null : getMessage(currency),
  )

  const applyResult = async (result: PaymentResult) => {
    setMessage(previous => resolveMessage(result, previous))
    if (!('redirectTo' in result) || !navigator.onLine) return
    setPhase('leaving')
    // Replaces the payment in the history, also after a payment in another tab.
    await router.replace(result.redirectTo)
  }

  const runExclusive = (busyPhase: Phase, task: () => Promise<PaymentResult>) =>
    submitOnce(async () => {
      setPhase(busyPhase)
      try {
        const result = await task()
        await applyResult(result)
        return result
      } finally {
        setPhase('idle')
      }
    })

  /** Finishes the last payment and shows its result; money may move. */
  const finish = () =>
    runExclusive('checking', () => finishLastPayment({ store, sync, secondOrder }, 'none'))

  /** The order that PayPal's window is open for. */
  const openPaypalOrderId = useRef<string>(undefined)
  const [hadOpenOrder] = useState(hasOpenOrder)
  const finishOpenOrder = useEffectEvent(() => void finish().then(focusNoticeOfUntouchedPage))
  useEffect(() => {
    if (hadOpenOrder) finishOpenOrder()
  }, [hadOpenOrder])
  useFinishWhenOnline(message, finish)
  useFinishWhenChanged(message, finish)
  usePolling(message?.kind === 'waiting' || message?.kind === 'unconfirmed', async () => {
    if (phase !== 'idle') return
    const result = await finishLastPayment({ store, sync, secondOrder })
    // The customer's own action takes precedence: while it runs, this does nothing.
    if (isNewResult(result, message)) await runExclusive('checking', async () => result)
  })
  useLeaveWarning(phase === 'paying')
  const cancelPaypalOrder = () =>
    runExclusive('checking', () => cancelPaypal({ store, sync }, openPaypalOrderId.current))

  return {
    phase,
    message,
    /** Starts a payment; undefined when one is already in progress. */
    payOnce: (payment: Omit<PaymentContext, 'store' | 'sync' | 'secondOrder'>) =>
      runExclusive('paying', () => {
        trackPaymentBegin(
          secondOrder?.orderKind ?? 'plan',
          payment.shownQuote,
          payment.card?.method ?? 'stripe',
        )
        return pay({ store, sync, secondOrder, ...payment })
      }),
    finish,
    /** Cancels a payment that waits for the customer. */
    cancel: () => runExclusive('checking', () => cancelPayment({ store, sync, secondOrder })),
    paypal: {
      createOrder: async shownQuote => {
        setMessage(null)
        trackPaymentBegin('plan', shownQuote, 'paypal')
        const startResult = await startPaypal({ store, sync, shownQuote })
        if ('id' in startResult) {
          openPaypalOrderId.current = startResult.id
          return startResult
        }
        await applyResult(startResult)
        return undefined
      },
      onApprove: () => runExclusive('checking', () => completePaypalOrder({ store, sync })),
      onCancel: cancelPaypalOrder,
      onError: cancelPaypalOrder,
    } satisfies PaypalHandlers,
    wallet: {
      // Nothing was requested: the message of an earlier payment is still true.
      onCancel: () => setMessage(previous => previous ?? { kind: 'called_off' }),
    },
  }
}

/** Browsers restore the scroll position of a reloaded page, which hides the notice at its top. */
function focusNoticeOfUntouchedPage(): void {
  if (document.activeElement === document.body) focusNotice()
}

/** Brings the result of the customer's own action into view. */
const focusNotice = (): void => focusAfterPaint(() => document.getElementById(paymentNoticeId))

/** Tracks the start of a payment: kind, amount in major units, provider. */
function trackPaymentBegin(
  kind: OrderKind,
  { total, currency }: PaymentContext['shownQuote'],
  method: string,
): void {
  const value = toMajor(total, currency)
  track('begin payment', { kind, value, currency, method: total === 0 ? 'none' : method })
}

/**
 * Offline no other page can be opened: the message shows the known result until the network is
 * back.
 */
function resolveMessage(
  result: PaymentResult,
  previous: PaymentMessage | null,
): PaymentMessage | null {
  if ('redirectTo' in result && !navigator.onLine)
    return { kind: result.redirectTo === '/thank-you/' ? 'paid_offline' : 'unknown' }
  if (!('message' in result)) return null
  return result.message.kind === 'unknown' && previous?.kind === 'paid_offline'
    ? previous
    : result.message
}

/** A failed status request or an unchanged result is not news. */
const isNewResult = (result: PaymentResult, previous: PaymentMessage | null): boolean =>
  !('message' in result) || !['unknown', previous?.kind].includes(result.message.kind)

/** Finishes a payment with an unknown result when the network is back. */
function useFinishWhenOnline(message: PaymentMessage | null, finish: () => Promise<unknown>): void {
  const isUnknown = isUnfinished(message)
  const handleOnline = useEffectEvent(() => void finish())
  useEffect(() => {
    if (!isUnknown) return
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [isUnknown])
}

/** When the order changes, a waiting payment may have been answered or cancelled elsewhere. */
function useFinishWhenChanged(
  message: PaymentMessage | null,
  finish: () => Promise<unknown>,
): void {
  const isWaiting = message?.kind === 'waiting'
  const version = useCheckout(({ checkout }) => checkout.version)
  const lastVersion = useRef(version)
  const handleChange = useEffectEvent(() => void finish())
  useEffect(() => {
    if (isWaiting && version !== lastVersion.current) handleChange()
    lastVersion.current = version
  }, [isWaiting, version])
}

/** The browser asks before the page is left while money may be moving. */
function useLeaveWarning(isPaying: boolean): void {
  useEffect(() => {
    if (!isPaying) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isPaying])
}
