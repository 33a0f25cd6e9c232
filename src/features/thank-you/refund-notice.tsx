import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/texts/use-prices'
import type { WireCheckout } from '@/contract/checkout'
import { SummaryList, SummaryRow } from '@/ui/summary-list'

type Order = NonNullable<WireCheckout['order']>

/** Refunded amount of an order, under its total; nothing without a refund. */
export function RefundNotice({ currency, refunded }: Pick<Order, 'currency' | 'refunded'>) {
  const { t } = useTranslation('thank-you')
  const prices = usePrices(currency)
  if (refunded <= 0) return null
  return (
    <SummaryList className="pt-2.5">
      <SummaryRow
        label={t('receipt.refunded')}
        amount={<span suppressHydrationWarning>{prices.major(-refunded)}</span>}
      />
    </SummaryList>
  )
}
