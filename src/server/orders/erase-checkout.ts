import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { emptyStoredState, type StoredState } from '@/domain/checkout/checkout-state'
import type { Backend } from '@/server/backend'
import type { Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { checkoutEvents } from '@/server/db/tables/events'
import { orders } from '@/server/db/tables/orders'
import { outbox } from '@/server/db/tables/outbox'
import {
  approvalImages,
  approvalUploads,
  photoLinks,
  photoUploads,
} from '@/server/db/tables/photos'
import { resumeTokens } from '@/server/db/tables/recovery'
import { subscriptions } from '@/server/db/tables/subscriptions'
import { generateToken, hashOf } from '@/server/infra/tokens'
import { eraseCards } from '@/server/payments/attempt-repository'
import { listFileNames, markFilesForDeletion } from '@/server/photos/photo-repository'
import { listPartNames } from '@/server/photos/upload-parts'

/**
 * Erases the personal data of a checkout and its orders, and returns the names of its photo files,
 * which are then due for removal. What the books need stays: numbers, amounts, dates, plan, country,
 * coupon and partner. No token or link opens the checkout any more. The caller must hold the
 * checkout's row lock (`FOR UPDATE`).
 */
export async function eraseCheckout(
  backend: Backend,
  tx: Tx,
  { id, state, version }: Pick<CheckoutRow, 'id' | 'state' | 'version'>,
): Promise<string[]> {
  const files = await erasePhotos(backend, tx, id)
  await erasePayments(tx, id)
  await tx.delete(checkoutEvents).where(eq(checkoutEvents.checkoutId, id))
  const erasedAt = backend.now()
  await tx
    .update(checkouts)
    .set({
      state: toBooksState(state),
      // The hash of a token that does not exist.
      tokenHash: hashOf(generateToken()),
      stripeCustomer: null,
      // Long ago: a call that waits for this row's lock has read its clock before.
      expiresAt: sql`${checkouts.createdAt}`,
      erasedAt,
      version: version + 1,
    })
    .where(eq(checkouts.id, id))
  return files
}

/** What the books need of a customer's answers. */
const toBooksState = (state: StoredState): StoredState => ({
  ...emptyStoredState,
  category: state.category,
  selectedLicense: state.selectedLicense,
  currency: state.currency,
  coupon: state.coupon,
  partner: state.partner,
  isLifetimePaid: state.isLifetimePaid,
  customer: {
    ...emptyStoredState.customer,
    country_of_residence: state.customer.country_of_residence,
  },
  shipping: { ...emptyStoredState.shipping, country: state.shipping.country },
})

/** Photos, also those that are still arriving, and the links to them and to the order. */
async function erasePhotos(backend: Backend, tx: Tx, checkoutId: string): Promise<string[]> {
  const photos = await tx
    .delete(approvalImages)
    .where(eq(approvalImages.checkoutId, checkoutId))
    .returning()
  const uploads = await tx
    .delete(photoUploads)
    .where(eq(photoUploads.checkoutId, checkoutId))
    .returning()
  await tx.delete(approvalUploads).where(eq(approvalUploads.checkoutId, checkoutId))
  await tx.delete(photoLinks).where(eq(photoLinks.checkoutId, checkoutId))
  await tx.delete(resumeTokens).where(eq(resumeTokens.checkoutId, checkoutId))
  return markFilesForDeletion(backend, tx, [
    ...photos.flatMap(listFileNames),
    ...uploads.flatMap(({ parts }) => listPartNames(parts)),
  ])
}

/** Erases what names the customer, the parcel and the card; amounts and the provider's ids stay. */
async function erasePayments(tx: Tx, checkoutId: string): Promise<void> {
  await tx
    .update(orders)
    .set({
      trackingNumber: null,
      // A paid order's hash has an end of its own: it recognises returning buyers.
      emailHash: sql`case when ${orders.paidAt} is not null then ${orders.emailHash} end`,
      // Not a change of the order.
      updatedAt: sql`${orders.updatedAt}`,
    })
    // Only what has something to erase: an odd old row refuses every change.
    .where(
      and(
        eq(orders.checkoutId, checkoutId),
        or(
          isNotNull(orders.trackingNumber),
          and(isNotNull(orders.emailHash), isNull(orders.paidAt)),
        ),
      ),
    )
  await eraseCards(tx, checkoutId)
  await tx
    .update(subscriptions)
    .set({
      stripeCustomer: '',
      setupIntent: null,
      paymentMethod: null,
      paidWith: null,
      limitHits: [],
      stopHashes: [],
    })
    .where(eq(subscriptions.checkoutId, checkoutId))
  await deleteMessages(tx, checkoutId)
}

/** Nothing more can be written to the customer. */
async function deleteMessages(tx: Tx, checkoutId: string): Promise<void> {
  const ofCheckout = tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
  await tx
    .delete(outbox)
    .where(
      and(
        or(inArray(outbox.orderId, ofCheckout), eq(outbox.checkoutId, checkoutId)),
        isNull(outbox.sentAt),
        isNull(outbox.closed),
      ),
    )
}
