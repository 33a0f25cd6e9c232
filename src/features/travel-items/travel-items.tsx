import { useTranslation } from 'next-i18next/pages'
import { type ReactNode, useState } from 'react'
import { Quantity } from '@/features/travel-items/quantity'
import { TravelPicture } from '@/features/travel-items/travel-picture'
import { type TravelItemView, useTravelCart } from '@/features/travel-items/use-travel-cart'
import { Disclosure } from '@/ui/disclosure'
import { Group } from '@/ui/group'
import { LiveRegion } from '@/ui/live-region'
import { Notice } from '@/ui/notice'

const initialCount = 3

/** Extras for the permit's parcel. They need scripts and are hidden without them. */
export function TravelItems() {
  const { t } = useTranslation('travel')
  const { items, unavailableCount, setQuantity } = useTravelCart()
  const [lastChange, setLastChange] = useState<QuantityChange>()
  if (items.length === 0) return null
  const renderRows = (visibleItems: TravelItemView[]) => (
    <ul className="divide-y divide-line">
      {visibleItems.map(item => (
        <TravelRow
          key={item.item_id}
          item={item}
          onChange={quantity => {
            setQuantity(item.item_id, quantity)
            setLastChange({ item_id: item.item_id, quantity })
          }}
        />
      ))}
    </ul>
  )
  return (
    // CSS hides it for a digital plan before hydration.
    <Group
      id="extras"
      heading={t('heading')}
      className="noscript:hidden group-has-[[value=digital]:checked]/plan:hidden"
    >
      <p className="-mt-4 text-ink-2">{t('lead')}</p>
      {unavailableCount > 0 && (
        <Notice tone="advice">{t('gone', { count: unavailableCount })}</Notice>
      )}
      {renderRows(items.slice(0, initialCount))}
      <MoreItems items={items.slice(initialCount)} count={items.length} renderRows={renderRows} />
      <LiveRegion>{formatAnnouncement(items.find(isLastChanged))}</LiveRegion>
    </Group>
  )

  // Changes made elsewhere are announced there.
  function isLastChanged({ item_id, quantity }: TravelItemView) {
    return item_id === lastChange?.item_id && quantity === lastChange.quantity
  }

  function formatAnnouncement(item: TravelItemView | undefined) {
    if (!item) return ''
    const { name, quantity, total } = item
    return quantity > 0 ? t('announced', { name, quantity, total }) : t('removed', { name })
  }
}

/** The last change made here. */
type QuantityChange = Pick<TravelItemView, 'item_id' | 'quantity'>

interface MoreItemsProps {
  items: TravelItemView[]
  /** Number of all items. */
  count: number
  renderRows: (items: TravelItemView[]) => ReactNode
}

/** The rest of the list; initially open if the order has one of its items. */
function MoreItems({ items, count, renderRows }: MoreItemsProps) {
  const { t } = useTranslation('travel')
  const [isOpen] = useState(items.some(({ quantity }) => quantity > 0))
  if (items.length === 0) return null
  return (
    <Disclosure
      open={isOpen}
      summary={
        <>
          <span className="group-open/disclosure:hidden">{t('showAll', { number: count })}</span>
          <span className="hidden group-open/disclosure:inline">{t('showFewer')}</span>
        </>
      }
    >
      {renderRows(items)}
    </Disclosure>
  )
}

interface TravelRowProps {
  item: TravelItemView
  onChange: (quantity: number) => void
}

/**
 * One extra: description, price, quantity. Add and stepper have the same size, so nothing moves.
 */
const TravelRow = ({ item, onChange }: TravelRowProps) => (
  <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
    <TravelPicture code={item.code} />
    <div>
      <p className="font-semibold">{item.name}</p>
      <p className="text-ink-2 text-sm">{item.description}</p>
    </div>
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-[384px]:col-span-2 min-[384px]:max-sm:col-start-2">
      <TravelPrice item={item} />
      <div className="min-w-32 shrink-0">
        <Quantity item={item} onChange={onChange} />
      </div>
    </div>
  </li>
)

/** The price, or the total of several. */
const TravelPrice = ({ item: { quantity, price, total } }: { item: TravelItemView }) => (
  <p className="sm:min-w-20 sm:text-end">
    <span className="block font-semibold">
      <bdi>{quantity > 1 ? total : price}</bdi>
    </span>
    {quantity > 1 && (
      <span className="block whitespace-nowrap text-ink-2 text-sm">
        <bdi>{`${quantity} × ${price}`}</bdi>
      </span>
    )}
  </p>
)
