import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

export interface StoredCheckout {
  row: CheckoutRow
  order: OrderRow | null
  /** The order of the lifetime upsell. */
  lifetime?: OrderRow | null
}
