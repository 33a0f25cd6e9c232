import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import type { PlanCardProps } from '@/features/plan/how-long'
import { ChoiceCard } from '@/ui/choice-card'
import { Price } from '@/ui/price'

/** The plan for life, below those by the year: its price has nothing to be compared with, but what it means is told. */
export function LifetimeCard({ plan, ...input }: PlanCardProps) {
  const { t } = useTranslation('plan')
  const { currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  return (
    <ChoiceCard
      {...input}
      value={plan.id}
      layout="stack"
      title={t('lifetime.title')}
      price={<Price size="xl" amount={prices.major(plan.price)} />}
      className="col-span-full"
    >
      <span>{t('lifetime.means')}</span>
      <span>{t('lifetime.each')}</span>
    </ChoiceCard>
  )
}
