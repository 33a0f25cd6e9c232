import { useDates } from '@/client/format/use-dates'
import { useTranslation } from '@/client/texts/use-translation'
import type { CompletedOrder } from '@/contract/page'

/** Number, day and tracking number of an order that was sent. */
export function CompletedFacts({ order }: { order: CompletedOrder }) {
  const { t } = useTranslation('open-order')
  const { day } = useDates()
  const { number, sentOn, trackingNumber } = order
  return (
    <dl className="grid gap-3">
      <Fact label={t('completed.number')} value={number} />
      <Fact label={t('completed.sent')} value={day(sentOn)} />
      {trackingNumber && <Fact label={t('completed.tracking')} value={trackingNumber} />}
    </dl>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-ink-2 text-sm">{label}</dt>
    <dd className="font-semibold" suppressHydrationWarning>
      <bdi>{value}</bdi>
    </dd>
  </div>
)
