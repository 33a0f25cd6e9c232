import type { Infer } from '@/contract/api-call'
import type { WireCheckout } from '@/contract/checkout'
import type { assignVariants } from '@/contract/experiments'
import { diffVariants, pickKnownVariants } from '@/domain/analytics/resolve-variant'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { getCheckout, updateCheckout } from '@/server/checkout/checkout-service'

type AssignInput = Pick<Input<undefined, Infer<typeof assignVariants.body>>, 'params' | 'body'>

/**
 * Stores the known variants of a checkout in progress; without new ones nothing is saved. Throws
 * `not_found`.
 */
export async function storeVariants(
  backend: Backend,
  { params, body }: AssignInput,
): Promise<WireCheckout> {
  const validVariants = pickKnownVariants(body.variants)
  const checkout = await getCheckout(backend, { params })
  const addedVariants = diffVariants(checkout.state.variants, validVariants)
  if (checkout.status !== 'processing' || !addedVariants) return checkout
  return updateCheckout(backend, checkout.token, ({ variants }) => ({
    variants: { ...variants, ...addedVariants },
  }))
}
