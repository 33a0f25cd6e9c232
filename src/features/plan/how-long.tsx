import { useTranslation } from 'next-i18next/pages'
import { usePrices } from '@/client/money'
import { useCheckout } from '@/client/provider'
import { visibleState } from '@/client/store'
import {
  type PlanCategory,
  type Product,
  planById,
  plansOf,
  samePlanIn,
  savedPercent,
} from '@/domain/plans'
import { DealBox } from '@/features/plan/deal-box'
import type { Fields } from '@/features/plan/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { Price } from '@/ui/price'
import { Tag } from '@/ui/tag'

/** The plans of both formats; those of the chosen one are shown, by style alone, so it needs no scripts. */
export function HowLong(fields: Fields) {
  const { t } = useTranslation('plan')
  return (
    <Group heading={t('years.heading')}>
      <PlanCards
        {...fields}
        category="physical"
        other="digital"
        className="group-has-[[value=digital]:checked]/plan:hidden"
      />
      <PlanCards
        {...fields}
        category="digital"
        other="physical"
        className="hidden group-has-[[value=digital]:checked]/plan:block"
      />
      <DealBox />
      <p className="text-ink-2 text-sm">{t('years.comparison')}</p>
    </Group>
  )
}

interface PlanCardsProps extends Fields {
  category: PlanCategory
  other: PlanCategory
  className: string
}

function PlanCards({
  register,
  setValue,
  errorOf,
  values,
  category,
  other,
  className,
}: PlanCardsProps) {
  const { t } = useTranslation('plan')
  const { productList } = useCheckout(visibleState)
  const name = `plan_${category}` as const
  const field = register(name)

  /** Switching the format keeps the years: the other format's cards follow. */
  const choose: typeof field.onChange = event => {
    const years = planById(productList, Number(event.target.value))?.years ?? null
    setValue(`plan_${other}`, String(samePlanIn(productList, other, years)?.id ?? ''))
    return field.onChange(event)
  }

  return (
    <Fieldset
      id={name}
      role="radiogroup"
      legend={t('years.heading')}
      legendHidden
      error={errorOf('selectedLicense')}
      className={className}
    >
      <ChoiceCards columns="three">
        {plansOf(productList, category).map(plan => (
          <PlanCard
            key={plan.id}
            plan={plan}
            {...field}
            onChange={choose}
            defaultChecked={values[name] === String(plan.id)}
          />
        ))}
      </ChoiceCards>
    </Fieldset>
  )
}

type PlanCardProps = { plan: Product; defaultChecked: boolean } & ReturnType<Fields['register']>

function PlanCard({ plan, ...input }: PlanCardProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { currency } = useCheckout(visibleState)
  const prices = usePrices(currency)
  const count = plan.years ?? 0
  const percent = savedPercent(plan)
  return (
    <ChoiceCard
      {...input}
      value={plan.id}
      layout="stack"
      title={t('years.title', { count })}
      price={
        <Price
          size="xl"
          amount={prices.major(plan.price)}
          amountLabel={t('common:plan.price')}
          {...(plan.oldPrice !== null && {
            was: prices.major(plan.oldPrice),
            wasLabel: t('common:plan.comparison'),
          })}
        />
      }
      {...(percent > 0 && { tags: <Tag>{t('years.save', { percent })}</Tag> })}
    >
      {t('years.valid', { count })}
    </ChoiceCard>
  )
}
