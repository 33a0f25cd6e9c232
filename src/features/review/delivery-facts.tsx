import { useTranslation } from 'next-i18next/pages'
import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { optimisticQuote } from '@/client/store/checkout-store'
import { useAddressLines } from '@/client/texts/use-address-lines'
import { useDates } from '@/client/texts/use-dates'
import { useMethodName, usePickupPoint } from '@/client/texts/use-delivery-texts'
import { usePrices } from '@/client/texts/use-prices'
import { hasParcel } from '@/domain/catalog/plans'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import { type PickupPoint, pickupCode } from '@/domain/links/partner-offer'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Where, how and when the permit is delivered; a digital one goes to the email address. */
export function DeliveryFacts({ methods }: { methods: ShippingMethod[] }) {
  const { t } = useTranslation('review')
  const { category, customer, selectedShippingMethod } = useCheckoutState(
    'category',
    'customer',
    'selectedShippingMethod',
  )
  const point = usePickupPoint()
  const method = methods.find(({ code }) => code === selectedShippingMethod?.code)
  return (
    <ReviewGroup
      heading={t('delivery.heading')}
      step="shipping"
      anchor="delivery"
      changeLabel={t('delivery.changes')}
    >
      {hasParcel(category) ? (
        <>
          <Fact label={t(point ? 'delivery.point' : 'delivery.address')}>
            {point ? <PointLines point={point} /> : <AddressLines />}
          </Fact>
          <Fact label={t(point ? 'delivery.collect' : 'delivery.method')}>
            {method && <Method method={method} />}
          </Fact>
        </>
      ) : (
        <Fact label={t('delivery.digital')}>
          <bdi>{customer.email}</bdi>
        </Fact>
      )}
    </ReviewGroup>
  )
}

const AddressLines = () => <Lines lines={useAddressLines()} />

function PointLines({ point }: { point: PickupPoint }) {
  const { language } = usePage()
  const { name, address, country } = point
  return <Lines lines={[name, ...address.split('\n'), formatCountryName(country, language)]} />
}

/** The last line is the country, in the customer's language. */
function Lines({ lines }: { lines: string[] }) {
  const { ownWords } = usePage()
  return lines.map(line => (
    <span key={line} className="block">
      <bdi {...(line === lines.at(-1) && ownWords)} suppressHydrationWarning>
        {line}
      </bdi>
    </span>
  ))
}

function Method({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation(['review', 'common'])
  const nameOf = useMethodName()
  const { today } = usePage()
  const { range } = useDates()
  const { shipping } = useCheckoutState('shipping')
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  const { from, to } = estimateArrival(method, { today, country: shipping.country })
  const price =
    quote && quote.shipping > 0 ? prices.minor(quote.shipping) : t('common:delivery.free')
  return (
    <>
      <span className="block">
        {nameOf(method)} · <bdi>{price}</bdi>
      </span>
      <span className="block" suppressHydrationWarning>
        {t(method.code === pickupCode ? 'delivery.ready' : 'delivery.arrives', {
          dates: range(from, to),
        })}
      </span>
    </>
  )
}
