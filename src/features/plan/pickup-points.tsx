import { useTranslation } from 'next-i18next/pages'
import { useCheckoutState, usePage } from '@/client/checkout/checkout-provider'
import { useDates } from '@/client/texts/use-dates'
import { usePrices } from '@/client/texts/use-prices'
import { estimateArrival, type ShippingMethod } from '@/domain/catalog/shipping-methods'
import { formatCountryName } from '@/domain/data/country-names'
import type { PickupPoint } from '@/domain/links/partner-offer'
import type { Fields } from '@/features/plan/fields'
import { ChoiceCard } from '@/ui/choice-card'
import { ChoiceCards } from '@/ui/choice-cards'
import { Fieldset } from '@/ui/fieldset'

type PickupProps = Pick<Fields, 'register' | 'values' | 'errorOf'> & {
  points: PickupPoint[]
  /** Pickup as a delivery method: same price and duration at every point. */
  method: ShippingMethod | undefined
}

/** Pickup points of the customer's partner, instead of an address. */
export function PickupPoints({ points, method, register, values, errorOf }: PickupProps) {
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
            {method && <PickupDates method={method} country={point.country} />}
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
  const { language, ownWords } = usePage()
  const lines = [...point.address.split('\n'), formatCountryName(point.country, language)]
  return lines.map(line => (
    <span key={line}>
      <bdi {...(line === lines.at(-1) && ownWords)} suppressHydrationWarning>
        {line}
      </bdi>
    </span>
  ))
}

function PickupDates({ method, country }: { method: ShippingMethod; country: string }) {
  const { t } = useTranslation('plan')
  const { today } = usePage()
  const { range } = useDates()
  const { from, to } = estimateArrival(method, { today, country })
  return <span suppressHydrationWarning>{t('pickup.ready', { dates: range(from, to) })}</span>
}
