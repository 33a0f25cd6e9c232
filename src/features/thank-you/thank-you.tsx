import { useTranslation } from 'next-i18next/pages'
import type { ReactNode } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/texts/use-prices'
import type { ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatMethodName, parsePaidCard } from '@/domain/payments/payment-method-label'
import { CopyButton } from '@/features/thank-you/copy-button'
import { Email } from '@/features/thank-you/email'
import { MissingPhotos, NextSteps } from '@/features/thank-you/next-steps'
import { Receipt } from '@/features/thank-you/receipt'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { Group } from '@/ui/group'
import { Notice } from '@/ui/notice'

interface ThankYouProps {
  methods: ShippingMethod[] | undefined
  /** Starts another order. */
  newOrderButton: ReactNode
}

/** The paid order, the next steps and the receipt. */
export function ThankYou({ methods, newOrderButton }: ThankYouProps) {
  const { t } = useTranslation('thank-you')
  return (
    <>
      <div
        id="order"
        tabIndex={-1}
        className="grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-5 outline-none print:hidden"
      >
        <MissingPhotos />
        <PaidOrder />
        <NextSteps servedMethods={methods} />
        <Notice title={t('licence.title')}>{t('licence.text')}</Notice>
        <Notice tone="ok" title={t('guarantee.title')}>
          {t('guarantee.text')}
        </Notice>
      </div>
      <Receipt />
      <div className="print:hidden">
        <AnotherOrder newOrderButton={newOrderButton} />
      </div>
    </>
  )
}

function PaidOrder() {
  const { t } = useTranslation('thank-you')
  const { state, order } = usePaidOrder()
  const prices = usePrices(order?.currency ?? state.currency)
  if (!order) return null
  const total = prices.major(order.total)
  return (
    <Group>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-ink-2 text-sm">{t('number')}</span>
          <b className="wrap-anywhere text-lg">{order.id}</b>
        </p>
        <CopyButton text={order.id} kind="number" />
      </div>
      <p suppressHydrationWarning>{order.total === 0 ? t('free') : formatPaidText()}</p>
      <Email />
    </Group>
  )

  function formatPaidText(): string {
    const card = parsePaidCard(state.confirmation_payment_method)
    if (card) return t('paidWith', { total, ...card })
    const method = formatMethodName(state.confirmation_payment_method)
    return method ? t('paidThrough', { total, method }) : t('paid', { total })
  }
}

/** Starts a second order; this one stays available at its own link. */
function AnotherOrder({ newOrderButton }: { newOrderButton: ReactNode }) {
  const { t } = useTranslation('thank-you')
  const { settings } = usePage()
  const token = useCheckout(({ checkout }) => checkout.token)
  const link = `${settings.appUrl}/checkouts/thank-you/?token=${token}`
  return (
    <Group heading={t('another.heading')}>
      <p className="text-ink-2">{t('another.text')}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={link} className="inline-flex min-h-11 items-center">
          {t('another.link')}
        </a>
        <CopyButton text={link} kind="link" />
      </div>
      {newOrderButton}
    </Group>
  )
}
