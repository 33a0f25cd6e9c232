import { useEffect, useState } from 'react'
import {
  useCheckout,
  useCheckoutState,
  useCheckoutStore,
  usePage,
} from '@/client/checkout/checkout-provider'
import { usePrices } from '@/client/format/use-prices'
import { optimisticQuote, optimisticState } from '@/client/store/checkout-store'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { quantityOf, type TravelCart } from '@/domain/catalog/travel-items'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { isSame } from '@/domain/checkout/state-change'
import { Notice } from '@/ui/notice'

/** Extras that a digital permit has removed from the order, or the printed one has restored. */
export function RemovedItemsNotice() {
  const { t } = useTranslation('travel')
  const state = useCheckoutState('currency', 'category', 'travelItemsInCart', 'travelItemsAside')
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(state.currency)
  const removedItems = listRemovedItems(state)
  const lastRemoved = useLastRemoved(removedItems)
  const hasRemoved = removedItems.length > 0
  const isRestored = !hasRemoved && lastRemoved.length > 0 && isInCart(state, lastRemoved)
  const values = {
    items: useItemNames(hasRemoved ? removedItems : lastRemoved),
    total: quote ? prices.minor(quote.total) : '',
  }
  return (
    // A live region must be in the page before its text.
    <div role="status" className="empty:hidden">
      {hasRemoved && (
        <Notice tone="advice" title={t('out.title', values)}>
          {t('out.text', values)}
        </Notice>
      )}
      {isRestored && (
        <Notice tone="ok" title={t('back.title', values)}>
          {t('back.text', values)}
        </Notice>
      )}
    </div>
  )
}

/** The items that were removed last, also after they are back in the order. */
function useLastRemoved(initialItems: TravelCart): TravelCart {
  const store = useCheckoutStore()
  const [lastRemoved, setLastRemoved] = useState(initialItems)
  useEffect(() => {
    const rememberRemoved = () => {
      const items = listRemovedItems(optimisticState(store.getState()))
      if (items.length > 0) setLastRemoved(previous => (isSame(items, previous) ? previous : items))
    }
    rememberRemoved()
    return store.subscribe(rememberRemoved)
  }, [store])
  return lastRemoved
}

type CartState = Pick<CheckoutState, 'category' | 'travelItemsInCart' | 'travelItemsAside'>

/** Includes the cart: the server may not have removed its items yet. */
const listRemovedItems = ({
  category,
  travelItemsInCart,
  travelItemsAside,
}: CartState): TravelCart =>
  hasParcel(category) ? [] : [...travelItemsInCart, ...travelItemsAside]

const isInCart = ({ travelItemsInCart }: CartState, cart: TravelCart): boolean =>
  cart.every(line => quantityOf(travelItemsInCart, line.item_id) === line.quantity)

/** Item names as a list, with quantities above one. */
function useItemNames(cart: TravelCart): string {
  const { t } = useTranslation('travel')
  const { language } = usePage()
  const { travelItemsData } = useCheckoutState('travelItemsData')
  const names = cart.flatMap(({ item_id, quantity }) => {
    const item = travelItemsData.find(candidate => candidate.item_id === item_id)
    if (!item) return []
    const name = t(`items.${item.code}.name`, item.name)
    return quantity > 1 ? t('several', { quantity, name }) : name
  })
  return new Intl.ListFormat(language).format(names)
}
