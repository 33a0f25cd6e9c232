import * as z from 'zod/mini'
import { getSessionStorage, readStorage, writeStorage } from '@/client/browser/web-storage'
import { parseJson, tokenPrefixOf } from '@/client/store/draft-storage'
import type { ShippingForm } from '@/domain/address/shipping-form'
import { hasParcel } from '@/domain/catalog/plans'
import type { CheckoutState } from '@/domain/checkout/checkout-state'

const storageKey = 'ida-checkout-delivery'

const draftSchema = z.object({ of: z.string(), delivery: z.record(z.string(), z.string()) })

/** Stores the form's delivery, which a digital permit removes from the checkout. */
export function writeDeliveryDraft(token: string, form: ShippingForm): void {
  const deliveryEntries = Object.entries(form).filter(([name]) => deliveryFieldPattern.test(name))
  const delivery = Object.fromEntries(deliveryEntries)
  writeStorage(
    storageKey,
    JSON.stringify({ of: tokenPrefixOf(token), delivery }),
    getSessionStorage,
  )
}

const deliveryFieldPattern = /^(?:shipping_|street_number|pickup_point)/

/**
 * The form with the delivery entered before the permit became digital, so that it is not typed
 * twice.
 */
export function withDeliveryDraft(
  form: ShippingForm,
  { category }: Pick<CheckoutState, 'category'>,
  token: string,
): ShippingForm {
  if (hasParcel(category)) return form
  const parsedDraft = draftSchema.safeParse(parseJson(readStorage(storageKey, getSessionStorage)))
  const isSameCheckout = parsedDraft.success && parsedDraft.data.of === tokenPrefixOf(token)
  return isSameCheckout ? { ...form, ...parsedDraft.data.delivery } : form
}
