import type { Infer } from '@/contract/call'
import type { WireCheckout } from '@/contract/checkout'
import type { assignVariants } from '@/contract/experiments'
import { knownVariants, newVariants } from '@/domain/analytics/resolve-variant'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkout/checkout-service'

type Assigned = Pick<Input<undefined, Infer<typeof assignVariants.body>>, 'params' | 'body'>

/** Stores the variants of a checkout under way; what it has already is no change. Throws `not_found`. */
export async function assign(backend: Backend, { params, body }: Assigned): Promise<WireCheckout> {
  const known = knownVariants(body.variants)
  const checkout = await read(backend, { params })
  const fresh = newVariants(checkout.state.variants, known)
  if (checkout.status !== 'processing' || !fresh) return checkout
  return edit(backend, checkout.token, ({ variants }) => ({ variants: { ...variants, ...fresh } }))
}
