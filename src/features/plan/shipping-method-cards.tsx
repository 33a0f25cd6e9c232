import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/texts/use-dates'
import { useMethodName } from '@/client/texts/use-delivery-texts'
import { usePrices } from '@/client/texts/use-prices'
import {
  type DisplayedMethod,
  estimateArrival,
  type ShippingMethod,
  sortBySoonest,
} from '@/domain/catalog/shipping-methods'
import type { Fields } from '@/features/plan/fields'
import { PickupPoints } from '@/features/plan/pickup-points'
import { useLastShownMethod, type useShippingMethods } from '@/features/plan/shipping-methods'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'
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
  return (
    <Notice>
      <p suppressHydrationWarning>
        {t('methods.now', { name: nameOf(method), price, dates: useArrivalDates(method, country) })}
      </p>
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
  if (country === '') return <MethodsPlaceholder>{t('methods.chooseCountry')}</MethodsPlaceholder>
  if (methods) {
    return (
      <MethodsPlaceholder>
        <Notice tone="advice" role="status">
          {t('methods.none')}
        </Notice>
      </MethodsPlaceholder>
    )
  }
  return (
    <MethodsPlaceholder>
      {hasFailed ? <LoadError retry={retry} lastShown={lastShown} /> : <Loading />}
    </MethodsPlaceholder>
  )
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

/** Takes the place of the methods, under the same heading. */
function MethodsPlaceholder({ children }: { children: ReactNode }) {
  const { t } = useTranslation('plan')
  return (
    <div>
      <p className="pb-0.5 font-semibold">{t('methods.heading')}</p>
      <div className="grid gap-3 pt-1">{children}</div>
    </div>
  )
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
  return (
    <Fieldset id="shipping_method" role="radiogroup" legend={t('methods.heading')}>
      <ChoiceCards>
        {sortBySoonest(methods).map(method => (
          <ChoiceCard
            {...register('shipping_method')}
            key={method.code}
            value={method.code}
            defaultChecked={values.shipping_method === method.code}
            title={nameOf(method)}
            price={<MethodPrice method={method} />}
          >
            <Arrival method={method} country={country} />
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

function Arrival({ method, country }: { method: ShippingMethod; country: string }) {
  const { t } = useTranslation('plan')
  const dates = useArrivalDates(method, country)
  return <span suppressHydrationWarning>{t('methods.arrives', { dates })}</span>
}

/** Dates between which a parcel ordered today arrives. */
function useArrivalDates(method: ShippingMethod, country: string): string {
  const { today } = usePage()
  const { range } = useDates()
  const { from, to } = estimateArrival(method, { today, country })
  return range(from, to)
}
