import type { Infer } from '@/contract/api-call'
import type { listProducts } from '@/contract/products'
import type { Input } from '@/server/api/endpoint'
import type { Backend } from '@/server/backend'

/** The products in a currency, prices in major units; `products` limits them to its ids. */
export async function findProducts(
  backend: Backend,
  { query }: Pick<Input<Infer<typeof listProducts.query>, undefined>, 'query'>,
): Promise<Infer<typeof listProducts.response>> {
  const catalog = await backend.catalog()
  const ids = query.products?.split(',').map(Number)
  return {
    results: catalog.products(query.currency).filter(({ id }) => !ids || ids.includes(id)),
  }
}
