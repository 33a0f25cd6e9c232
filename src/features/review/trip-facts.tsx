import { useTranslation } from 'next-i18next/pages'
import { useMemo } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useDestinationName } from '@/client/texts/use-destination-name'
import { findPlan } from '@/domain/catalog/plans'
import { resolveDestinationCountry } from '@/domain/data/destinations'
import { unpackPermits } from '@/domain/destinations/pack-permits'
import { type Permit, verdictOf } from '@/domain/destinations/permit-verdict'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Destinations, and whether the chosen plan is accepted there. */
export function TripFacts() {
  const { t } = useTranslation('review')
  const { permits, ownWords } = usePage()
  const nameOf = useDestinationName()
  const { destinations } = useCheckoutState('destinations')
  const table = useMemo(() => unpackPermits(permits?.groups ?? []), [permits])
  return (
    <ReviewGroup heading={t('trip.heading')} step="driver-details" changeLabel={t('trip.changes')}>
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
          <DestinationVerdict permit={table.get(id)} />
        </Fact>
      ))}
    </ReviewGroup>
  )
}

/** Conflicts with the plan replace the general sentence, which they imply. */
function DestinationVerdict({ permit }: { permit: Permit | undefined }) {
  const { t } = useTranslation(['permits', 'review'])
  const nameOf = useDestinationName()
  const { productList, selectedLicense, customer } = useCheckoutState(
    'productList',
    'selectedLicense',
    'customer',
  )
  const verdict = verdictOf(permit, findPlan(productList, selectedLicense))
  if (verdict.kind === 'unknown') return t('review:trip.unknown')
  const { destination, years, conflicts, sentence } = verdict
  const textValues = { country: nameOf(destination), count: years }
  if (resolveDestinationCountry(destination).toLowerCase() === customer.license_issued)
    return <span suppressHydrationWarning>{t('home', textValues)}</span>
  const conflictSentences = conflicts.map(conflict => conflict.sentence)
  return (conflictSentences.length > 0 ? conflictSentences : [sentence]).map(line => (
    <span key={line} className="block" suppressHydrationWarning>
      {(t as DynamicT)(line, textValues)}
    </span>
  ))
}
