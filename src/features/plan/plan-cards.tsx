import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import {
  formatsOf,
  type PlanCategory,
  type Product,
  planById,
  plansOf,
  samePlanIn,
  savedPercent,
} from '@/domain/catalog/plans'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMinor } from '@/domain/pricing/money'
import { CountsForLess, useRecommendation } from '@/features/plan/acceptance'
import { DealBox } from '@/features/plan/deal-box'
import type { Fields } from '@/features/plan/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
import { Group } from '@/ui/group'
import { Price } from '@/ui/price'
import { Tag } from '@/ui/tag'

/** Where the cards of a format are shown. */
const shownFor = {
  physical: 'group-has-[[value=digital]:checked]/plan:hidden',
  digital: 'hidden group-has-[[value=digital]:checked]/plan:block',
} as const

/** The plans of both formats; those of the chosen one are shown, by style alone, so it needs no scripts. */
export function HowLong(fields: Fields) {
  const { t } = useTranslation('plan')
  const { productList } = useCheckout(visibleState)
  return (
    <Group heading={t('years.heading')}>
      {formatsOf(productList).map(format => (
        <PlanCards
          key={format}
          {...fields}
          category={format}
          other={format === 'physical' ? 'digital' : 'physical'}
          className={shownFor[format]}
        />
      ))}
      <CountsForLess />
      <DealBox />
      {productList.some(isCompared) && (
        <p className="text-ink-2 text-sm">{t('years.comparison')}</p>
      )}
    </Group>
  )
}

const isCompared = ({ oldPrice }: Product): boolean => oldPrice !== null

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
  const { dir } = usePage()
  const { productList } = useCheckout(visibleState)
  const recommended = useRecommendation(category)
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
      {/* A badge with long names grows upwards. */}
      <ChoiceCards columns="three" className={recommended ? 'sm:pt-4' : undefined}>
        {plansOf(productList, category, dir).map(plan => {
          const Card = plan.years ? PlanCard : LifetimeCard
          return (
            <Card
              key={plan.id}
              plan={plan}
              {...field}
              onChange={choose}
              defaultChecked={values[name] === String(plan.id)}
            />
          )
        })}
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
  const recommended = useRecommendation(plan.category as PlanCategory)
  return (
    <ChoiceCard
      {...input}
      value={plan.id}
      layout="stack"
      {...(recommended?.years === plan.years && {
        badge: <span suppressHydrationWarning>{recommended?.badge}</span>,
      })}
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
      <span>{t('years.valid', { count })}</span>
      {count > 1 && (
        <span>{t('years.perYear', { price: prices.minor(yearlyPrice(plan, currency)) })}</span>
      )}
    </ChoiceCard>
  )
}

/** The plan for life, below those by the year: its price has nothing to be compared with, but what it means is told. */
function LifetimeCard({ plan, ...input }: PlanCardProps) {
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

/** What a year of a plan costs, in minor units; never told lower than it is. */
const yearlyPrice = ({ price, years }: Product, currency: CurrencyCode): Minor =>
  Math.ceil(toMinor(price, currency) / (years ?? 1))
