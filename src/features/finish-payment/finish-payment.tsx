import { useTranslation } from 'next-i18next/pages'
import { declineOf } from '@/client/declines'
import { useCheckout } from '@/client/provider'
import { stepById } from '@/domain/steps'
import { useConfirmation } from '@/features/finish-payment/confirmation'
import { Button, ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { RetryIcon } from '@/ui/icons'
import { Notice } from '@/ui/notice'
import { Spinner } from '@/ui/spinner'

/** Waits for the bank's word, and says in each case where the money is. */
export function FinishPayment() {
  const { t } = useTranslation('finish-payment')
  const { phase, reason, again } = useConfirmation()
  return (
    <Group>
      <div aria-live="polite" className="grid gap-5">
        {phase === 'asking' && <Asking />}
        {phase === 'open' && <StillOpen again={again} />}
        {phase === 'not_charged' && <NotCharged reason={reason} />}
      </div>
      <OrderNumber />
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

function NotCharged({ reason }: { reason: string | null }) {
  const { t } = useTranslation(['finish-payment', 'payment'])
  const { text } = declineOf(reason)
  return (
    <>
      <Notice tone="error" title={t(`payment:declines.${text}.title`)} className="min-h-[96px]">
        {t(`payment:declines.${text}.text`)}
      </Notice>
      <ButtonLink href={stepById('payment').route} replace>
        {t('back')}
      </ButtonLink>
    </>
  )
}

function OrderNumber() {
  const { t } = useTranslation('finish-payment')
  const order = useCheckout(({ checkout }) => checkout.order)
  return (
    order && (
      <p className="text-ink-2 text-sm">
        {t('order')} <b className="wrap-anywhere text-ink">{order.id}</b>
      </p>
    )
  )
}
