import { useRouter } from 'next/router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { track } from '@/client/analytics/track'
import { useAskedAgain } from '@/client/browser/use-polling'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import type { PaidFor } from '@/client/payments/payment-status'
import { toMajor } from '@/domain/pricing/money'
import type { Card } from '@/features/payment/card'
import {
  afterApproval,
  cancelPaypal,
  type PaypalOrder,
  startPaypal,
} from '@/features/payment/paypal'
import {
  ask,
  callOff,
  isToBeAsked,
  type Payer,
  pay,
  type Result,
  type SecondOrder,
  type Told,
} from '@/features/payment/submit-payment'
import { usePosted } from '@/features/payment/use-no-script-result'

export type Phase = 'idle' | 'paying' | 'checking' | 'leaving'

interface Paying {
  phase: Phase
  told: Told | null
  /** Pays once: undefined when a payment is under way already. */
  payOnce: (payer: Omit<Payer, 'store' | 'sync' | 'second'>) => Promise<Result | undefined>
  /** Asks what became of the last payment. */
  check: () => Promise<unknown>
  /** Gives up a payment that waits for the customer. */
  cancel: () => Promise<unknown>
  paypal: PaypalSteps
  wallet: Omit<WalletSteps, 'pay'>
}

/** What PayPal's button sets off, for the first order: the second one is paid by card. */
export interface PaypalSteps {
  /** The order to approve; undefined when there is none, and the customer is told why. */
  start: (shown: Payer['shown']) => Promise<PaypalOrder | undefined>
  approved: () => Promise<unknown>
  cancelled: () => Promise<unknown>
  /** Nobody knows what went wrong there: it is found out. */
  failed: () => Promise<unknown>
}

/** What a wallet's button sets off. */
export interface WalletSteps {
  /** Charges what the wallet has agreed to; true when that leads on, false when nothing was paid. */
  pay: (card: Card, shown: Payer['shown']) => Promise<boolean>
  cancelled: () => void
}

/** What goes on at the till: what the customer is told, and that nothing happens twice. */
export function usePaying(second?: SecondOrder): Paying {
  const store = useCheckoutStore()
  const sync = useSync()
  const follow = useWayOn()
  const hasOpenOrder = useCheckout(
    ({ checkout }) => (second ? checkout.lifetime?.order : checkout.order)?.status === 'pending',
  )
  // A payment may have been begun before this page was opened: that is found out before the next.
  const [phase, setPhase] = useState<Phase>(hasOpenOrder ? 'checking' : 'idle')
  const { toldIn } = usePosted()
  const currency = useCheckout(({ checkout }) => checkout.currency)
  const [told, setTold] = useState<Told | null>(() => (second ? null : toldIn(currency)))
  const isBusy = useRef(false)
  const latest = useRef(second)
  latest.current = second

  const take = useCallback(
    async (result: Result) => {
      setTold(before => toldAfter(result, before))
      if (!('go' in result) || !navigator.onLine) return
      setPhase('leaving')
      await follow(result.go)
    },
    [follow],
  )

  const during = useCallback(
    async (name: Phase, work: () => Promise<Result>): Promise<Result | undefined> => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setPhase(name)
      try {
        const result = await work()
        await take(result)
        return result
      } finally {
        isBusy.current = false
        setPhase('idle')
      }
    },
    [take],
  )

  const check = useCallback(
    () => during('checking', () => ask({ store, sync, second: latest.current })),
    [during, store, sync],
  )

  /** The order that PayPal's window is open for. */
  const atPaypal = useRef<string>(undefined)
  const [hadOpenOrder] = useState(hasOpenOrder)
  useEffect(() => {
    if (hadOpenOrder) void check()
  }, [hadOpenOrder, check])
  useChecksWhenOnline(told, check)
  useChecksWhenChanged(told, check)
  useAskedAgain(told?.kind === 'waiting' || told?.kind === 'unconfirmed', async () => {
    if (isBusy.current) return
    const result = await ask({ store, sync, second })
    // What the customer does meanwhile counts more.
    if (!isBusy.current && isNews(result, told)) await during('checking', async () => result)
  })
  useLeaveWarning(phase === 'paying')

  return {
    phase,
    told,
    payOnce: payer =>
      during('paying', () => {
        tellBegun(second?.of ?? 'plan', payer.shown, payer.card?.method ?? 'stripe')
        return pay({ store, sync, second, ...payer })
      }),
    check,
    cancel: () => during('checking', () => callOff({ store, sync, second })),
    paypal: {
      start: async shown => {
        setTold(null)
        tellBegun('plan', shown, 'paypal')
        const started = await startPaypal({ store, sync, shown })
        if ('id' in started) {
          atPaypal.current = started.id
          return started
        }
        await take(started)
        return undefined
      },
      approved: () => during('checking', () => afterApproval({ store, sync })),
      cancelled: () => during('checking', () => cancelPaypal({ store, sync }, atPaypal.current)),
      failed: () => during('checking', () => cancelPaypal({ store, sync }, atPaypal.current)),
    },
    wallet: {
      // Nothing was asked for: what is told of an earlier payment is still true.
      cancelled: () => setTold(before => before ?? { kind: 'called_off' }),
    },
  }
}

/** Tells that a payment begins: what for, how much in major units, and through which provider (SPEC 3). */
function tellBegun(kind: PaidFor, { total, currency }: Payer['shown'], method: string): void {
  const value = toMajor(total, currency)
  track('begin payment', { kind, value, currency, method: total === 0 ? 'none' : method })
}

/** Offline no other page can be opened: what is known is told here, and stays known until there is a network. */
function toldAfter(result: Result, before: Told | null): Told | null {
  if ('go' in result && !navigator.onLine)
    return { kind: result.go === '/thank-you/' ? 'paid_offline' : 'unknown' }
  if (!('told' in result)) return null
  return result.told.kind === 'unknown' && before?.kind === 'paid_offline' ? before : result.told
}

/** A question that did not reach the server says nothing about the bank's; nor does the same answer again. */
const isNews = (result: Result, before: Told | null): boolean =>
  !('told' in result) || !['unknown', before?.kind].includes(result.told.kind)

/** Goes on without leaving the payment behind in the history; a payment made in another tab goes on too. */
function useWayOn() {
  const router = useRouter()
  const latest = useRef(router)
  latest.current = router
  return useCallback(async (to: string) => {
    await latest.current.replace(to)
  }, [])
}

/** What could not be found out offline is asked again as soon as there is a network. */
function useChecksWhenOnline(told: Told | null, check: () => Promise<unknown>): void {
  const isUnknown = isToBeAsked(told)
  useEffect(() => {
    if (!isUnknown) return
    const again = () => void check()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isUnknown, check])
}

/** A payment left waiting may have been answered or called off elsewhere once the order has changed. */
function useChecksWhenChanged(told: Told | null, check: () => Promise<unknown>): void {
  const isWaiting = told?.kind === 'waiting'
  const version = useCheckout(({ checkout }) => checkout.version)
  const known = useRef(version)
  useEffect(() => {
    if (isWaiting && version !== known.current) void check()
    known.current = version
  }, [isWaiting, version, check])
}

/** While money may be moving, the browser asks before the page is left. */
function useLeaveWarning(isPaying: boolean): void {
  useEffect(() => {
    if (!isPaying) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isPaying])
}
