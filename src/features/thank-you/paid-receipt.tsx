import { useCheckout } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { usePickupPoint } from '@/client/format/use-delivery-texts'
import { useTranslation } from '@/client/texts/use-translation'
import { hasParcel } from '@/domain/catalog/plans'
import { Fact, Receipt } from '@/features/thank-you/receipt'
import { usePaidOrder } from '@/features/thank-you/use-paid-order'
import { Lines } from '@/ui/lines'

/** The receipt of this checkout's paid order, with the delivery address of a permit that is made. */
export function PaidReceipt() {
  const { state, order, isRefunded } = usePaidOrder()
  const lifetime = useCheckout(({ checkout }) => checkout.lifetime)
  return (
    <Receipt
      receipt={{ order, lifetime, state }}
      destination={!isRefunded && hasParcel(state.category) && <Destination />}
      hasGuarantee={!isRefunded}
    />
  )
}

/** Delivery address or pickup point. */
function Destination() {
  const { t } = useTranslation('thank-you')
  const point = usePickupPoint()
  const lines = useAddressLines()
  if (!point) return <Fact label={t('receipt.deliverTo')} value={<Lines lines={lines} />} />
  const { name, address } = point
  return (
    <Fact label={t('receipt.pickup')} value={<Lines lines={[name, ...address.split('\n')]} />} />
  )
}
