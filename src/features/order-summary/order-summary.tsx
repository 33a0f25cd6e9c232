import dynamic from 'next/dynamic'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCheckout, useSync } from '@/client/checkout/checkout-provider'
import { usePreload } from '@/client/checkout/use-preload'
import { useCurrencyName } from '@/client/format/use-currency-name'
import { useDeliveryName, usePickupPoint } from '@/client/format/use-delivery-texts'
import {
  type ClientState,
  optimisticQuote,
  optimisticState,
  optimisticTravel,
} from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { findPlan, hasParcel, type NamedCategory, savingPercentOf } from '@/domain/catalog/plans'
import { changeQuantity } from '@/domain/catalog/travel-items'
import { selectUrgent } from '@/domain/checkout/state-change'
import { findStep } from '@/domain/checkout/steps'
import { CouponBox, CouponRow } from '@/features/order-summary/coupon-box'
import { SaveProblemStatus } from '@/features/order-summary/save-problem-status'
import {
  focusHeading,
  isAddressChanging,
  type RemovableRowProps,
  useSummary,
  useTotalAnnouncement,
} from '@/features/order-summary/summary-announcer'
import { Button, ButtonLink } from '@/ui/button'
import { Group } from '@/ui/group'
import { CheckIcon } from '@/ui/icons'
import { LiveRegion } from '@/ui/live-region'
import { Price } from '@/ui/price'
import { SummaryList, SummaryRow, SummaryTotal } from '@/ui/summary-list'

// Lazy: the first page does not say when the permit arrives.
const ArrivalDates = dynamic(() =>
  import('@/features/order-summary/lazy-arrival-dates').then(({ ArrivalDates }) => ArrivalDates),
)

/**
 * Order lines and total on every step. All amounts come from the quote; nothing is added up here.
 */
export function OrderSummary() {
  const { t } = useTranslation('common')
  const quote = useCheckout(optimisticQuote)
  return <Group heading={t('summary.heading')}>{quote ? <PricedSummary /> : <Unavailable />}</Group>
}

function Unavailable() {
  const { t } = useTranslation('common')
  const sync = useSync()
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t('summary.unavailable')}
      <Button variant="link" wide={false} onClick={() => void sync.refresh()}>
        {t('coupon.retry')}
      </Button>
    </p>
  )
}

function PricedSummary() {
  const { t, quote, prices } = useSummary()
  const isBusy = useCheckout(isRecalculating)
  const isTaxKnown = useCheckout(hasStoredAddress) || quote.tax > 0
  const nameCurrency = useCurrencyName()
  const total = prices.minor(quote.total)
  const { region, announcement, onRemove } = useTotalAnnouncement(total)
  return (
    <>
      <SummaryList busy={isBusy}>
        <PlanRow />
        <UrgentRow onRemove={onRemove} />
        <TravelRows onRemove={onRemove} />
        <DeliveryRow />
        <CouponRow onRemove={onRemove} />
        <TaxRow />
      </SummaryList>
      {/* Sticky: stays visible in a column that is taller than the window. */}
      <div className="-mt-5 bg-card lg:in-[aside]:sticky lg:in-[aside]:bottom-0 lg:in-[aside]:z-1">
        <SummaryTotal
          label={t('summary.total')}
          amount={total}
          note={
            <span suppressHydrationWarning>
              {t(isTaxKnown ? 'summary.currency' : 'summary.currencyPlusTax', {
                currency: nameCurrency(quote.currency),
              })}
            </span>
          }
          busy={isBusy}
        />
      </div>
      <SaveProblemStatus />
      <CouponBox />
      <Advantages />
      <LiveRegion ref={region}>{announcement}</LiveRegion>
    </>
  )
}

/** The shop's advantages, and a link to help. The footer has the refund. */
function Advantages() {
  const { t } = useTranslation('common')
  return (
    <div className="grid gap-2 border-line border-t pt-4 text-ink-2 text-sm">
      <ul data-advantages className="grid gap-1">
        {[t('advantages.account'), t('advantages.photos')].map(line => (
          <li key={line} className="flex gap-2">
            <CheckIcon className="text-accent" />
            {line}
          </li>
        ))}
      </ul>
      <ButtonLink variant="link" wide={false} className="justify-self-start" href="/help/">
        {t('advantages.ask')}
      </ButtonLink>
    </div>
  )
}

/** Whether a new price is pending that only the server can compute. */
const isRecalculating = (state: ClientState): boolean =>
  state.isRepricing || state.coupon.state === 'loading' || isAddressChanging(state)

function PlanRow() {
  const { t, state, quote, prices } = useSummary('productList', 'selectedLicense')
  const plan = findPlan(state.productList, state.selectedLicense)
  if (!plan) return null
  const count = plan.years ?? 0
  const percent = savingPercentOf(plan)
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
          originalFirst
          amount={prices.minor(quote.plan)}
          amountLabel={t('plan.price')}
          {...(plan.oldPrice !== null && {
            originalAmount: prices.major(plan.oldPrice),
            originalLabel: t('plan.comparison'),
          })}
        />
      }
    />
  )
}

/**
 * The urgent extra, which may be preselected: a description and a button to remove or restore it.
 */
function UrgentRow({ onRemove }: RemovableRowProps) {
  const { t, state, quote, prices } = useSummary('urgent')
  const sync = useSync()
  const [isRemoved, setRemoved] = useState(false)
  const { selected } = state.urgent
  const name = t('urgent.name')
  // The server also removes it when the customer did not choose it.
  const wasSelected = useRef(selected)
  const reportRemoval = useEffectEvent(() => onRemove(t('summary.gone', { what: name })))
  useEffect(() => {
    if (wasSelected.current && !selected) reportRemoval()
    wasSelected.current = selected
  }, [selected])
  if (!selected && !isRemoved) return null
  const handleClick = () => {
    setRemoved(selected)
    sync.change(selectUrgent(!selected))
  }
  return (
    <SummaryRow
      label={name}
      sub={t(selected ? 'urgent.what' : 'coupon.removed')}
      amount={selected && <Price amount={prices.minor(quote.urgent)} />}
      action={
        // One button in two roles: it retains the focus.
        <Button
          variant="link"
          wide={false}
          aria-label={selected ? t('urgent.removeLabel') : t('coupon.putBackLabel', { name })}
          onClick={handleClick}
        >
          {t(selected ? 'urgent.remove' : 'coupon.putBack')}
        </Button>
      }
    />
  )
}

/** Travel items of the parcel; a digital permit has none. */
function TravelRows({ onRemove }: RemovableRowProps) {
  const { t, state, prices } = useSummary('travelItemsData', 'travelItemsInCart')
  const sync = useSync()
  return useCheckout(optimisticTravel).map(({ item_id, quantity, total }) => {
    const name = state.travelItemsData.find(item => item.item_id === item_id)?.name ?? ''
    const remove = (button: Element) => {
      focusHeading(button)
      onRemove(t('summary.gone', { what: name }))
      sync.change({ travelItemsInCart: changeQuantity(state.travelItemsInCart, item_id, 0) })
    }
    return (
      <SummaryRow
        key={item_id}
        label={name}
        sub={t('summary.quantity', { quantity })}
        amount={<Price amount={prices.minor(total)} />}
        action={
          <Button
            variant="link"
            wide={false}
            aria-label={t('summary.removeLabel', { name })}
            onClick={({ currentTarget }) => remove(currentTarget)}
          >
            {t('urgent.remove')}
          </Button>
        }
      />
    )
  })
}

function DeliveryRow() {
  const { t, state, quote, prices } = useSummary(
    'step',
    'category',
    'selectedShippingMethod',
    'deliveryMethod',
  )
  const pending = useCheckout(isAddressChanging)
  const isAddressStored = useCheckout(hasStoredAddress)
  usePreload(() => import('@/features/order-summary/lazy-arrival-dates'))
  const isArrivalShown = isAddressStored || state.step >= findStep('shipping').number
  const name = useDeliveryName(state)
  const point = usePickupPoint()
  if (!hasParcel(state.category)) return null
  const method = state.selectedShippingMethod
  const isPickup = state.deliveryMethod === 'pickupPoints'
  return (
    <SummaryRow
      label={name}
      pending={pending}
      sub={
        isPickup ? (
          point?.name
        ) : method && isArrivalShown ? (
          <ArrivalDates method={method} />
        ) : (
          !isAddressStored && t('delivery.later')
        )
      }
      amount={
        method ? (
          <Price
            originalFirst
            amount={quote.shipping > 0 ? prices.minor(quote.shipping) : t('delivery.free')}
            {...(!quote.shipping &&
              method.price > 0 && {
                originalAmount: prices.major(method.price),
                originalLabel: t('summary.before'),
              })}
          />
        ) : (
          '—'
        )
      }
    />
  )
}

/** An estimate until the delivery address is stored, or the driver's for a digital permit. */
function TaxRow() {
  const { t, state, quote, prices } = useSummary('tax_group')
  const pending = useCheckout(isAddressChanging)
  const isAddressStored = useCheckout(hasStoredAddress)
  if (quote.tax === 0) return null
  return (
    <SummaryRow
      label={t(isAddressStored ? 'tax.name' : 'tax.estimated')}
      pending={pending}
      sub={t('tax.rate', { rate: state.tax_group.tax_rate })}
      amount={<Price amount={prices.minor(quote.tax)} />}
    />
  )
}

function hasStoredAddress(clientState: ClientState): boolean {
  const { category, shipping, customer } = optimisticState(clientState)
  return (hasParcel(category) ? shipping : customer).id !== null
}
