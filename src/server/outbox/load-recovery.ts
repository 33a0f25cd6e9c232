import { and, desc, eq, gte, isNull, lte } from 'drizzle-orm'
import type { CheckoutState } from '@/domain/checkout/checkout-state'
import { defaultLanguage } from '@/domain/data/default-language'
import { isLanguage } from '@/domain/data/languages'
import { validateEmail } from '@/domain/driver/email'
import { findFirstIncomplete } from '@/domain/step-access'
import type { Backend } from '@/server/backend'
import { createResumeToken } from '@/server/checkout/checkout-repository'
import { couponContextOf } from '@/server/checkout/coupons'
import { deriveState } from '@/server/checkout/derive-state'
import { emailHashOf } from '@/server/checkout/returning-buyers'
import type { Db, Tx } from '@/server/db/open'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { attempts, orders } from '@/server/db/tables/orders'
import type { OutboxRow } from '@/server/db/tables/outbox'
import { recoveryAddresses } from '@/server/db/tables/recovery'
import { toIsoDate } from '@/server/infra/clock'

/** A customer who makes no change for so long has left. */
export const awayMs = 60 * 60_000

/** Why the customer stopped: the payment was declined, or what is missing first. */
export type StopReason = 'declined' | 'details' | 'photos' | 'plan' | 'payment'

/** The data of a reminder, read when it is sent. */
export interface Recovery {
  /** The same on each retry. */
  id: string
  to: string
  /** The customer's, or the default language. */
  language: string
  reason: StopReason
  /** Opens the checkout until `expiresAt`. */
  token: string
  expiresAt: Date
  /** Stops such mails to this address. */
  stopCode: string
}

/**
 * The reminder of an outbox row; undefined when the customer has paid, has come back, no longer agrees
 * to mails, or has another address by now.
 */
export async function loadRecovery(
  backend: Backend,
  { id, checkoutId }: OutboxRow,
): Promise<Recovery | undefined> {
  const checkout = await findForsaken(backend, checkoutId ?? '')
  const { email = '', email_consent: hasAgreed = false } = checkout?.state.customer ?? {}
  const emailHash = validateEmail(email) ? null : emailHashOf(email)
  if (!checkout || !hasAgreed || !emailHash) return undefined
  const stopCode = await findStopCode(backend.db, emailHash, checkout.id)
  if (!stopCode || (await hasPaidSince(backend.db, emailHash, checkout.createdAt))) return undefined
  const { language } = checkout.state
  return {
    id: `recovery-mail.${id}`,
    to: email,
    language: isLanguage(language) ? language : defaultLanguage,
    reason: await resolveReason(backend, checkout),
    token: await createResumeToken(backend, checkout.id),
    expiresAt: checkout.expiresAt,
    stopCode,
  }
}

/** Whether a mailbox has paid an order since a time, of any checkout. */
export async function hasPaidSince(db: Db | Tx, emailHash: string, since: Date): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.emailHash, emailHash), gte(orders.paidAt, since)))
    .limit(1)
  return order !== undefined
}

async function findForsaken({ db, now }: Backend, id: string): Promise<CheckoutRow | undefined> {
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.id, id),
        eq(checkouts.status, 'processing'),
        isNull(checkouts.activeAttemptId),
        isNull(checkouts.erasedAt),
        lte(checkouts.updatedAt, new Date(now().getTime() - awayMs)),
        gte(checkouts.expiresAt, now()),
      ),
    )
  return checkout
}

/** The code of an address that this checkout's reminder was queued for, unless it stopped such mails. */
async function findStopCode(
  db: Db,
  emailHash: string,
  checkoutId: string,
): Promise<string | undefined> {
  const [address] = await db
    .select({ stopCode: recoveryAddresses.stopCode })
    .from(recoveryAddresses)
    .where(
      and(
        eq(recoveryAddresses.emailHash, emailHash),
        eq(recoveryAddresses.checkoutId, checkoutId),
        isNull(recoveryAddresses.stoppedAt),
      ),
    )
  return address?.stopCode
}

async function resolveReason(backend: Backend, checkout: CheckoutRow): Promise<StopReason> {
  const [catalog, { table }] = await Promise.all([backend.catalog(), backend.permits()])
  const context = couponContextOf(checkout, backend.now())
  const state: CheckoutState = deriveState(checkout.state, catalog, context)
  const { id } = findFirstIncomplete(state, toIsoDate(backend.now()), table)
  if (id === 'driver-details') return 'details'
  if (id === 'upload-photos') return 'photos'
  if (id === 'shipping') return 'plan'
  return (await wasDeclined(backend, checkout)) ? 'declined' : 'payment'
}

/** Whether the latest payment failed; one that the customer called off did not. */
async function wasDeclined({ db }: Backend, { id }: CheckoutRow): Promise<boolean> {
  const [attempt] = await db
    .select({ state: attempts.state })
    .from(attempts)
    .where(eq(attempts.checkoutId, id))
    .orderBy(desc(attempts.createdAt))
    .limit(1)
  return attempt?.state === 'failed'
}
