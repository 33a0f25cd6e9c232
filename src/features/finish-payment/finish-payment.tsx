import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { declineOf } from '@/client/payments/decline-messages'
import type { PaidFor } from '@/client/payments/payment-status'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { stepById } from '@/domain/checkout/steps'
import { useConfirmation } from '@/features/finish-payment/confirmation'
import { Button, ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** Waits for the bank's word, and says in each case where the money is. */
export function FinishPayment() {
  const { t } = useTranslation('finish-payment')
  // The second order is the one in question as soon as the first is paid.
  const [of] = useState<PaidFor>(
    useCheckout(({ checkout: { status } }) => status) === 'paid' ? 'lifetime' : 'plan',
  )
  const { phase, reason, isCancelled, again } = useConfirmation(of)
  return (
    <Group>
      <div aria-live="polite" className="grid gap-5">
        {phase === 'asking' && <Asking />}
        {phase === 'waiting' && <Waiting of={of} />}
        {phase === 'open' && <StillOpen again={again} />}
        {phase === 'not_charged' && <NotCharged {...{ reason, isCancelled, of }} />}
      </div>
      <OrderNumber of={of} />
      <noscript>
        <Notice tone="advice" title={t('noscript.title')}>
          {/* A link to the page itself, as scripts would ask again. */}
          <a href="/checkouts/finish-payment/">{t('noscript.reload')}</a>
        </Notice>
      </noscript>
    </Group>
  )
}

function Asking() {
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

/** The bank's question is open in another tab, or was left: it can be answered or given up. */
function Waiting({ of }: { of: PaidFor }) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  return (
    <>
      <Notice tone="advice" title={t('payment:told.waiting.title')} className="min-h-[96px]">
        {t('waiting')}
      </Notice>
      <WayBack of={of} />
    </>
  )
}

function StillOpen({ again }: { again: () => void }) {
  const { t } = useTranslation('finish-payment')
  return (
    <>
      <Notice tone="advice" title={t('open.title')} className="min-h-[96px]">
        {t('open.text')}
      </Notice>
      <Button look="secondary" icon={<RetryIcon />} onClick={again}>
        {t('open.again')}
      </Button>
    </>
  )
}

interface NotChargedProps {
  reason: string | null
  isCancelled: boolean
  of: PaidFor
}

function NotCharged({ reason, isCancelled, of }: NotChargedProps) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  const say = t as AnyText
  const { text } = declineOf(reason)
  const told = isCancelled ? 'payment:told.paypal_cancelled' : `payment:declines.${text}`
  return (
    <>
      <Notice
        tone={isCancelled ? 'ok' : 'error'}
        title={say(`${told}.title`)}
        className="min-h-[96px]"
      >
        {say(`${told}.text`)}
      </Notice>
      <WayBack of={of} />
    </>
  )
}

/** To where it can be paid again. */
function WayBack({ of }: { of: PaidFor }) {
  const { t } = useTranslation('finish-payment')
  const isPlan = of === 'plan'
  return (
    <ButtonLink href={stepById(isPlan ? 'payment' : 'thank-you').route} replace>
      {t(isPlan ? 'back' : 'backToOrder')}
    </ButtonLink>
  )
}

function OrderNumber({ of }: { of: PaidFor }) {
  const { t } = useTranslation('finish-payment')
  const order = useCheckout(({ checkout }) =>
    of === 'plan' ? checkout.order : checkout.lifetime?.order,
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
