import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { isEmailRefused } from '@/server/gateways/stripe'
import { toSafeLog } from '@/server/infra/safe-error-log'

/**
 * Creates or updates the Stripe customer of a checkout and returns its id. If Stripe refuses the
 * e-mail address, the customer has none: the payment goes on, and our own mails still use the
 * address. `callId` makes the call idempotent. Undefined when the provider does not answer.
 */
export async function syncStripeCustomer(
  backend: Backend,
  row: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  callId: string,
): Promise<string | undefined> {
  const { db, log } = backend
  try {
    const customerId = await upsertCustomer(backend, row, callId)
    if (customerId !== row.stripeCustomer)
      await db.update(checkouts).set({ stripeCustomer: customerId }).where(eq(checkouts.id, row.id))
    return customerId
  } catch (error) {
    log.error(
      { event: 'payment.customer_rejected', ...toSafeLog(error) },
      'the payment provider rejected the customer',
    )
    return undefined
  }
}

async function upsertCustomer(
  { stripe, log }: Backend,
  { id: checkoutId, stripeCustomer, state }: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  attemptId: string,
): Promise<string> {
  const { email, license_first_name: firstName, license_last_name: lastName } = state.customer
  const name = `${firstName} ${lastName}`.trim()
  try {
    return await stripe.upsertCustomer(stripeCustomer, { email, name }, { checkoutId, attemptId })
  } catch (error) {
    if (!isEmailRefused(error)) throw error
    log.warn(
      { event: 'payment.email_rejected', checkout: checkoutId },
      'the payment provider rejected the e-mail address',
    )
    const callIds = { checkoutId, attemptId: `${attemptId}-without-email` }
    return stripe.upsertCustomer(stripeCustomer, { email: null, name }, callIds)
  }
}
