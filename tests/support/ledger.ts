import { fetchCheckout } from './checkout-at'

/** A movement of money in minor units. */
interface Movement {
  kind: 'charge' | 'refund'
  amount: number
  currency: string
  metadata: { order?: string }
}

/** Charges and refunds at the provider for a checkout's order of this kind. */
export async function fetchMovements(
  { origin, sandboxUrl }: { origin: string; sandboxUrl: string },
  token: string,
  orderKind: 'plan' | 'lifetime' = 'plan',
): Promise<Pick<Movement, 'kind' | 'amount' | 'currency'>[]> {
  const checkout = await fetchCheckout(origin, token)
  const order = orderKind === 'plan' ? checkout.order : checkout.lifetime?.order
  const response = await fetch(`${sandboxUrl}/_ledger`)
  const { movements } = (await response.json()) as { movements: Movement[] }
  return movements
    .filter(({ metadata }) => order && metadata.order === order.id)
    .map(({ kind, amount, currency }) => ({ kind, amount, currency }))
}
