import { useTranslation } from 'next-i18next/pages'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { useDismissed } from '@/client/checkout/use-dismissed'
import { optimisticState } from '@/client/store/checkout-store'
import { isInVariant } from '@/domain/analytics/experiments'
import { Quantity } from '@/features/travel-items/quantity'
import { TravelPicture } from '@/features/travel-items/travel-picture'
import { useTravelCart } from '@/features/travel-items/use-travel-cart'
import { Button } from '@/ui/button'
import { Group } from '@/ui/group'

/**
 * The travel wallet as its own offer beside the order, in one variant of an experiment
 * (docs/product.md, Experiments).
 */
export function TravelWallet() {
  const { t } = useTranslation('travel')
  const { items, setQuantity } = useTravelCart()
  const isOffered = useCheckout(state =>
    isInVariant(optimisticState(state).variants, 'AB_17_TRAVEL_WALLET'),
  )
  const [isDeclined, dismiss] = useDismissed('travel-wallet')
  const wallet = items.find(({ code }) => code === 'travel-wallet')
  if (!wallet || !isOffered || isDeclined) return null
  const decline = () => {
    dismiss()
    // The pressed button unmounts: focus moves to the main content.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    // Hidden in the summary's sheet, which shows only the order.
    <Group heading={wallet.name} className="in-[dialog]:hidden noscript:hidden">
      <div className="flex items-center gap-4">
        <TravelPicture code={wallet.code} />
        <p className="text-ink-2 text-sm">{wallet.description}</p>
        <bdi className="ms-auto font-semibold">{wallet.price}</bdi>
      </div>
      <Quantity
        item={wallet}
        onChange={quantity => setQuantity(wallet.item_id, quantity)}
        sideAction={
          <Button wide variant="secondary" onClick={decline}>
            {t('noThanks')}
          </Button>
        }
      />
    </Group>
  )
}
