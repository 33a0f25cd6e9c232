import Stripe from 'stripe'

export interface Person {
  /** Null when the provider refuses the address. */
  email: string | null
  name: string
}

/** The customer's checkout, and the attempt whose id makes the call idempotent. */
export interface CustomerCall {
  checkoutId: string
  attemptId: string
}

/** Updates a customer's record and returns its id. */
export const updateCustomer = async (stripe: Stripe, id: string, person: Person): Promise<string> =>
  (await stripe.customers.update(id, { name: person.name, email: person.email ?? '' })).id

/**
 * Returns the id of the checkout's own customer. Stripe repeats a failed response under its key, so
 * each attempt has its own key and first looks for the customer that an earlier attempt may have
 * created without learning its id.
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
  return data.find(({ metadata }) => metadata['checkout'] === checkoutId)?.id
}

/** Whether a call failed only because of the customer's e-mail address. */
export const isEmailRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.code === 'email_invalid' || error.param === 'email')
