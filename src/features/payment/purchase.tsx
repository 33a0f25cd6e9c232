import type { ComponentType } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { usePhotoCondition } from '@/client/format/use-arrival'
import { useDates } from '@/client/format/use-dates'
import { useMethodName } from '@/client/format/use-delivery-texts'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, type NamedCategory } from '@/domain/catalog/plans'
import { resolveSpeed, scheduleOrder } from '@/domain/payments/order-schedule'
import { RemovedUrgent } from '@/features/payment/removed-urgent'
import type { IconProps } from '@/ui/icons'
import { MailIcon, TruckIcon } from '@/ui/later-icons'

/** What is bought and when it arrives, with the dates of the thank-you page. */
export function Purchase() {
  const { t } = useTranslation(['payment', 'common'])
  const { courierDay, settings } = usePage()
  const { range } = useDates()
  const addCondition = usePhotoCondition()
  const nameOf = useMethodName()
  const state = useCheckout(optimisticState)
  const plan = findPlan(state.productList, state.selectedLicense)
  if (!plan) return null
  const { hasAllPhotos, parcel } = scheduleOrder(state, {
    paidAt: courierDay,
    courierDay,
    courierCutoff: settings.courierCutoff,
  })
  const { selectedShippingMethod: method } = state
  const speed = resolveSpeed(state)
  return (
    <div>
      <p className="font-semibold">
        {t(`common:plan.name.${plan.category as NamedCategory}`, { count: plan.years ?? 0 })}
      </p>
      <ul className="grid gap-0.5 pt-1 text-ink-2 text-sm">
        {parcel?.arrival && method && (
          <Line Icon={TruckIcon}>
            {t('purchase.arrives', {
              name: nameOf(method),
              dates: addCondition(range(parcel.arrival.from, parcel.arrival.to)),
            })}
          </Line>
        )}
        <Line Icon={MailIcon}>
          {t(hasAllPhotos ? `purchase.digital.${speed}` : `purchase.digitalAfterPhotos.${speed}`)}
        </Line>
      </ul>
      <RemovedUrgent />
    </div>
  )
}

/** The browser may format dates differently from the server. */
const Line = ({ Icon, children }: { Icon: ComponentType<IconProps>; children: string }) => (
  <li className="flex gap-2">
    <Icon className="size-4 translate-y-0.5 text-accent" />
    <span suppressHydrationWarning>{children}</span>
  </li>
)
