import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useAcknowledgements } from '@/client/checkout/use-acknowledgements'
import { useDestinationPermits } from '@/client/checkout/use-permit-advice'
import { useDestinationName } from '@/client/format/use-destination-name'
import { usePlaceNames } from '@/client/format/use-place-names'
import { useRefusalTexts } from '@/client/format/use-refusal-texts'
import type { DynamicT } from '@/client/texts/dynamic-translate'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, listFormats, type PlanCategory } from '@/domain/catalog/plans'
import {
  type KnownVerdict,
  listAcknowledgements,
  type Permit,
  recommendYears,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { Checkbox } from '@/ui/checkbox'
import { AdviceList, Notice } from '@/ui/notice'

/** What the digital format is, with the destinations that accept only the printed one. */
export function useDigitalText(): string {
  const { t } = useTranslation('plan')
  const formatPlaces = usePlaceNames()
  const refusing = listDigitalRefused(useDestinationPermits())
  if (refusing.length === 0) return t('format.digital.text')
  const places = formatPlaces(refusing.map(({ destination }) => destination))
  return t('format.digital.refused', { places })
}

const listDigitalRefused = (permits: readonly Permit[]) =>
  listAcknowledgements(permits, digitalPlan).filter(({ reason }) => reason === 'digital_refused')

/** Destinations that accept neither format. */
export function RefusedNotice() {
  return <AdviceList texts={useRefusalTexts()} />
}

/** Any digital plan: the years do not matter here. */
const digitalPlan = { category: 'digital', years: 1 } as const

/** Acknowledgements where a digital permit is not accepted. CSS shows them for a digital plan. */
export function DigitalRefusedNotices({
  errorOf,
}: {
  errorOf: (field: string) => string | undefined
}) {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  const getCheckboxProps = useAcknowledgements()
  const { productList } = useCheckoutState('productList')
  const isPrintOffered = listFormats(productList).includes('physical')
  const permits = useDestinationPermits()
  return listDigitalRefused(permits).map(({ id, destination, sentence }) => {
    const country = nameOf(destination)
    const isRecommended = permits.some(
      permit => permit.id === destination && !permit.not_recommended,
    )
    return (
      <div key={id} className="hidden group-has-[[value=digital]:checked]/plan:block">
        <Notice tone="advice" title={t('conflicts.digital_refused', { country })}>
          {isPrintOffered && isRecommended && <p>{t('choosePrinted')}</p>}
          <Checkbox
            {...getCheckboxProps(id)}
            label={(t as DynamicT)(sentence, { country })}
            error={errorOf(id)}
            className="pt-2 text-base text-ink"
          />
        </Notice>
      </div>
    )
  })
}

/** Destinations that accept the chosen plan for fewer years than it lasts. */
export function ShorterValidityNotice() {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  const permits = useDestinationPermits()
  const { productList, selectedLicense } = useCheckoutState('productList', 'selectedLicense')
  const plan = findPlan(productList, selectedLicense)
  const sentences = permits.flatMap(permit => {
    const { conflicts, years } = verdictOf(permit, plan) as KnownVerdict
    return conflicts
      .filter(({ reason }) => reason === 'longer_than_accepted' && conflicts.length === 1)
      .map(({ sentence }) =>
        (t as DynamicT)(sentence, { country: nameOf(permit.id), count: years }),
      )
  })
  return (
    <div aria-live="polite" className="empty:hidden">
      <AdviceList texts={sentences} />
    </div>
  )
}

/** Recommended years for the destinations in a format; null without a recommendation. */
export const useRecommendedYears = (category: PlanCategory): number | null =>
  recommendYears(useDestinationPermits(), category)
