import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
import { findPlan, type NamedCategory } from '@/domain/catalog/plans'
import { resolveAddressee } from '@/domain/checkout/residence'
import { formatCountryName } from '@/domain/data/country-names'
import { Notice } from '@/ui/notice'

export interface TotalChangeProps {
  /** The checkout before the parcel's country or state was changed. */
  before: WireCheckout
  /** Above the summary of desktops, or in the bar with a phone's total. */
  placement: 'summary' | 'bar'
}

/**
 * Says that another country or state has changed the total: delivery, tax, preselected extras and the
 * recommended plan depend on it. Names another tax and another plan. Nothing if the total is the same.
 */
export function TotalChange({ before, placement }: TotalChangeProps) {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const { state, quote, currency } = useCheckout(({ checkout }) => checkout)
  const prices = usePrices(currency)
  const planName = useChangedPlanName(before)
  if (!quote || !before.quote || quote.total === before.quote.total) return null
  const isUrgentRemoved = before.quote.urgent > 0 && quote.urgent === 0
  const isTaxChanged = quote.tax !== before.quote.tax
  const total =
    (isUrgentRemoved ? t('summary.gone', { what: t('urgent.name') }) : '') +
    t('summary.changed', {
      country: formatCountryName(resolveAddressee(state).country, language),
      price: prices.major(quote.total),
      before: prices.major(before.quote.total),
    })
  const tax = t('labelled', { label: t('tax.name'), value: prices.major(quote.tax) })
  const text = [planName, total, isTaxChanged ? tax : undefined]
    .filter(sentence => sentence !== undefined)
    .reduce((first, second) => t('sentences', { first, second }))
  return placement === 'bar' ? (
    <p className="basis-full text-sm">{text}</p>
  ) : (
    <Notice className="max-lg:hidden">{text}</Notice>
  )
}

/** The name of the plan, if it is another one than before. */
function useChangedPlanName(before: WireCheckout): string | undefined {
  const { t } = useTranslation('common')
  const { productList, selectedLicense } = useCheckoutState('productList', 'selectedLicense')
  const plan = findPlan(productList, selectedLicense)
  if (!plan || before.state.selectedLicense === selectedLicense) return undefined
  return t(`plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 })
}
