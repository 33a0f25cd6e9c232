import { checkoutOf } from './checkout-at'

/** Money that moved, in minor units. */
interface Movement {
  kind: 'charge' | 'refund'
  amount: number
  currency: string
  metadata: { order?: string }
}

/** What the payment provider has charged or given back for a checkout's order. */
export async function movementsOf(
  { origin, sandboxUrl }: { origin: string; sandboxUrl: string },
  token: string,
): Promise<Pick<Movement, 'kind' | 'amount' | 'currency'>[]> {
  const { order } = await checkoutOf(origin, token)
  const response = await fetch(`${sandboxUrl}/_ledger`)
  const { movements } = (await response.json()) as { movements: Movement[] }
  return movements
    .filter(({ metadata }) => order !== null && metadata.order === order.id)
    .map(({ kind, amount, currency }) => ({ kind, amount, currency }))
}
