import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { useArrival, useTripStart } from '@/client/format/use-arrival'
import { useDates } from '@/client/format/use-dates'
import { useMethodName, usePickupPoint } from '@/client/format/use-delivery-texts'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { compareWithTrip, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import { type PickupPoint, pickupCode } from '@/domain/links/partner-offer'
import { findMissingPhotoTypes } from '@/domain/photos/photo-files'
import { Fact, Facts, ReviewGroup } from '@/features/review/review-group'
import { classNames } from '@/ui/class-names'
import { Email } from '@/ui/email'
import { CheckBadgeIcon, WarningIcon } from '@/ui/icons'
import { Lines } from '@/ui/lines'

/** Where, how and when the permit is delivered. */
export function Where({ methods }: { methods: ShippingMethod[] }) {
  const { t } = useTranslation('review')
  const { category, customer, selectedShippingMethod } = useCheckoutState(
    'category',
    'customer',
    'selectedShippingMethod',
  )
  const point = usePickupPoint()
  const method = methods.find(({ code }) => code === selectedShippingMethod?.code)
  const isPrinted = hasParcel(category)
  return (
    <ReviewGroup
      heading={t('delivery.heading')}
      step="shipping"
      anchor="delivery"
      changeLabel={t('delivery.changes')}
    >
      <Facts layout="wide">
        {isPrinted && (
          <Fact label={t(point ? 'delivery.point' : 'delivery.address')}>
            {point ? <PointLines point={point} /> : <AddressLines />}
          </Fact>
        )}
        {isPrinted && method && <MethodFact method={method} />}
        <Fact label={t('delivery.digital')}>
          {!isPrinted && (
            <span className="block">
              <Email address={customer.email} />
            </span>
          )}
          <DigitalTime />
        </Fact>
      </Facts>
    </ReviewGroup>
  )
}

const AddressLines = () => <Lines lines={useAddressLines()} />

function PointLines({ point }: { point: PickupPoint }) {
  const { language } = usePage()
  const { name, address, country } = point
  return <Lines lines={[name, ...address.split('\n'), formatCountryName(country, language)]} />
}

/** The courier, or the pickup, and the days of arrival for an order that is paid today. */
function MethodFact({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('review')
  const nameOf = useMethodName()
  const { shipping } = useCheckoutState('shipping')
  const { arrival, dates } = useArrival(method, shipping.country)
  return (
    <Fact label={nameOf(method)}>
      <b className="block" suppressHydrationWarning>
        {method.code === pickupCode ? t('delivery.ready', { dates }) : dates}
      </b>
      <TripNote arrival={arrival} />
    </Fact>
  )
}

/** Whether the parcel comes before the trip; nothing without its day. */
function TripNote({ arrival }: { arrival: { from: string; to: string } }) {
  const { t } = useTranslation('review')
  const { range } = useDates()
  const tripStart = useTripStart()
  if (!tripStart) return null
  const timeliness = compareWithTrip(arrival, tripStart)
  const isInTime = timeliness === 'in_time'
  const Icon = isInTime ? CheckBadgeIcon : WarningIcon
  return (
    <span
      className={classNames(
        'flex gap-1.5 text-sm',
        isInTime ? 'font-semibold text-accent-strong' : 'text-gold-ink',
      )}
      suppressHydrationWarning
    >
      <Icon className="mt-0.5 size-4" />
      {t(`delivery.trip.${timeliness}`, { date: range(tripStart, tripStart) })}
    </span>
  )
}

/** When the digital permit comes: the time starts with the payment, or with the last photo. */
function DigitalTime() {
  const { t } = useTranslation('review')
  const isUrgent = useCheckout(state => optimisticState(state).urgent.selected)
  const { images } = useCheckoutState('approval_documents').approval_documents
  const hasPhotos = findMissingPhotoTypes(images).length === 0
  if (isUrgent) return t(hasPhotos ? 'delivery.urgentPaid' : 'delivery.urgentPhotos')
  return t(hasPhotos ? 'delivery.standardPaid' : 'delivery.standardPhotos')
}
