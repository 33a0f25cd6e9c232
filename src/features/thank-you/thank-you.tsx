import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import type { ShippingMethod } from '@/domain/delivery'
import { CopyButton } from '@/features/thank-you/copy-button'
import { Email } from '@/features/thank-you/email'
import { NextSteps } from '@/features/thank-you/next-steps'
import { missingPhotos, paidCard, usePaidOrder } from '@/features/thank-you/paid-order'
import { Receipt } from '@/features/thank-you/receipt'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

/** What was paid, what happens next and when, and the receipt. */
export function ThankYou({ methods }: { methods: ShippingMethod[] | undefined }) {
  const { t } = useTranslation('thank-you')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
        <Paid />
        <Photos />
        <NextSteps served={methods} />
        <Notice title={t('licence.title')}>{t('licence.text')}</Notice>
        <Notice tone="ok" title={t('guarantee.title')}>
          {t('guarantee.text')}
        </Notice>
      </div>
      <Receipt />
    </>
  )
}

function Paid() {
  const { t } = useTranslation('thank-you')
  const { state, order } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  if (!order) return null
  const card = paidCard(state.confirmation_payment_method)
  const total = prices.major(order.total)
  return (
    <Group>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-ink-2 text-sm">{t('number')}</span>
          <b className="wrap-anywhere text-lg">{order.id}</b>
        </p>
        <CopyButton text={order.id} />
      </div>
      <p suppressHydrationWarning>
        {card ? t('paidWith', { total, ...card }) : t('paid', { total })}
      </p>
      <Email />
    </Group>
  )
}

/** Without all four photos nothing can be made: that comes first. */
function Photos() {
  const { t } = useTranslation('thank-you')
  const { state } = usePaidOrder()
  const missing = missingPhotos(state)
  if (missing.length === 0) return null
  return (
    <Notice tone="advice" title={t('photos.title', { count: missing.length })}>
      {t('photos.text')}
      <ul className="list-disc ps-5 pt-1">
        {missing.map(type => (
          <li key={type}>{t(`photos.${type}`)}</li>
        ))}
      </ul>
    </Notice>
  )
}
