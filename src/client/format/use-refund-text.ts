import { useClock } from '@/client/format/use-clock'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireOrder } from '@/contract/checkout'

/** How much of an order was refunded, and when if that is known; undefined without a refund. */
export function useRefundText(order: WireOrder | null): string | undefined {
  const { t } = useTranslation('thank-you')
  const { day } = useClock()
  const prices = usePrices(order?.currency ?? 'USD')
  if (!order || order.refunded <= 0) return undefined
  const extent = order.refunded < order.total ? 'part' : 'whole'
  const values = { amount: prices.major(order.refunded), total: prices.major(order.total) }
  return order.refunded_at
    ? t(`refund.${extent}On`, { ...values, date: day(order.refunded_at) })
    : t(`refund.${extent}`, values)
}
