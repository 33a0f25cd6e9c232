import { useCheckoutState } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { useMethodName, usePickupPoint } from '@/client/format/use-delivery-texts'
import { AnswerLine } from '@/ui/answer-line'

/** Recipient, address or pickup point, and courier of a closed section. */
export function DeliveryAnswers() {
  const { selectedShippingMethod } = useCheckoutState('selectedShippingMethod')
  const lines = useAddressLines()
  const pickupPoint = usePickupPoint()
  const nameOf = useMethodName()
  const place = pickupPoint ? [pickupPoint.name] : lines
  return (
    <AnswerLine
      answers={[...place, selectedShippingMethod ? nameOf(selectedShippingMethod) : '']}
    />
  )
}
