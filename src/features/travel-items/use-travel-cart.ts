import { useCheckout, useCheckoutStore, useSync } from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import type { TravelItem } from '@/domain/catalog/travel-item-schema'
import { changeQuantity, quantityOf } from '@/domain/catalog/travel-items'
import { toMinor } from '@/domain/pricing/money'
import { toTravelLine } from '@/domain/pricing/quote'

/** An extra as it is displayed. */
export interface TravelItemView {
  item_id: number
  code: string
  name: string
  description: string
  /** Quantity in the order. */
  quantity: number
  /** Formatted price of one, and total of all in the order. */
  price: string
  total: string
}

/** The extras on sale, and a function to change their quantity in the order. */
export function useTravelCart() {
  const store = useCheckoutStore()
  const sync = useSync()
  const formatItem = useFormatTravelItem()
  const items = useCheckout(state => optimisticState(state).travelItemsData)
  const cart = useCheckout(state => optimisticState(state).travelItemsInCart)
  const category = useCheckout(state => optimisticState(state).category)
  const prices = usePrices(useCheckout(state => optimisticState(state).currency))
  return {
    // Travel items are only available with a printed plan.
    items: hasParcel(category) ? items.map(item => formatItem(item, findQuantity(item))) : [],
    /** Formatted price of the cheapest item. */
    lowestPrice: prices.major(Math.min(...items.map(({ price }) => price))),
    /** Lines of the cart that are no longer on sale. */
    unavailableCount: cart.filter(line => items.every(({ item_id }) => item_id !== line.item_id))
      .length,
    setQuantity: (item_id: number, quantity: number) => {
      const { travelItemsInCart } = optimisticState(store.getState())
      sync.change({ travelItemsInCart: changeQuantity(travelItemsInCart, item_id, quantity) })
    },
  }

  function findQuantity({ item_id }: TravelItem) {
    return quantityOf(cart, item_id)
  }
}

/** Formats an item in the page's language and the order's currency. */
function useFormatTravelItem() {
  const { t } = useTranslation('travel')
  const currency = useCheckout(state => optimisticState(state).currency)
  const prices = usePrices(currency)
  return ({ item_id, code, name, price }: TravelItem, quantity: number): TravelItemView => ({
    item_id,
    code,
    name: t(`items.${code}.name`, name),
    description: t(`items.${code}.about`, ''),
    quantity,
    price: prices.major(price),
    total: prices.minor(toTravelLine({ item_id, quantity, price: toMinor(price, currency) }).total),
  })
}
