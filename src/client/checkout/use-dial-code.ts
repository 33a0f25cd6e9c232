import { useEffect } from 'react'
import { useCheckout } from '@/client/checkout/checkout-provider'
import { optimisticState } from '@/client/store/checkout-store'
import { dialCodeOf } from '@/domain/phone/dial-code'

/** Shows the calling code that a form follows until the customer chooses one or types a number. */
export function useDialCode(showValues: (values: { dialCode: string }) => void): void {
  const dialCode = useCheckout(state => dialCodeOf(optimisticState(state)))
  useEffect(() => showValues({ dialCode }), [dialCode, showValues])
}
