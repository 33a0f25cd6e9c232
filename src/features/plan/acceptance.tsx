import { useTranslation } from 'next-i18next/pages'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { useAcknowledgements } from '@/client/checkout/use-acknowledgements'
import { visibleState } from '@/client/store/checkout-store'
import type { AnyText } from '@/client/texts/dynamic-translate'
import { useDestinationName } from '@/client/texts/use-destination-name'
import { formatsOf, type PlanCategory, planById } from '@/domain/catalog/plans'
import {
  acknowledgementsFor,
  type KnownVerdict,
  permitsAt,
  recommendationFor,
  verdictOf,
} from '@/domain/destinations/permit-verdict'
import { usePermits } from '@/features/plan/use-required-questions'
import { Checkbox } from '@/ui/checkbox'
import { Notice } from '@/ui/notice'

/** The rules of the destinations the customer has named. */
function usePermitsThere() {
  const table = usePermits()
  const { destinations } = useCheckout(visibleState)
  return permitsAt(table, destinations)
}

/** A digital plan, of whatever years. */
const digital = { category: 'digital', years: 1 } as const

/** Where a digital permit is no use: to be understood before it is bought. Shown by style alone. */
export function DigitalRefused({ errorOf }: { errorOf: (field: string) => string | undefined }) {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  const boxOf = useAcknowledgements()
  const { productList } = useCheckout(visibleState)
  const isPrintOffered = formatsOf(productList).includes('physical')
  return acknowledgementsFor(usePermitsThere(), digital)
    .filter(({ reason }) => reason === 'digital_refused')
    .map(({ id, destination, sentence }) => {
      const country = nameOf(destination)
      return (
        <div key={id} className="hidden group-has-[[value=digital]:checked]/plan:block">
          <Notice
            tone="advice"
            title={
              <span suppressHydrationWarning>{t('conflicts.digital_refused', { country })}</span>
            }
          >
            {isPrintOffered && <p>{t('choosePrinted')}</p>}
            <Checkbox
              {...boxOf(id)}
              label={<span suppressHydrationWarning>{(t as AnyText)(sentence, { country })}</span>}
              error={errorOf(id)}
              className="pt-2 text-base text-ink"
            />
          </Notice>
        </div>
      )
    })
}

/** Where the chosen plan counts, but for fewer years than it is for. */
export function CountsForLess() {
  const { t } = useTranslation('permits')
  const nameOf = useDestinationName()
  const permits = usePermitsThere()
  const { productList, selectedLicense } = useCheckout(visibleState)
  const plan = planById(productList, selectedLicense)
  const sentences = permits.flatMap(permit => {
    const { conflicts, years } = verdictOf(permit, plan) as KnownVerdict
    return conflicts
      .filter(({ reason }) => reason === 'longer_than_accepted' && conflicts.length === 1)
      .map(({ sentence }) => (t as AnyText)(sentence, { country: nameOf(permit.id), count: years }))
  })
  return (
    <div aria-live="polite" className="empty:hidden">
      {sentences.length > 0 && (
        <Notice tone="advice">
          {sentences.map(sentence => (
            <p key={sentence} suppressHydrationWarning>
              {sentence}
            </p>
          ))}
        </Notice>
      )}
    </div>
  )
}

/** More names than this make no badge. */
const mostNamed = 2

/** The years to recommend for the journey in a format, with the badge's words. */
export function useRecommendation(category: PlanCategory): { years: number; badge: string } | null {
  const { t } = useTranslation('plan')
  const { language } = usePage()
  const nameOf = useDestinationName()
  const recommendation = recommendationFor(usePermitsThere(), category)
  if (!recommendation) return null
  const { years, destinations } = recommendation
  const names = destinations.map(nameOf)
  const places = new Intl.ListFormat(language).format(names)
  const isShort = names.length <= mostNamed
  return { years, badge: isShort ? t('years.recommended', { places }) : t('years.recommendedAll') }
}
