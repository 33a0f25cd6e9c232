import { usePage } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'
import { Lines } from '@/ui/lines'

/** Recipient, address and phone number as text, when the customer has given them before. */
export function KnownAddress() {
  const { phone } = usePage()
  return (
    <>
      <span className="[&>:first-child]:font-semibold">
        <Lines lines={useAddressLines()} />
      </span>
      {phone && (
        <bdi dir="ltr" className="wrap-anywhere text-ink-2 text-sm">
          {phone}
        </bdi>
      )}
    </>
  )
}
