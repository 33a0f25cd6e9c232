import { useEffect, useRef } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDestinationPermits } from '@/client/checkout/use-permit-advice'
import { useArrival, useTripStart } from '@/client/format/use-arrival'
import { useMethodName } from '@/client/format/use-delivery-texts'
import { usePrices } from '@/client/format/use-prices'
import { useTranslation } from '@/client/texts/use-translation'
import {
  compareWithTrip,
  type DisplayedMethod,
  estimateArrival,
  type ShippingMethod,
  sortBySoonest,
} from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import { documentTypes } from '@/domain/data/document-types'
import type { PickupPoint } from '@/domain/links/partner-offer'
import type { Fields } from '@/features/plan/plan-form'
import { useLastShownMethod, type useShippingMethods } from '@/features/plan/shipping-methods'
import { Button } from '@/ui/button'
import { ChoiceCard, ChoiceCards } from '@/ui/choice-card'
import { classNames } from '@/ui/class-names'
import { Fieldset } from '@/ui/fieldset'
import { CheckBadgeIcon, WarningIcon } from '@/ui/icons'
import { Lines } from '@/ui/lines'
import { Notice } from '@/ui/notice'
import { Price } from '@/ui/price'
import { Skeleton } from '@/ui/skeleton'
import { VisuallyHidden } from '@/ui/visually-hidden'

type MethodsProps = Pick<Fields, 'register' | 'values' | 'errorOf'> & {
  country: string
  shippingMethods: ReturnType<typeof useShippingMethods>
}

/**
 * The delivery methods or why there are none, and a notice when the chosen one was replaced
 * automatically.
 */
export function Methods({ country, shippingMethods, ...fields }: MethodsProps) {
  const { lastShown, hasChanged } = useLastShownMethod(shippingMethods.methods, country)
  return (
    <>
      {/* A live region must be in the page before its text. */}
      <div role="status" className="empty:hidden">
        {lastShown && hasChanged && shippingMethods.methods && (
          <ChangedMethodNotice {...lastShown} country={country} />
        )}
      </div>
      <MethodChoice
        {...fields}
        country={country}
        shippingMethods={shippingMethods}
        lastShown={lastShown}
      />
    </>
  )
}

/** The delivery method after a change of country or currency. */
function ChangedMethodNotice({ method, country }: DisplayedMethod & { country: string }) {
  const { t } = useTranslation('plan')
  const nameOf = useMethodName()
  const { price } = useMethodPrice(method)
  const { dates } = useArrival(method, country)
  return (
    <Notice>
      <p suppressHydrationWarning>{t('methods.now', { name: nameOf(method), price, dates })}</p>
    </Notice>
  )
}

function MethodChoice({
  country,
  shippingMethods,
  lastShown,
  ...fields
}: MethodsProps & { lastShown: DisplayedMethod | null }) {
  const { t } = useTranslation('plan')
  const { methods, hasFailed } = shippingMethods
  const retry = useRetry(shippingMethods)
  const { pickupPoints } = usePage()
  if (pickupPoints) return <PickupPoints {...fields} points={pickupPoints} method={methods?.[0]} />
  if (methods && methods.length > 0)
    return <MethodCards {...fields} methods={methods} country={country} />
  return (
    <div>
      <p className="pb-0.5 font-semibold">{t('methods.heading')}</p>
      <div className="grid gap-3 pt-1">{renderPlaceholder()}</div>
    </div>
  )

  /** Takes the place of the methods, under the same heading. */
  function renderPlaceholder() {
    if (country === '') return t('methods.chooseCountry')
    if (!methods) return hasFailed ? <LoadError retry={retry} lastShown={lastShown} /> : <Loading />
    return (
      <Notice tone="advice" role="status">
        {t('methods.none')}
      </Notice>
    )
  }
}

/** Retries. The button unmounts with its notice: focus moves to the loaded methods. */
function useRetry({ methods, retry }: MethodsProps['shippingMethods']) {
  const isPressed = useRef(false)
  useEffect(() => {
    if (!methods || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[name=shipping_method]:checked')?.focus()
  }, [methods])
  return () => {
    isPressed.current = true
    retry()
  }
}

function LoadError({ retry, lastShown }: { retry: () => void; lastShown: DisplayedMethod | null }) {
  const { t } = useTranslation('plan')
  return (
    <>
      <Notice
        tone="error"
        role="alert"
        actions={
          <Button variant="link" onClick={retry}>
            {t('methods.retry')}
          </Button>
        }
      >
        {t('methods.failed')}
      </Notice>
      {lastShown && <LastShownMethod {...lastShown} />}
    </>
  )
}

/** Delivery price when it was last known; not selectable. */
function LastShownMethod({ method, currency }: DisplayedMethod) {
  const { t } = useTranslation('plan')
  const nameOf = useMethodName()
  const prices = usePrices(currency)
  return (
    <p className="flex flex-wrap justify-between gap-x-4 rounded-card border border-line bg-paper p-4 text-ink-3">
      <span>{`${nameOf(method)} – ${t('methods.lastKnown')}`}</span>
      <bdi>{prices.major(method.price)}</bdi>
    </p>
  )
}

/** Three cards, because most countries have three methods: nothing moves when they load. */
function Loading() {
  const { t } = useTranslation('plan')
  return (
    <div role="status" className="grid gap-3">
      <VisuallyHidden>{t('methods.loading')}</VisuallyHidden>
      {['first', 'second', 'third'].map(row => (
        <Skeleton key={row} className="h-[80px] w-full" />
      ))}
    </div>
  )
}

function MethodCards({
  register,
  values,
  methods,
  country,
}: Pick<Fields, 'register' | 'values'> & { methods: ShippingMethod[]; country: string }) {
  const { t } = useTranslation('plan')
  const nameOf = useMethodName()
  const sortedMethods = sortBySoonest(methods)
  const firstLateMethod = useFirstLateMethod(sortedMethods, country)
  return (
    <Fieldset id="shipping_method" role="radiogroup" legend={t('methods.heading')}>
      <ChoiceCards>
        {sortedMethods.map(method => (
          <ChoiceCard
            {...register('shipping_method')}
            key={method.code}
            value={method.code}
            defaultChecked={values.shipping_method === method.code}
            title={nameOf(method)}
            price={<MethodPrice method={method} />}
          >
            <Arrival
              method={method}
              country={country}
              hasDigitalText={method === firstLateMethod}
            />
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </Fieldset>
  )
}

function MethodPrice({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('common')
  const { price, regularPrice } = useMethodPrice(method)
  if (!regularPrice) return <Price amount={price} />
  return (
    <Price
      originalFirst
      amount={price}
      originalAmount={regularPrice}
      originalLabel={t('plan.price')}
    />
  )
}

/** Price of a method; with free delivery from a coupon, also the regular price. */
function useMethodPrice({ price }: ShippingMethod): { price: string; regularPrice?: string } {
  const { t } = useTranslation('common')
  const { currency, coupon } = useCheckoutState('currency', 'coupon')
  const formattedPrice = usePrices(currency).major(price)
  return coupon?.free_shipping
    ? { price: t('delivery.free'), regularPrice: formattedPrice }
    : { price: formattedPrice }
}

function Arrival({ method, country, hasDigitalText }: TripNoteProps) {
  const { t } = useTranslation('plan')
  const { dates } = useArrival(method, country)
  return (
    <>
      <span suppressHydrationWarning>{t('methods.arrives', { dates })}</span>
      <TripNote method={method} country={country} hasDigitalText={hasDigitalText} />
    </>
  )
}

interface TripNoteProps {
  method: ShippingMethod
  country: string
  /** Says when the digital copy comes; once in a list. */
  hasDigitalText: boolean
}

/** Whether the parcel arrives before the trip, and that the digital copy does. */
function TripNote({ method, country, hasDigitalText }: TripNoteProps) {
  const { t } = useTranslation(['plan', 'common'])
  const { arrival } = useArrival(method, country)
  const tripStart = useTripStart()
  const digitalText = useDigitalCopyText()
  if (!tripStart) return null
  const timeliness = compareWithTrip(arrival, tripStart)
  const isInTime = timeliness === 'in_time'
  const Icon = isInTime ? CheckBadgeIcon : WarningIcon
  const text = t(`trip.${timeliness}`)
  return (
    <span
      className={classNames(
        'flex gap-1.5',
        isInTime ? 'font-semibold text-accent-strong' : 'text-gold-ink',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      {isInTime || !hasDigitalText || !digitalText
        ? text
        : t('common:together', { first: text, second: digitalText })}
    </span>
  )
}

/** The first method of a list that may arrive after the trip has started. */
function useFirstLateMethod(methods: ShippingMethod[], country: string) {
  const { courierDay } = usePage()
  const tripStart = useTripStart()
  return methods.find(method => {
    const arrival = estimateArrival(method, { today: courierDay, country })
    return tripStart && compareWithTrip(arrival, tripStart) !== 'in_time'
  })
}

/** When the digital copy comes; null where a destination does not accept it. */
function useDigitalCopyText(): string | null {
  const { t } = useTranslation('plan')
  const { approval_documents } = useCheckoutState('approval_documents')
  const isRefused = useDestinationPermits().some(({ digital_copy }) => !digital_copy)
  if (isRefused) return null
  const hasPhotos = approval_documents.images.length === documentTypes.length
  return t(hasPhotos ? 'trip.digitalToday' : 'trip.digitalLater')
}

type PickupProps = Pick<Fields, 'register' | 'values' | 'errorOf'> & {
  points: PickupPoint[]
  /** Pickup as a delivery method: same price and duration at every point. */
  method: ShippingMethod | undefined
}

/** Pickup points of the customer's partner, instead of an address. */
function PickupPoints({ points, method, register, values, errorOf }: PickupProps) {
  const { t } = useTranslation('plan')
  const { partner } = useCheckoutState('partner')
  return (
    <Fieldset
      id="pickup_point"
      role="radiogroup"
      legend={t('pickup.heading')}
      hint={t('pickup.lead', { partner })}
      error={errorOf('pickup_point')}
    >
      <ChoiceCards>
        {points.map(point => (
          <ChoiceCard
            {...register('pickup_point')}
            key={point.id}
            value={point.id}
            defaultChecked={values.pickup_point === point.id}
            title={<bdi>{point.name}</bdi>}
            price={method && <PickupPrice method={method} />}
          >
            <PickupAddress point={point} />
            {point.hours && (
              <span>{t('pickup.hours', { hours: `\u2066${point.hours}\u2069` })}</span>
            )}
            {method && (
              <PickupDates
                method={method}
                country={point.country}
                hasDigitalText={point === points[0]}
              />
            )}
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </Fieldset>
  )
}

function PickupPrice({ method }: { method: ShippingMethod }) {
  const { t } = useTranslation('common')
  const { currency, coupon } = useCheckoutState('currency', 'coupon')
  const prices = usePrices(currency)
  const isFree = method.price === 0 || coupon?.free_shipping
  return isFree ? t('delivery.free') : prices.major(method.price)
}

function PickupAddress({ point }: { point: PickupPoint }) {
  const { language } = usePage()
  const lines = [...point.address.split('\n'), formatCountryName(point.country, language)]
  return <Lines lines={lines} />
}

function PickupDates({ method, country, hasDigitalText }: TripNoteProps) {
  const { t } = useTranslation('plan')
  const { dates } = useArrival(method, country)
  return (
    <>
      <span suppressHydrationWarning>{t('pickup.ready', { dates })}</span>
      <TripNote method={method} country={country} hasDigitalText={hasDigitalText} />
    </>
  )
}
