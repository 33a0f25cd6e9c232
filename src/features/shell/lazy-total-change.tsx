import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import type { WireCheckout } from '@/contract/checkout'
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
 * Says that another country or state has changed the total: delivery, tax and preselected extras
 * depend on it. Names another tax. Nothing if the total is the same.
 */
export function TotalChange({ before, placement }: TotalChangeProps) {
  const { t } = useTranslation('common')
  const { language } = usePage()
  const { state, quote, currency } = useCheckout(({ checkout }) => checkout)
  const prices = usePrices(currency)
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
  const text = isTaxChanged ? t('sentences', { first: total, second: tax }) : total
  return placement === 'bar' ? (
    <p className="basis-full text-sm">{text}</p>
  ) : (
    <Notice className="max-lg:hidden">{text}</Notice>
  )
}
