import Stripe from 'stripe'

/** A card to save for the renewals of one plan. */
interface CardSetupInput {
  renewalId: string
  idempotencyKey: string
  customer: string
  paymentMethod: string
}

/** The outcome of saving a card; `unknown` means it may or may not be saved. */
type CardSetupOutcome =
  | { status: 'saved'; ref: string; paymentMethod: string; paidWith: string | null }
  | { status: 'requires_action'; ref: string; clientSecret: string }
  | { status: 'processing'; ref: string }
  | { status: 'declined' | 'refused'; reason: string }
  | { status: 'unknown' }

/** The parameters of a renewal; amount in minor units, first charged at `chargeAt`. */
interface RenewalInput {
  renewalId: string
  orderId: string
  idempotencyKey: string
  customer: string
  paymentMethod: string
  currency: string
  amount: number
  years: number
  chargeAt: Date
}

/** A renewal's state at the provider; `unknown` means it may or may not exist. */
export type RenewalOutcome =
  | {
      status: 'active' | 'past_due' | 'stopped'
      ref: string
      /** Time of the next charge. */
      chargeAt: Date | null
      /** Id of the latest invoice if it is paid and above zero. */
      paidInvoice: string | null
    }
  | { status: 'none' }
  | { status: 'refused'; reason: string }
  | { status: 'unknown' }

/** Renewals as Stripe subscriptions. */
export const createRenewalGateway = (stripe: Stripe, statementDescriptor?: string) => ({
  saveCard: (card: CardSetupInput) =>
    callSetupIntents(() => stripe.setupIntents.create(...buildSetupIntent(card))),
  retrieveCard: (ref: string) =>
    callSetupIntents(() => stripe.setupIntents.retrieve(ref, withCard)),
  start: (renewal: RenewalInput) =>
    callSubscriptions(() => createSubscription(stripe, renewal, statementDescriptor)),
  retrieve: (ref: string) =>
    callSubscriptions(() => stripe.subscriptions.retrieve(ref, withInvoice)),
  /** Finds a renewal whose id was never learned. */
  find: (customer: string, idempotencyKey: string) =>
    findSubscription(stripe, customer, idempotencyKey),
  /** Stops a renewal. Throws when the provider does not confirm. */
  stop: (ref: string) => cancelSubscription(stripe, ref),
})

const withCard = { expand: ['payment_method'] }
const withInvoice = { expand: ['latest_invoice'] }

/** Created and confirmed in one call, for charges without the customer present. */
const buildSetupIntent = ({ renewalId, idempotencyKey, customer, paymentMethod }: CardSetupInput) =>
  [
    {
      customer,
      payment_method: paymentMethod,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      usage: 'off_session',
      confirm: true,
      use_stripe_sdk: true,
      metadata: { renewal: renewalId },
      ...withCard,
    },
    { idempotencyKey: `${idempotencyKey}-card` },
  ] satisfies Parameters<Stripe['setupIntents']['create']>

/**
 * A subscription that is free until the plan ends and bills from then on. A trial is limited to two
 * years; a billing anchor may be a whole period ahead, and without proration nothing is charged
 * before it.
 */
async function createSubscription(
  stripe: Stripe,
  renewal: RenewalInput,
  statementDescriptor: string | undefined,
): Promise<Stripe.Subscription> {
  const { renewalId, orderId, idempotencyKey, years } = renewal
  const price = await stripe.prices.create(
    {
      currency: renewal.currency.toLowerCase(),
      unit_amount: renewal.amount,
      recurring: { interval: 'year', interval_count: years },
      tax_behavior: 'inclusive',
      product_data: {
        name: `International Driving Permit, renewal of order ${orderId}`,
        ...(statementDescriptor && { statement_descriptor: statementDescriptor }),
      },
      metadata: { renewal: renewalId },
    },
    { idempotencyKey: `${idempotencyKey}-price` },
  )
  return stripe.subscriptions.create(
    {
      customer: renewal.customer,
      items: [{ price: price.id }],
      default_payment_method: renewal.paymentMethod,
      billing_cycle_anchor: Math.floor(renewal.chargeAt.getTime() / 1_000),
      proration_behavior: 'none',
      off_session: true,
      metadata: { renewal: renewalId, order: orderId, key: idempotencyKey },
      ...withInvoice,
    },
    { idempotencyKey },
  )
}

async function findSubscription(
  stripe: Stripe,
  customer: string,
  key: string,
): Promise<RenewalOutcome> {
  try {
    const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
    const match = data.find(({ metadata }) => metadata['key'] === key)
    return match
      ? callSubscriptions(() => stripe.subscriptions.retrieve(match.id, withInvoice))
      : noRenewal
  } catch {
    return { status: 'unknown' }
  }
}

const noRenewal: RenewalOutcome = { status: 'none' }

/** A subscription that is already cancelled counts as stopped. */
async function cancelSubscription(stripe: Stripe, ref: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(ref)
  } catch (error) {
    const isAlreadyCancelled =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
    if (!isAlreadyCancelled) throw error
  }
}

async function callSetupIntents(
  request: () => Promise<Stripe.SetupIntent>,
): Promise<CardSetupOutcome> {
  try {
    return toCardSetupOutcome(await request())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { status: 'declined', reason: error.decline_code || error.code || 'card_declined' }
    return isRejected(error)
      ? { status: 'refused', reason: error.code ?? error.type }
      : { status: 'unknown' }
  }
}

function toCardSetupOutcome(setup: Stripe.SetupIntent): CardSetupOutcome {
  const { id: ref, status, last_setup_error: error, payment_method: method } = setup
  if (status === 'succeeded') {
    const card = typeof method === 'object' ? method?.card : null
    const paymentMethod = typeof method === 'object' ? (method?.id ?? '') : method
    return {
      status: 'saved',
      ref,
      paymentMethod,
      paidWith: card ? `${card.brand} ${card.last4}` : null,
    }
  }
  if (status === 'requires_action' || status === 'requires_confirmation')
    return { status: 'requires_action', ref, clientSecret: setup.client_secret ?? '' }
  if (status === 'canceled') return { status: 'declined', reason: 'canceled' }
  if (status === 'requires_payment_method' && error)
    return { status: 'declined', reason: error.decline_code || error.code || 'card_declined' }
  return { status: 'processing', ref }
}

async function callSubscriptions(
  request: () => Promise<Stripe.Subscription>,
): Promise<RenewalOutcome> {
  try {
    return toRenewalOutcome(await request())
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return { status: 'refused', reason: error.decline_code || error.code || 'card_declined' }
    return isRejected(error)
      ? { status: 'refused', reason: error.code ?? error.type }
      : { status: 'unknown' }
  }
}

function toRenewalOutcome({
  id,
  status,
  items,
  latest_invoice: invoice,
}: Stripe.Subscription): RenewalOutcome {
  const seconds = items.data[0]?.current_period_end
  const isPaid = typeof invoice === 'object' && invoice?.status === 'paid'
  return {
    status: statuses[status] ?? 'stopped',
    ref: id,
    chargeAt: seconds ? new Date(seconds * 1_000) : null,
    paidInvoice: isPaid && invoice.amount_paid > 0 ? invoice.id : null,
  }
}

/** A status not listed here charges nothing (any more). */
const statuses: Partial<Record<Stripe.Subscription.Status, 'active' | 'past_due'>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
}

/** 409 means that another call with the same key is running, so its result is unknown. */
const isRejected = (error: unknown): error is Stripe.errors.StripeError =>
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode !== 409) ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeRateLimitError
