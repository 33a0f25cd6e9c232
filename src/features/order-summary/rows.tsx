import { useEffect, useRef, useState } from 'react'
import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { visibleTravel } from '@/client/store/checkout-store'
import { usePickupPoint } from '@/client/texts/use-pickup-point'
import { hasParcel, type NamedCategory, planById, savedPercent } from '@/domain/catalog/plans'
import { changeQuantity } from '@/domain/catalog/travel-items'
import { type StateChange, selectUrgent } from '@/domain/checkout/state-change'
import { focusHeading, type Removable } from '@/features/order-summary/summary-announcer'
import { isMoving, useSummary } from '@/features/order-summary/use-summary'
import { Button } from '@/ui/button'
import { Price } from '@/ui/price'
import { SummaryRow } from '@/ui/summary-list'

export function PlanRow() {
  const { t, state, quote, prices } = useSummary()
  const plan = planById(state.productList, state.selectedLicense)
  if (!plan) return null
  const count = plan.years ?? 0
  const percent = savedPercent(plan)
  return (
    <SummaryRow
      label={t(`plan.name.${plan.category as NamedCategory}`, { count })}
      sub={
        percent > 0
          ? t('plan.saveAgainst', { percent, count })
          : t(count > 0 ? 'summary.valid' : 'summary.forLife', { count })
      }
      amount={
        <Price
          wasFirst
          amount={prices.minor(quote.plan)}
          amountLabel={t('plan.price')}
          {...(plan.oldPrice !== null && {
            was: prices.major(plan.oldPrice),
            wasLabel: t('plan.comparison'),
          })}
        />
      }
    />
  )
}

/** The extra that may have been there from the start: what it is, and a way to go without it and back. */
export function UrgentRow({ gone }: Removable) {
  const { t, state, quote, prices } = useSummary()
  const sync = useSync()
  const [isRemoved, setRemoved] = useState(false)
  const { selected } = state.urgent
  const name = t('urgent.name')
  // The server takes it off, too, where nobody has asked for it.
  const was = useRef(selected)
  useEffect(() => {
    if (was.current && !selected) gone.current = t('summary.gone', { what: name })
    was.current = selected
  }, [selected, gone, t, name])
  if (!selected && !isRemoved) return null
  const press = () => {
    setRemoved(selected)
    sync.change(selectUrgent(!selected))
  }
  return (
    <SummaryRow
      label={name}
      sub={t(selected ? 'urgent.what' : 'coupon.removed')}
      amount={selected && <Price amount={prices.minor(quote.urgent)} />}
      action={
        // One button in two roles: the focus stays on it.
        <Button
          look="link"
          wide={false}
          aria-label={selected ? t('urgent.removeLabel') : t('coupon.putBackLabel', { name })}
          onClick={press}
        >
          {t(selected ? 'urgent.remove' : 'coupon.putBack')}
        </Button>
      }
    />
  )
}

/** What comes with the parcel; a digital permit has none (SPEC 4). */
export function TravelRows({ gone }: Removable) {
  const { t, state, prices } = useSummary()
  return useCheckout(visibleTravel).map(({ item_id, quantity, total }) => {
    const name = state.travelItemsData.find(item => item.item_id === item_id)?.name ?? ''
    return (
      <SummaryRow
        key={item_id}
        label={name}
        sub={t('summary.quantity', { quantity })}
        amount={<Price amount={prices.minor(total)} />}
        action={
          <Remove
            what={name}
            label={t('summary.removeLabel', { name })}
            change={{ travelItemsInCart: changeQuantity(state.travelItemsInCart, item_id, 0) }}
            gone={gone}
          />
        }
      />
    )
  })
}

interface RemoveProps extends Removable {
  /** What is said to be gone. */
  what: string
  /** The button's whole name. */
  label: string
  change: StateChange
}

function Remove({ what, label, change, gone }: RemoveProps) {
  const { t } = useSummary()
  const sync = useSync()
  return (
    <Button
      look="link"
      wide={false}
      aria-label={label}
      onClick={({ currentTarget }) => {
        focusHeading(currentTarget)
        gone.current = t('summary.gone', { what })
        sync.change(change)
      }}
    >
      {t('urgent.remove')}
    </Button>
  )
}

export function DeliveryRow() {
  const { t, state, quote, prices } = useSummary()
  const pending = useCheckout(isMoving)
  const point = usePickupPoint()
  if (!hasParcel(state.category)) return null
  const method = state.selectedShippingMethod
  return (
    <SummaryRow
      label={t(state.deliveryMethod === 'delivery' ? 'delivery.name' : 'delivery.pickup')}
      pending={pending}
      sub={method ? point?.name : t('delivery.later')}
      amount={
        method ? (
          <Price
            wasFirst
            amount={quote.shipping > 0 ? prices.minor(quote.shipping) : t('delivery.free')}
            {...(!quote.shipping &&
              method.price > 0 && {
                was: prices.major(method.price),
                wasLabel: t('summary.before'),
              })}
          />
        ) : (
          '—'
        )
      }
    />
  )
}

/** An estimate until it is saved where the parcel goes, or where the driver of a digital permit lives. */
export function TaxRow() {
  const { t, state, quote, prices } = useSummary()
  const pending = useCheckout(isMoving)
  if (quote.tax === 0) return null
  const { id } = hasParcel(state.category) ? state.shipping : state.customer
  return (
    <SummaryRow
      label={t(id ? 'tax.name' : 'tax.estimated')}
      pending={pending}
      sub={t('tax.rate', { rate: state.tax_group.tax_rate })}
      amount={<Price amount={prices.minor(quote.tax)} />}
    />
  )
}
