import { useTranslation } from 'next-i18next/pages'
import { useState } from 'react'
import { useCheckout, usePage } from '@/client/checkout/checkout-provider'
import { optimisticQuote, optimisticState } from '@/client/store/checkout-store'
import { usePrices } from '@/client/texts/use-prices'
import { hasParcel } from '@/domain/catalog/plans'
import { quantityOf, type TravelCart } from '@/domain/catalog/travel-items'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { isSame } from '@/domain/checkout/state-change'
import { Notice } from '@/ui/notice'

/** Which extras a digital permit has taken out of the order, and that the printed one has them again. */
export function RemovedItemsNotice() {
  const { t } = useTranslation('travel')
  const state = useCheckout(optimisticState)
  const quote = useCheckout(optimisticQuote)
  const prices = usePrices(state.currency)
  const removedItems = listRemovedItems(state)
  const [lastRemoved, setLastRemoved] = useState(removedItems)
  if (removedItems.length > 0 && !isSame(removedItems, lastRemoved)) setLastRemoved(removedItems)
  const hasRemoved = removedItems.length > 0
  const isRestored = !hasRemoved && lastRemoved.length > 0 && isInCart(state, lastRemoved)
  const values = {
    items: useItemNames(hasRemoved ? removedItems : lastRemoved),
    total: quote ? prices.minor(quote.total) : '',
  }
  return (
    // There before anything is said in it.
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

/** Until the server has taken them out, they still stand in the cart. */
const listRemovedItems = ({
  category,
  travelItemsInCart,
  travelItemsAside,
}: CheckoutState): TravelCart =>
  hasParcel(category) ? [] : [...travelItemsInCart, ...travelItemsAside]

const isInCart = ({ travelItemsInCart }: CheckoutState, cart: TravelCart): boolean =>
  cart.every(line => quantityOf(travelItemsInCart, line.item_id) === line.quantity)

/** The items as a list of words, several of one with their number. */
function useItemNames(cart: TravelCart): string {
  const { t } = useTranslation('travel')
  const { language } = usePage()
  const { travelItemsData } = useCheckout(optimisticState)
  const names = cart.flatMap(({ item_id, quantity }) => {
    const item = travelItemsData.find(candidate => candidate.item_id === item_id)
    if (!item) return []
    const name = t(`items.${item.code}.name`, item.name)
    return quantity > 1 ? t('several', { quantity, name }) : name
  })
  return new Intl.ListFormat(language).format(names)
}
