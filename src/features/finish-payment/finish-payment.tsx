import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { declineOf } from '@/client/payments/decline-messages'
import type { OrderKind } from '@/client/payments/finish-payment'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { findStep } from '@/domain/checkout/steps'
import { useConfirmation } from '@/features/finish-payment/use-confirmation'
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
      <div aria-live="polite" className="grid gap-5">
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
    <div role="status" className="flex min-h-[96px] items-center gap-4">
      <Spinner className="size-8 text-accent" />
      <div>
        <p className="font-semibold text-lg">{t('asking.title')}</p>
        <p className="text-ink-2">{t('asking.text')}</p>
      </div>
    </div>
  )
}

/** The bank's challenge is open in another tab or was left: it can be answered or cancelled. */
function WaitingNotice({ orderKind }: { orderKind: OrderKind }) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  return (
    <>
      <Notice tone="advice" title={t('payment:told.waiting.title')} className="min-h-[96px]">
        {t('waiting')}
      </Notice>
      <BackLink orderKind={orderKind} />
    </>
  )
}

function OpenNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('finish-payment')
  return (
    <>
      <Notice tone="advice" title={t('open.title')} className="min-h-[96px]">
        {t('open.text')}
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
  const textKey = isCancelled ? 'payment:told.paypal_cancelled' : `payment:declines.${text}`
  return (
    <>
      <Notice
        tone={isCancelled ? 'ok' : 'error'}
        title={translate(`${textKey}.title`)}
        className="min-h-[96px]"
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
