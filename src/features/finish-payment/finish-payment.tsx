import { useRouter } from 'next/router'
import { useState } from 'react'
import { doublingDelayMs } from '@/client/browser/doubling-delay'
import { type PollingIntervals, usePolling } from '@/client/browser/use-polling'
import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { declineOf } from '@/client/payments/decline-messages'
import { finishPayment, type OrderKind, type PaymentStatus } from '@/client/payments/finish-payment'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { findStep } from '@/domain/checkout/steps'
import { Button, ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** Waits for the bank's result and shows where the money is. */
export function FinishPayment() {
  const { t } = useTranslation('finish-payment')
  // Once the first order is paid, the second one is pending.
  const [orderKind] = useState<OrderKind>(
    useCheckout(({ checkout: { status } }) => status) === 'paid' ? 'lifetime' : 'plan',
  )
  const { phase, reason, isCancelled, retry } = useConfirmation(orderKind)
  return (
    <Group>
      <div aria-live="polite" className="grid grid-cols-1 gap-5">
        {(phase === 'asking' || phase === 'done') && <CheckingNotice />}
        {phase === 'waiting' && <WaitingNotice orderKind={orderKind} />}
        {phase === 'open' && <OpenNotice onRetry={retry} />}
        {phase === 'not_charged' && <NotChargedNotice {...{ reason, isCancelled, orderKind }} />}
      </div>
      <OrderNumber orderKind={orderKind} />
      <noscript>
        <Notice tone="advice" title={t('noscript.title')}>
          {/* Links to the page itself: without scripts it does not poll. */}
          <a href="/checkouts/finish-payment/">{t('noscript.reload')}</a>
        </Notice>
      </noscript>
    </Group>
  )
}

function CheckingNotice() {
  const { t } = useTranslation('finish-payment')
  return (
    <div role="status" className="flex min-h-[96px] flex-wrap items-center gap-4">
      <Spinner className="size-8 text-accent" />
      <div className="min-w-0 grow basis-[min-content]">
        <p className="font-semibold text-lg">{t('asking.title')}</p>
        <p className="text-ink-2">{t('asking.text')}</p>
      </div>
    </div>
  )
}

/** At least as high as the notice of the check that it replaces. */
const noticeClassName = 'min-h-[96px] content-center'

/** The bank's challenge is open in another tab or was left: it can be answered or cancelled. */
function WaitingNotice({ orderKind }: { orderKind: OrderKind }) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  return (
    <>
      <Notice tone="advice" title={t('payment:notices.waiting.title')} className={noticeClassName}>
        {t('waiting')}
      </Notice>
      <BackLink orderKind={orderKind} />
    </>
  )
}

/** The same words as on the payment page, which has the same state. */
function OpenNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  return (
    <>
      <Notice
        tone="advice"
        title={t('payment:notices.unconfirmed.title')}
        className={noticeClassName}
      >
        {t('payment:notices.unconfirmed.text')}
      </Notice>
      <Button variant="secondary" icon={<RetryIcon />} onClick={onRetry}>
        {t('open.again')}
      </Button>
    </>
  )
}

interface NotChargedNoticeProps {
  reason: string | null
  isCancelled: boolean
  orderKind: OrderKind
}

function NotChargedNotice({ reason, isCancelled, orderKind }: NotChargedNoticeProps) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  const translate = t as DynamicT
  const { text } = declineOf(reason)
  const textKey = isCancelled ? 'payment:notices.paypal_cancelled' : `payment:declines.${text}`
  return (
    <>
      <Notice
        tone={isCancelled ? 'info' : 'error'}
        title={translate(`${textKey}.title`)}
        className={noticeClassName}
      >
        {translate(`${textKey}.text`)}
      </Notice>
      <BackLink orderKind={orderKind} />
    </>
  )
}

/** Leads to the form that can pay again. */
function BackLink({ orderKind }: { orderKind: OrderKind }) {
  const { t } = useTranslation('finish-payment')
  const isPlan = orderKind === 'plan'
  return (
    <ButtonLink href={findStep(isPlan ? 'payment' : 'thank-you').route} replace>
      {t(isPlan ? 'back' : 'backToOrder')}
    </ButtonLink>
  )
}

function OrderNumber({ orderKind }: { orderKind: OrderKind }) {
  const { t } = useTranslation('finish-payment')
  const order = useCheckout(({ checkout }) =>
    orderKind === 'plan' ? checkout.order : checkout.lifetime?.order,
  )
  return (
    order && (
      <p className="text-ink-2 text-sm">
        {t('order')}
        <b className="wrap-anywhere text-ink">{order.id}</b>
      </p>
    )
  )
}

/** Delays before the polls of one minute: at once, then soon. */
const soonDelaysMs = [
  0,
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(count => doublingDelayMs(count, 8_000)),
  5_000,
]
const soonIntervals: PollingIntervals = pollCount => soonDelaysMs[pollCount]

const askingState: ConfirmationState = { phase: 'asking', reason: null }

interface ConfirmationState {
  /**
   * `open`: no result from the bank for a minute. `waiting`: the bank waits for the customer.
   * `done`: the thank-you page opens.
   */
  phase: 'asking' | 'waiting' | 'open' | 'not_charged' | 'done'
  reason: string | null
}

interface Confirmation extends ConfirmationState {
  /** The customer returned from PayPal without paying. */
  isCancelled: boolean
  retry: () => void
}

/** Finishes the payment: asks until its outcome is known, then opens the thank-you page. */
function useConfirmation(orderKind: OrderKind): Confirmation {
  const store = useCheckoutStore()
  const sync = useSync()
  const router = useRouter()
  // Only the first order can be paid with PayPal.
  const shouldCancel = orderKind === 'plan' && router.query['paypal'] === 'cancelled'
  const [{ phase, reason }, setState] = useState<ConfirmationState>(askingState)
  const isAsking = phase === 'asking'
  // Also when it is `open`: the challenge may be answered in another tab or on another device.
  usePolling(
    isAsking || phase === 'waiting' || phase === 'open',
    async ({ pollCount, signal }) => {
      const { outcome, reason } = await finishPayment(store, sync, {
        cancelAttempt: isAsking && shouldCancel,
        orderKind,
      }).catch(assumeChecking)
      if (signal.aborted) return
      if (outcome === 'done') {
        setState({ phase: 'done', reason: null })
        await router.replace(findStep('thank-you').route)
      } else if (outcome === 'not_charged' || outcome === 'none')
        setState({ phase: 'not_charged', reason })
      else if (isAsking && outcome === 'waiting') setState({ phase: 'waiting', reason: null })
      else if (isAsking && pollCount === soonDelaysMs.length)
        setState({ phase: 'open', reason: null })
    },
    isAsking ? soonIntervals : undefined,
  )
  return {
    phase,
    reason,
    isCancelled: shouldCancel && reason === null,
    retry: () => setState(askingState),
  }
}

/** A failed request leaves the status unknown: poll again. */
const assumeChecking = (): PaymentStatus => ({ outcome: 'checking', reason: null })
