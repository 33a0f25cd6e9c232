import { useTranslation } from 'next-i18next/pages'
import { useDates } from '@/client/dates'
import { useDeliveryLines } from '@/client/delivery-lines'
import { useMethodName } from '@/client/method-name'
import { usePrices } from '@/client/money'
import { usePickupPoint } from '@/client/pickup-point'
import { useCheckout, usePage } from '@/client/provider'
import { visibleQuote, visibleState } from '@/client/store'
import { countryName } from '@/domain/data/country-names'
import { arrivalOf, type ShippingMethod } from '@/domain/delivery'
import { type PickupPoint, pickupCode } from '@/domain/partner'
import { hasParcel } from '@/domain/plans'
import { Fact, ReviewGroup } from '@/features/review/review-group'

/** Where the permit goes, how and when; a digital one goes to the email address. */
export function DeliveryFacts({ methods }: { methods: ShippingMethod[] }) {
  const { t } = useTranslation('review')
  const { category, customer, selectedShippingMethod } = useCheckout(visibleState)
  const point = usePickupPoint()
  const method = methods.find(({ code }) => code === selectedShippingMethod?.code)
  return (
    <ReviewGroup
      heading={t('delivery.heading')}
      step="shipping"
      part="delivery"
      changes={t('delivery.changes')}
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

const AddressLines = () => <Lines lines={useDeliveryLines()} />

function PointLines({ point }: { point: PickupPoint }) {
  const { language } = usePage()
  const { name, address, country } = point
  return <Lines lines={[name, ...address.split('\n'), countryName(country, language)]} />
}

/** The last one names the country, in the customer's language. */
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
  const { shipping } = useCheckout(visibleState)
  const quote = useCheckout(visibleQuote)
  const prices = usePrices(quote?.currency ?? 'USD')
  const { from, to } = arrivalOf(method, { today, country: shipping.country })
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
