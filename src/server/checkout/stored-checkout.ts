import type { CheckoutRow } from '@/server/db/tables/checkouts'
import type { OrderRow } from '@/server/db/tables/orders'

/** `refundedAt` is when its last refund was recorded, if that is known. */
export type StoredOrder = OrderRow & { refundedAt?: Date | undefined }

export interface StoredCheckout {
  row: CheckoutRow
  order: StoredOrder | null
  /** The order of the lifetime upsell. */
  lifetime?: StoredOrder | null
}
