import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { isEmailRefused } from '@/server/gateways/stripe-customers'
import { toSafeLog } from '@/server/infra/safe-error-log'

/**
 * The provider's customer of a checkout, brought up to date (SPEC 2). An address that the provider does not take
 * keeps nobody from paying: its customer has none then, and our own mails still go to it. `callId` makes the
 * call once. Undefined when the provider does not answer.
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
    log.error(toSafeLog(error), 'the payment provider did not take the customer')
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
    log.warn({ checkout: checkoutId }, 'the payment provider did not take the e-mail address')
    const callIds = { checkoutId, attemptId: `${attemptId}-without-email` }
    return stripe.upsertCustomer(stripeCustomer, { email: null, name }, callIds)
  }
}
