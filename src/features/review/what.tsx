import { useCheckout, useCheckoutState } from '@/client/checkout/checkout-provider'
import { usePermits } from '@/client/checkout/use-acknowledgements'
import { useDestinationName } from '@/client/format/use-destination-name'
import { usePrices } from '@/client/format/use-prices'
import { optimisticTravel } from '@/client/store/checkout-store'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, hasParcel, type NamedCategory } from '@/domain/catalog/plans'
import { isLicenceEnough } from '@/domain/checkout/residence'
import { resolveDestinationCountry } from '@/domain/data/destinations'
import { verdictOf } from '@/domain/destinations/permit-verdict'
import { BookletPicture, DigitalPicture } from '@/features/review/permit-pictures'
import { Fact, Facts, ReviewGroup, ReviewPart } from '@/features/review/review-group'
import { WarningIcon } from '@/ui/icons'

/** What is bought: the plan, where it is accepted, and the extras of the parcel. */
export function What() {
  const { t } = useTranslation(['review', 'common'])
  const { productList, selectedLicense } = useCheckoutState('productList', 'selectedLicense')
  const plan = findPlan(productList, selectedLicense)
  if (!plan) return null
  const count = plan.years ?? 0
  return (
    <ReviewGroup heading={t('plan.heading')} step="shipping" changeLabel={t('plan.changes')}>
      <div className="flex items-center gap-4">
        {hasParcel(plan.category) ? <BookletPicture /> : <DigitalPicture />}
        <p className="min-w-0">
          <b className="block">
            {t(`common:plan.name.${plan.category as NamedCategory}`, { count })}
          </b>
          <span className="block text-ink-2 text-sm">
            {t(hasParcel(plan.category) ? 'plan.printedParts' : 'plan.digitalParts')}
          </span>
          {count === 0 && (
            <span className="block text-ink-2 text-sm">{t('common:summary.forLife')}</span>
          )}
        </p>
      </div>
      <TripFacts />
      <ExtraFacts />
    </ReviewGroup>
  )
}

/** Destinations, and whether the chosen plan is accepted there. */
export function TripFacts() {
  const { t } = useTranslation('review')
  const { destinations } = useCheckoutState('destinations')
  return (
    <ReviewPart
      heading={t('trip.heading')}
      step="driver-details"
      anchor="trip"
      changeLabel={t('trip.changes')}
    >
      {destinations.length === 0 && <p className="text-ink-2">{t('notProvided')}</p>}
      <Facts>
        {destinations.map(id => (
          <DestinationFact key={id} id={id} />
        ))}
      </Facts>
    </ReviewPart>
  )
}

/** A destination and what it accepts; a sentence that names the country itself hides the label. */
function DestinationFact({ id }: { id: string }) {
  const { t } = useTranslation(['permits', 'review'])
  const nameOf = useDestinationName()
  const verdict = useVerdict(id)
  const country = nameOf(verdict.kind === 'unknown' ? id : verdict.destination)
  const label = <span suppressHydrationWarning>{nameOf(id)}</span>
  if (verdict.kind === 'unknown') return <Fact label={label}>{t('review:trip.unknown')}</Fact>
  const { kind, years, conflicts, sentence, isHome } = verdict
  const translate = t as DynamicT
  if (isHome)
    return (
      <Fact label={label} labelHidden>
        <span suppressHydrationWarning>{t('home', { country })}</span>
      </Fact>
    )
  const warnings = [
    ...(kind === 'not_recommended' ? [sentence] : []),
    ...conflicts.map(conflict => conflict.sentence),
  ]
  if (warnings.length === 0)
    return (
      <Fact label={label}>
        <span suppressHydrationWarning>{translate(sentence, { country, count: years })}</span>
      </Fact>
    )
  return (
    <Fact label={label} labelHidden>
      {warnings.map(warning => (
        <span key={warning} className="flex gap-2" suppressHydrationWarning>
          <WarningIcon className="mt-0.5" />
          {translate(warning, { country, count: years })}
        </span>
      ))}
    </Fact>
  )
}

/**
 * What a destination accepts of the chosen plan. Conflicts with the plan replace the general
 * sentence, which they imply.
 */
function useVerdict(id: string) {
  const { productList, selectedLicense, customer } = useCheckoutState(
    'productList',
    'selectedLicense',
    'customer',
  )
  const verdict = verdictOf(usePermits().get(id), findPlan(productList, selectedLicense))
  if (verdict.kind === 'unknown') return verdict
  const country = resolveDestinationCountry(verdict.destination)
  return { ...verdict, isHome: isLicenceEnough(customer.license_issued, country) }
}

/** Travel items of the parcel; nothing without them. */
export function ExtraFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { category, travelItemsData, currency } = useCheckoutState(
    'category',
    'travelItemsData',
    'currency',
  )
  const lines = useCheckout(optimisticTravel)
  const prices = usePrices(currency)
  if (!hasParcel(category) || lines.length === 0) return null
  return (
    <ReviewPart
      heading={t('extras.heading')}
      step="shipping"
      anchor="extras"
      changeLabel={t('extras.changes')}
    >
      <Facts>
        {lines.map(({ item_id, quantity, total }) => (
          <Fact key={item_id} label={travelItemsData.find(item => item.item_id === item_id)?.name}>
            {t('common:summary.quantity', { quantity })} · <bdi>{prices.minor(total)}</bdi>
          </Fact>
        ))}
      </Facts>
    </ReviewPart>
  )
}
