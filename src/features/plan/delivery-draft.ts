import * as z from 'zod/mini'
import { keep, kept, untilClosed } from '@/client/browser/web-storage'
import { jsonIn, nameOf } from '@/client/store/draft-storage'
import type { ShippingForm } from '@/domain/address/shipping-form'
import { hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'

const key = 'ida-checkout-delivery'

const typed = z.object({ of: z.string(), delivery: z.record(z.string(), z.string()) })

/** Keeps a form's delivery, which a digital permit takes out of the checkout (SPEC 4). */
export function keepDelivery(token: string, form: ShippingForm): void {
  const parts = Object.entries(form).filter(([name]) => isDelivery.test(name))
  const delivery = Object.fromEntries(parts)
  keep(key, JSON.stringify({ of: nameOf(token), delivery }), untilClosed)
}

const isDelivery = /^(?:shipping_|street_number|pickup_point)/

/** The form with the delivery that was typed before the permit became a digital one: nobody types it twice. */
export function withDelivery(
  form: ShippingForm,
  { category }: Pick<CheckoutState, 'category'>,
  token: string,
): ShippingForm {
  if (hasParcel(category)) return form
  const last = typed.safeParse(jsonIn(kept(key, untilClosed)))
  const isSame = last.success && last.data.of === nameOf(token)
  return isSame ? { ...form, ...last.data.delivery } : form
}
