import { Quantity } from '@/features/travel-items/quantity'
import { TravelPicture } from '@/features/travel-items/travel-picture'
import type { TravelItemView } from '@/features/travel-items/use-travel-cart'

interface TravelRowProps {
  item: TravelItemView
  onChange: (quantity: number) => void
}

/**
 * One extra: description, price, quantity. Add and stepper have the same size, so nothing moves.
 */
export const TravelRow = ({ item, onChange }: TravelRowProps) => (
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
