import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import {
  findEquivalentPlan,
  findPlan,
  listFormats,
  listPlans,
  type PlanCategory,
  savingPercentOf,
} from '@/domain/catalog/plans'
import type { Product } from '@/domain/catalog/product-schema'
import type { CurrencyCode } from '@/domain/data/currencies'
import { type Minor, toMinor } from '@/domain/pricing/money'
import {
  DigitalRefusedNotices,
  ShorterValidityNotice,
  useDigitalText,
  useRecommendedYears,
} from '@/features/plan/acceptance'
import { DealBox } from '@/features/plan/deal-box'
import { PlanChangedNotice } from '@/features/plan/plan-changed-notice'
import type { Fields } from '@/features/plan/plan-form'
import { ChoiceCard, ChoiceCards } from '@/ui/choice-card'
import { classNames } from '@/ui/class-names'
import { Fieldset } from '@/ui/fieldset'
import { Price } from '@/ui/price'
import { Tag } from '@/ui/tag'

/** Shows the cards of the chosen format. */
const visibilityClassNames = {
  physical: 'group-has-[[value=digital]:checked]/plan:hidden',
  digital: 'hidden group-has-[[value=digital]:checked]/plan:block',
} as const

/** Plans of both formats. CSS shows those of the chosen one, so it works without scripts. */
export function PlanDuration(fields: Fields) {
  const { t } = useTranslation('plan')
  const { productList } = useCheckoutState('productList')
  return (
    <>
      {listFormats(productList).map(format => (
        <PlanCards
          key={format}
          {...fields}
          category={format}
          otherCategory={format === 'physical' ? 'digital' : 'physical'}
          className={visibilityClassNames[format]}
        />
      ))}
      <PlanChangedNotice />
      <ShorterValidityNotice />
      <DealBox />
      {productList.some(hasOldPrice) && (
        <p className="text-ink-2 text-sm">{t('years.comparison')}</p>
      )}
    </>
  )
}

const hasOldPrice = ({ oldPrice }: Product): boolean => oldPrice !== null

interface PlanCardsProps extends Fields {
  category: PlanCategory
  otherCategory: PlanCategory
  className: string
}

function PlanCards({
  register,
  showValues,
  errorOf,
  values,
  category,
  otherCategory,
  className,
}: PlanCardsProps) {
  const { t } = useTranslation('plan')
  const { dir } = usePage()
  const { productList } = useCheckoutState('productList')
  const name = `plan_${category}` as const
  const field = register(name)

  /** Switching the format retains the years: the other format's cards follow. */
  const handleChange: typeof field.onChange = event => {
    const years = findPlan(productList, Number(event.target.value))?.years ?? null
    showValues({
      [`plan_${otherCategory}`]: String(
        findEquivalentPlan(productList, otherCategory, years)?.id ?? '',
      ),
    })
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
        {listPlans(productList, category, dir).map(plan => {
          const Card = plan.years ? PlanCard : LifetimeCard
          return (
            <Card
              key={plan.id}
              plan={plan}
              {...field}
              onChange={handleChange}
              defaultChecked={values[name] === String(plan.id)}
            />
          )
        })}
      </ChoiceCards>
    </Fieldset>
  )
}

type PlanCardProps = { plan: Product; defaultChecked: boolean } & ReturnType<Fields['register']>

/** One below the other, the cards are in the order of their years; lifetime is last. */
const stackedOrder: Record<number, string> = {
  1: 'max-sm:order-1',
  2: 'max-sm:order-2',
  3: 'max-sm:order-3',
}

function PlanCard({ plan, ...input }: PlanCardProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { currency } = useCheckoutState('currency')
  const prices = usePrices(currency)
  const count = plan.years ?? 0
  const percent = savingPercentOf(plan)
  const recommendedYears = useRecommendedYears(plan.category as PlanCategory)
  return (
    <ChoiceCard
      {...input}
      value={plan.id}
      layout="stack"
      className={stackedOrder[count]}
      {...(recommendedYears === plan.years && { badge: <Recommended /> })}
      title={t('years.title', { count })}
      price={
        <Price
          size="xl"
          amount={prices.major(plan.price)}
          amountLabel={t('common:plan.price')}
          {...(plan.oldPrice !== null && {
            originalAmount: prices.major(plan.oldPrice),
            originalLabel: t('common:plan.comparison'),
          })}
        />
      }
      {...(percent > 0 && { tags: <Tag>{t('years.save', { percent })}</Tag> })}
    >
      <span>{t('years.valid', { count })}</span>
      {count > 1 && (
        <span>
          {t('years.perYear', { price: prices.minor(calculateYearlyPrice(plan, currency)) })}
        </span>
      )}
    </ChoiceCard>
  )
}

/** In a narrow card without the reason, which would wrap. */
function Recommended() {
  const { t } = useTranslation('plan')
  return (
    <>
      <span className="@max-[17rem]:hidden">{t('years.recommended')}</span>
      <span className="@min-[17rem]:hidden">{t('years.recommendedShort')}</span>
    </>
  )
}

/**
 * The lifetime plan, below the yearly ones. It has no yearly price to compare, but a description.
 */
function LifetimeCard({ plan, ...input }: PlanCardProps) {
  const { t } = useTranslation('plan')
  const { currency } = useCheckoutState('currency')
  const prices = usePrices(currency)
  return (
    <ChoiceCard
      {...input}
      value={plan.id}
      layout="stack"
      title={t('lifetime.title')}
      price={<Price size="xl" amount={prices.major(plan.price)} />}
      className="col-span-full max-sm:order-4"
    >
      <span>{t('lifetime.means')}</span>
      <span>{t('lifetime.each')}</span>
    </ChoiceCard>
  )
}

/** Price per year in minor units, rounded to the nearest. */
const calculateYearlyPrice = ({ price, years }: Product, currency: CurrencyCode): Minor =>
  Math.round(toMinor(price, currency) / (years ?? 1))

/** Printed and digital, or digital alone, as far as the customer's link offers them. */
export function FormatChoice({ register, errorOf, values }: Fields) {
  const { t } = useTranslation('plan')
  const { productList, currency } = useCheckoutState('productList', 'currency')
  const { pickupPoints } = usePage()
  const prices = usePrices(currency)
  const formats = listFormats(productList)
  const texts = {
    physical: t(pickupPoints ? 'pickup.format' : 'format.physical.text'),
    digital: useDigitalText(),
  }
  return (
    <>
      <Fieldset id="category" role="radiogroup" legend={t('format.heading')} legendHidden>
        <ChoiceCards columns={formats.length > 1 ? 'two' : 'one'}>
          {formats.map(category => (
            <ChoiceCard
              {...register('category')}
              key={category}
              value={category}
              defaultChecked={values.category === category}
              title={t(`format.${category}.name`)}
              picture={<FormatPicture category={category} />}
            >
              <span suppressHydrationWarning>
                <span className="font-semibold text-ink">
                  {t('format.from', {
                    price: prices.major(findLowestPrice(productList, category)),
                  })}
                </span>{' '}
                {texts[category]}
              </span>
            </ChoiceCard>
          ))}
        </ChoiceCards>
      </Fieldset>
      <DigitalRefusedNotices errorOf={errorOf} />
    </>
  )
}

/** The lowest price of a format's plans, in major units. */
const findLowestPrice = (products: Product[], category: PlanCategory): number =>
  Math.min(...listPlans(products, category).map(({ price }) => price))

/** Drawing of a format; `alt` is empty because the name is next to it. */
const FormatPicture = ({ category }: { category: PlanCategory }) => (
  // biome-ignore lint/performance/noImgElement: a drawing of 1 kB has nothing to be optimised
  <img
    src={`/checkouts/formats/${category}.svg`}
    alt=""
    width={176}
    height={112}
    className={classNames(
      'h-24 w-22 rounded-control bg-paper in-[:has(>input:checked)]:bg-accent-line/35 sm:h-30 sm:w-full sm:object-contain sm:p-3',
      // The phone alone is small in a wide drawing: its sides are cut.
      category === 'digital' ? 'object-cover p-1' : 'object-contain p-2',
    )}
  />
)
