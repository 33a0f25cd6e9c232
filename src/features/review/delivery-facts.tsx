import { useCheckout, useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { useDates } from '@/client/format/use-dates'
import { useMethodName, usePickupPoint } from '@/client/format/use-delivery-texts'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote, optimisticState, optimisticTravel } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { orderOf } from '@/domain/checkout/quote-of-state'
import { formatCountryName } from '@/domain/data/country-names'
import { type PickupPoint, pickupCode } from '@/domain/links/partner-offer'
import { savingOf } from '@/domain/pricing/quote'
import { Fact, ReviewGroup } from '@/features/review/review-group'
import { Button } from '@/ui/button'
import { VisuallyHidden } from '@/ui/visually-hidden'

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

/** Travel items of the parcel; a digital permit has none. */
export function ExtraFacts() {
  const { t } = useTranslation(['review', 'common'])
  const { category, travelItemsData, currency } = useCheckoutState(
    'category',
    'travelItemsData',
    'currency',
  )
  const lines = useCheckout(optimisticTravel)
  const prices = usePrices(currency)
  if (!hasParcel(category)) return null
  return (
    <ReviewGroup
      heading={t('extras.heading')}
      step="shipping"
      anchor="extras"
      changeLabel={t('extras.changes')}
    >
      {lines.length === 0 && <Fact label={t('extras.label')}>{t('extras.none')}</Fact>}
      {lines.map(({ item_id, quantity, total }) => (
        <Fact key={item_id} label={travelItemsData.find(item => item.item_id === item_id)?.name}>
          {t('common:summary.quantity', { quantity })} · <bdi>{prices.minor(total)}</bdi>
        </Fact>
      ))}
    </ReviewGroup>
  )
}

/** The applied discount. It is changed in the order summary. */
export function DiscountFacts() {
  const { t } = useTranslation('review')
  const { coupon, currency } = useCheckoutState('coupon', 'currency')
  const prices = usePrices(currency)
  // Includes tax, like every displayed saving of a coupon.
  const saving = useCheckout(clientState => {
    const order = orderOf(optimisticState(clientState))
    return order ? savingOf(order, coupon) : 0
  })
  return (
    <ReviewGroup
      heading={t('discount.heading')}
      side={
        <Button variant="link" wide={false} className="text-base" onClick={openCouponBox}>
          {t('change')}
          <VisuallyHidden>{` ${t('discount.changes')}`}</VisuallyHidden>
        </Button>
      }
    >
      <Fact label={t('discount.label')}>
        {coupon ? <bdi>{coupon.name}</bdi> : t('extras.none')}
      </Fact>
      {saving > 0 && (
        <Fact label={t('discount.saved')}>
          <bdi>{prices.minor(saving)}</bdi>
        </Fact>
      )}
    </ReviewGroup>
  )
}

function openCouponBox(): void {
  const details = document.querySelector<HTMLDetailsElement>('aside details')
  if (!details) return
  details.open = true
  details.querySelector('summary')?.focus()
}
