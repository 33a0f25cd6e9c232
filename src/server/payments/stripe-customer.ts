import { eq } from 'drizzle-orm'
import type { Backend } from '@/server/backend'
import { type CheckoutRow, checkouts } from '@/server/db/tables/checkouts'
import { isEmailRefused } from '@/server/gateways/stripe-customers'
import { faultOf } from '@/server/infra/safe-error-log'

/**
 * The provider's customer of a checkout, brought up to date (SPEC 2). An address that the provider does not take
 * keeps nobody from paying: its customer has none then, and our own mails still go to it. `callId` makes the
 * call once. Undefined when the provider does not answer.
 */
export async function stripeCustomerOf(
  backend: Backend,
  row: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  callId: string,
): Promise<string | undefined> {
  const { db, log } = backend
  try {
    const known = await taken(backend, row, callId)
    if (known !== row.stripeCustomer)
      await db.update(checkouts).set({ stripeCustomer: known }).where(eq(checkouts.id, row.id))
    return known
  } catch (error) {
    log.error(faultOf(error), 'the payment provider did not take the customer')
    return undefined
  }
}

async function taken(
  { stripe, log }: Backend,
  { id: checkoutId, stripeCustomer, state }: Pick<CheckoutRow, 'id' | 'stripeCustomer' | 'state'>,
  attemptId: string,
): Promise<string> {
  const { email, license_first_name: first, license_last_name: last } = state.customer
  const name = `${first} ${last}`.trim()
  try {
    return await stripe.customer(stripeCustomer, { email, name }, { checkoutId, attemptId })
  } catch (error) {
    if (!isEmailRefused(error)) throw error
    log.warn({ checkout: checkoutId }, 'the payment provider did not take the e-mail address')
    const without = { checkoutId, attemptId: `${attemptId}-without-email` }
    return stripe.customer(stripeCustomer, { email: null, name }, without)
  }
}
