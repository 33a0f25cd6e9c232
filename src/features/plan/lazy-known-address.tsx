import { usePage } from '@/client/checkout/checkout-provider'
import { useAddressLines } from '@/client/format/use-address-lines'

/** Recipient, address and phone number as text, when the customer has given them before. */
export function KnownAddress() {
  const { phone } = usePage()
  const lines = useAddressLines()
  return (
    <>
      {lines.map((line, index) => (
        <span key={line} className={index === 0 ? 'block font-semibold' : 'block'}>
          <bdi suppressHydrationWarning>{line}</bdi>
        </span>
      ))}
      {phone && (
        <bdi dir="ltr" className="wrap-anywhere text-ink-2 text-sm">
          {phone}
        </bdi>
      )}
    </>
  )
}
