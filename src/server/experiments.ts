import type { Infer } from '@/contract/call'
import type { WireCheckout } from '@/contract/checkout'
import type { assignVariants } from '@/contract/experiments'
import { knownVariants, newVariants } from '@/domain/variant-sources'
import type { Backend } from '@/server/backend'
import { edit, read } from '@/server/checkouts'
import type { Input } from '@/server/serve'

type Assigned = Pick<Input<undefined, Infer<typeof assignVariants.body>>, 'params' | 'body'>

/** Stores the variants of a checkout under way; what it has already is no change. Throws `not_found`. */
export async function assign(backend: Backend, { params, body }: Assigned): Promise<WireCheckout> {
  const known = knownVariants(body.variants)
  const checkout = await read(backend, { params })
  const fresh = newVariants(checkout.state.variants, known)
  if (checkout.status !== 'processing' || !fresh) return checkout
  return edit(backend, checkout.token, ({ variants }) => ({ variants: { ...variants, ...fresh } }))
}
