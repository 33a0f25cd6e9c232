import { useRouter } from 'next/router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { usePolling } from '@/client/browser/use-polling'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import type { OrderKind } from '@/client/payments/finish-payment'
import { toMajor } from '@/domain/pricing/money'
import type { Card } from '@/features/payment/card'
import {
  cancelPaypal,
  completePaypalOrder,
  type PaypalOrder,
  startPaypal,
} from '@/features/payment/paypal'
import {
  cancelPayment,
  finishLastPayment,
  isUnfinished,
  type PaymentContext,
  type PaymentMessage,
  type PaymentResult,
  pay,
  type SecondOrder,
} from '@/features/payment/submit-payment'
import { useNoScriptResult } from '@/features/payment/use-no-script-result'

export type Phase = 'idle' | 'paying' | 'checking' | 'leaving'

interface PaymentFlow {
  phase: Phase
  message: PaymentMessage | null
  /** Starts a payment; undefined when one is already in progress. */
  payOnce: (
    payment: Omit<PaymentContext, 'store' | 'sync' | 'secondOrder'>,
  ) => Promise<PaymentResult | undefined>
  /** Finishes the last payment and shows its result; money may move. */
  finish: () => Promise<unknown>
  /** Cancels a payment that waits for the customer. */
  cancel: () => Promise<unknown>
  paypal: PaypalHandlers
  wallet: Omit<WalletHandlers, 'pay'>
}

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
export function usePaymentFlow(secondOrder?: SecondOrder): PaymentFlow {
  const store = useCheckoutStore()
  const sync = useSync()
  const replaceRoute = useReplaceRoute()
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
  const isBusy = useRef(false)
  const latest = useRef(secondOrder)
  latest.current = secondOrder

  const applyResult = useCallback(
    async (result: PaymentResult) => {
      setMessage(previous => resolveMessage(result, previous))
      if (!('redirectTo' in result) || !navigator.onLine) return
      setPhase('leaving')
      await replaceRoute(result.redirectTo)
    },
    [replaceRoute],
  )

  const runExclusive = useCallback(
    async (
      busyPhase: Phase,
      task: () => Promise<PaymentResult>,
    ): Promise<PaymentResult | undefined> => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setPhase(busyPhase)
      try {
        const result = await task()
        await applyResult(result)
        return result
      } finally {
        isBusy.current = false
        setPhase('idle')
      }
    },
    [applyResult],
  )

  const finish = useCallback(
    () =>
      runExclusive('checking', () =>
        finishLastPayment({ store, sync, secondOrder: latest.current }),
      ),
    [runExclusive, store, sync],
  )

  /** The order that PayPal's window is open for. */
  const openPaypalOrderId = useRef<string>(undefined)
  const [hadOpenOrder] = useState(hasOpenOrder)
  useEffect(() => {
    if (hadOpenOrder) void finish()
  }, [hadOpenOrder, finish])
  useFinishWhenOnline(message, finish)
  useFinishWhenChanged(message, finish)
  usePolling(message?.kind === 'waiting' || message?.kind === 'unconfirmed', async () => {
    if (isBusy.current) return
    const result = await finishLastPayment({ store, sync, secondOrder })
    // The customer's own action takes precedence.
    if (!isBusy.current && isNewResult(result, message))
      await runExclusive('checking', async () => result)
  })
  useLeaveWarning(phase === 'paying')

  return {
    phase,
    message,
    payOnce: payment =>
      runExclusive('paying', () => {
        trackPaymentBegin(
          secondOrder?.orderKind ?? 'plan',
          payment.shownQuote,
          payment.card?.method ?? 'stripe',
        )
        return pay({ store, sync, secondOrder, ...payment })
      }),
    finish,
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
      onCancel: () =>
        runExclusive('checking', () => cancelPaypal({ store, sync }, openPaypalOrderId.current)),
      onError: () =>
        runExclusive('checking', () => cancelPaypal({ store, sync }, openPaypalOrderId.current)),
    },
    wallet: {
      // Nothing was requested: the message of an earlier payment is still true.
      onCancel: () => setMessage(previous => previous ?? { kind: 'called_off' }),
    },
  }
}

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

/** Replaces the payment in the history, also after a payment in another tab. */
function useReplaceRoute() {
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  return useCallback(async (route: string) => {
    await latest.current.replace(route)
  }, [])
}

/** Finishes a payment with an unknown result when the network is back. */
function useFinishWhenOnline(message: PaymentMessage | null, finish: () => Promise<unknown>): void {
  const isUnknown = isUnfinished(message)
  useEffect(() => {
    if (!isUnknown) return
    const handleOnline = () => void finish()
    window.addEventListener('online', handleOnline)
    return () => window.removeEventListener('online', handleOnline)
  }, [isUnknown, finish])
}

/** When the order changes, a waiting payment may have been answered or cancelled elsewhere. */
function useFinishWhenChanged(
  message: PaymentMessage | null,
  finish: () => Promise<unknown>,
): void {
  const isWaiting = message?.kind === 'waiting'
  const version = useCheckout(({ checkout }) => checkout.version)
  const lastVersion = useRef(version)
  useEffect(() => {
    if (isWaiting && version !== lastVersion.current) void finish()
    lastVersion.current = version
  }, [isWaiting, version, finish])
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
