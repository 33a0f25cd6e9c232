import Stripe from 'stripe'

export interface Person {
  /** Null where the provider does not take it. */
  email: string | null
  name: string
}

/** For whom a customer is made, and in which attempt: its id makes the call once. */
export interface CustomerCall {
  checkoutId: string
  attemptId: string
}

/** Brings a customer's record up to date; its id. */
export const updateCustomer = async (stripe: Stripe, id: string, person: Person): Promise<string> =>
  (await stripe.customers.update(id, { name: person.name, email: person.email ?? '' })).id

/**
 * A customer of the checkout's own. The provider gives a failed call's answer again under its key, for
 * ever: every attempt has a key of its own, and first takes the customer that an earlier one has made
 * without hearing of it.
 */
export async function findOrCreateCustomer(
  stripe: Stripe,
  person: Person,
  { checkoutId, attemptId }: CustomerCall,
): Promise<string> {
  const existingId = person.email && (await findCustomerId(stripe, person.email, checkoutId))
  if (existingId) return updateCustomer(stripe, existingId, person)
  const customer = await stripe.customers.create(
    { ...toCustomerParams(person), metadata: { checkout: checkoutId } },
    { idempotencyKey: `customer-${attemptId}` },
  )
  return customer.id
}

const toCustomerParams = ({ email, name }: Person) => (email ? { email, name } : { name })

async function findCustomerId(
  stripe: Stripe,
  email: string,
  checkoutId: string,
): Promise<string | undefined> {
  const { data } = await stripe.customers.list({ email, limit: 100 })
  return data.find(({ metadata }) => metadata.checkout === checkoutId)?.id
}

/** Whether a call failed for nothing but the customer's e-mail address. */
export const isEmailRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'email_invalid' || error.param === 'email')
