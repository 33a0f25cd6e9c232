import { useTranslation } from 'next-i18next/pages'
import { useDates } from '@/client/dates'
import { usePrices } from '@/client/money'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import { hasPostcode, hasState } from '@/domain/address'
import type { Shipping } from '@/domain/customer'
import { countryName } from '@/domain/data/country-names'
import { arrivalOf, type ShippingMethod } from '@/domain/delivery'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Where the permit goes, how and when; a digital one goes to the email address. */
export function DeliveryFacts({ methods }: { methods: ShippingMethod[] }) {
  const { t } = useTranslation('review')
  const { category, customer, selectedShippingMethod } = useCheckout(visibleState)
  const method = methods.find(({ code }) => code === selectedShippingMethod?.code)
  return (
    <ReviewGroup heading={t('delivery.heading')} step="shipping" changes={t('delivery.changes')}>
      {category === 'physical' ? (
        <>
          <Fact label={t('delivery.address')}>
            <AddressLines />
          </Fact>
          <Fact label={t('delivery.method')}>{method && <Method method={method} />}</Fact>
        </>
      ) : (
        <Fact label={t('delivery.digital')}>
          <bdi>{customer.email}</bdi>
        </Fact>
      )}
    </ReviewGroup>
  )
}

function AddressLines() {
  const { language } = usePage()
  const { shipping } = useCheckout(visibleState)
  return linesOf(shipping, countryName(shipping.country, language)).map(line => (
    <span key={line} className="block">
      <bdi suppressHydrationWarning>{line}</bdi>
    </span>
  ))
}

/** The address as it is written on a parcel, without empty lines. */
function linesOf(address: Shipping, country: string): string[] {
  const { first_name, last_name, address: street, address_2 } = address
  return [`${first_name} ${last_name}`, street, address_2, townOf(address), country].filter(
    line => line.trim() !== '',
  )
}

/** Where there are states the postcode follows them, elsewhere it comes first. */
function townOf({ country, postcode, city, state }: Shipping): string {
  if (hasState(country)) return `${city}, ${state} ${postcode}`
  return hasPostcode(country) ? `${postcode} ${city}` : city
}

function Method({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation(['review', 'common'])
  const { today } = usePage()
  const { range } = useDates()
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  const { from, to } = arrivalOf(method, today)
  const price =
    quote && quote.shipping > 0 ? prices.minor(quote.shipping) : t('common:delivery.free')
  return (
    <>
      <span className="block">
        {method.name} · <bdi>{price}</bdi>
      </span>
      <span className="block" suppressHydrationWarning>
        {t('delivery.arrives', { dates: range(from, to) })}
      </span>
    </>
  )
}
