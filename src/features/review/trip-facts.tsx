import { useTranslation } from 'next-i18next/pages'
import { useMemo } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { useDestinationName } from '@/client/texts/use-destination-name'
import { planById } from '@/domain/catalog/plans'
import { countryOfDestination } from '@/domain/data/destinations'
import { permitTable } from '@/domain/destinations/pack-permits'
import { type Permit, verdictOf } from '@/domain/destinations/permit-verdict'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Where somebody drives, and what the chosen plan means there. Of what is unknown, nothing is said. */
export function TripFacts() {
  const { t } = useTranslation('review')
  const { permits, ownWords } = usePage()
  const nameOf = useDestinationName()
  const { destinations } = useCheckout(visibleState)
  const table = useMemo(() => permitTable(permits?.groups ?? []), [permits])
  return (
    <ReviewGroup heading={t('trip.heading')} step="driver-details" changes={t('trip.changes')}>
      {destinations.length === 0 && <Fact label={t('trip.none')}>{null}</Fact>}
      {destinations.map(id => (
        <Fact
          key={id}
          label={
            <span {...ownWords} suppressHydrationWarning>
              {nameOf(id)}
            </span>
          }
        >
          <PlanThere permit={table.get(id)} />
        </Fact>
      ))}
    </ReviewGroup>
  )
}

/** What does not fit comes first, and alone: the rest is said by it. */
function PlanThere({ permit }: { permit: Permit | undefined }) {
  const { t } = useTranslation(['permits', 'review'])
  const nameOf = useDestinationName()
  const { productList, selectedLicense, customer } = useCheckout(visibleState)
  const verdict = verdictOf(permit, planById(productList, selectedLicense))
  if (verdict.kind === 'unknown') return t('review:trip.unknown')
  const { destination, years, conflicts, sentence } = verdict
  const words = { country: nameOf(destination), count: years }
  if (countryOfDestination(destination).toLowerCase() === customer.license_issued)
    return <span suppressHydrationWarning>{t('home', words)}</span>
  const found = conflicts.map(conflict => conflict.sentence)
  return (found.length > 0 ? found : [sentence]).map(line => (
    <span key={line} className="block" suppressHydrationWarning>
      {(t as AnyText)(line, words)}
    </span>
  ))
}
