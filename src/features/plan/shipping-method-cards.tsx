import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { visibleState } from '@/client/store/checkout-store'
import { useDates } from '@/client/texts/use-dates'
import { useMethodName } from '@/client/texts/use-method-name'
import { usePrices } from '@/client/texts/use-prices'
import {
  arrivalOf,
  type SeenMethod,
  type ShippingMethod,
  soonestFirst,
} from '@/domain/catalog/shipping-methods'
import type { Fields } from '@/features/plan/fields'
import { PickupPoints } from '@/features/plan/pickup-points'
import { useLastShown, type useShippingMethods } from '@/features/plan/shipping-methods'
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
  list: ReturnType<typeof useShippingMethods>
}

/** The ways to send the parcel, or why there are none to choose from; and which it is now, when that has changed by itself. */
export function Methods({ country, list, ...fields }: MethodsProps) {
  const { last, isOther } = useLastShown(list.methods, country)
  return (
    <>
      {/* There before anything is said in it. */}
      <div role="status" className="empty:hidden">
        {last && isOther && list.methods && <Now {...last} country={country} />}
      </div>
      <Choice {...fields} country={country} list={list} last={last} />
    </>
  )
}

/** Which way it goes now, after another country or currency. */
function Now({ method, country }: SeenMethod & { country: string }) {
  const { t } = useTranslation('plan')
  const nameOf = useMethodName()
  const { price } = useMethodPrice(method)
  return (
    <Notice>
      <p suppressHydrationWarning>
        {t('methods.now', { name: nameOf(method), price, dates: useArrival(method, country) })}
      </p>
    </Notice>
  )
}

function Choice({ country, list, last, ...fields }: MethodsProps & { last: SeenMethod | null }) {
  const { t } = useTranslation('plan')
  const { methods, hasFailed } = list
  const retry = useRetry(list)
  const { pickupPoints } = usePage()
  if (pickupPoints) return <PickupPoints {...fields} points={pickupPoints} method={methods?.[0]} />
  if (methods && methods.length > 0)
    return <MethodCards {...fields} methods={methods} country={country} />
  if (country === '') return <Place>{t('methods.chooseCountry')}</Place>
  if (methods) {
    return (
      <Place>
        <Notice tone="advice" role="status">
          {t('methods.none')}
        </Notice>
      </Place>
    )
  }
  return <Place>{hasFailed ? <Failed retry={retry} last={last} /> : <Loading />}</Place>
}

/** Asks again. The button goes with its notice: the focus moves on to what it has brought. */
function useRetry({ methods, retry }: MethodsProps['list']) {
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

/** What stands where the methods will be, under the same heading. */
function Place({ children }: { children: ReactNode }) {
  const { t } = useTranslation('plan')
  return (
    <div>
      <p className="pb-0.5 font-semibold">{t('methods.heading')}</p>
      <div className="grid gap-3 pt-1">{children}</div>
    </div>
  )
}

function Failed({ retry, last }: { retry: () => void; last: SeenMethod | null }) {
  const { t } = useTranslation('plan')
  return (
    <>
      <Notice
        tone="error"
        role="alert"
        actions={
          <Button look="link" onClick={retry}>
            {t('methods.retry')}
          </Button>
        }
      >
        {t('methods.failed')}
      </Notice>
      {last && <LastKnown {...last} />}
    </>
  )
}

/** What delivery cost when it was last known; nothing to choose. */
function LastKnown({ method, currency }: SeenMethod) {
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

/** Three cards, as most countries have three methods: nothing moves when they come. */
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
        {soonestFirst(methods).map(method => (
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
  const { price, before } = useMethodPrice(method)
  if (!before) return <Price amount={price} />
  return <Price wasFirst amount={price} was={before} wasLabel={t('plan.price')} />
}

/** What a method costs; with a coupon for free delivery, what it would cost before. */
function useMethodPrice({ price }: ShippingMethod): { price: string; before?: string } {
  const { t } = useTranslation('common')
  const { currency, coupon } = useCheckout(visibleState)
  const written = usePrices(currency).major(price)
  return coupon?.free_shipping ? { price: t('delivery.free'), before: written } : { price: written }
}

function Arrival({ method, country }: { method: ShippingMethod; country: string }) {
  const { t } = useTranslation('plan')
  const dates = useArrival(method, country)
  return <span suppressHydrationWarning>{t('methods.arrives', { dates })}</span>
}

/** The days between which a parcel ordered today arrives there. */
function useArrival(method: ShippingMethod, country: string): string {
  const { today } = usePage()
  const { range } = useDates()
  const { from, to } = arrivalOf(method, { today, country })
  return range(from, to)
}
