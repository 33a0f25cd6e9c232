import { newId } from '@/sandbox/ids'
import { invalidRequest, StripeError } from '@/sandbox/stripe/api-error'
import { confirmIntent } from '@/sandbox/stripe/confirmation'
import { emitEvent } from '@/sandbox/stripe/events'
import type { Invoice, Subscription } from '@/sandbox/stripe/objects'
import { addIntent, findIntent } from '@/sandbox/stripe/payment-intents'
import { addPeriod, findSubscription } from '@/sandbox/stripe/subscriptions'
import type { RequestContext } from '@/sandbox/stripe/tables'

/** Bills the next period; `card` replaces the subscription's card. */
export function billSubscription(context: RequestContext, id: string, card?: string): Invoice {
  const subscription = findSubscription(context, id)
  if (subscription.status === 'canceled') throw invalidRequest('This subscription is canceled.')
  const [item] = subscription.items.data
  const amount = item?.price.unit_amount ?? 0
  const isPaid = chargeCard(context, subscription, amount, card)
  const invoice = context.invoices.put({
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    billing_reason: 'subscription_cycle',
    created: context.now,
    currency: subscription.currency,
    customer: subscription.customer,
    livemode: false,
    metadata: {},
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    status: isPaid ? 'paid' : 'open',
  })
  const updated = context.subscriptions.put({
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map(subscriptionItem => ({
        ...subscriptionItem,
        current_period_start: subscriptionItem.current_period_end,
        current_period_end: addPeriod(subscriptionItem.current_period_end, subscriptionItem.price),
      })),
    },
    latest_invoice: invoice.id,
    status: isPaid ? 'active' : 'past_due',
  })
  emitEvent(context, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  emitEvent(context, 'customer.subscription.updated', updated)
  return invoice
}

/** Returns whether the charge succeeded. */
function chargeCard(
  context: RequestContext,
  { customer, currency, default_payment_method: defaultMethod }: Subscription,
  amount: number,
  card: string | undefined,
): boolean {
  const intent = addIntent(context, {
    amount,
    currency,
    customer,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  try {
    confirmIntent(context, intent, {
      payment_method: card ?? defaultMethod,
      off_session: true,
    })
    return findIntent(context, intent.id).status === 'succeeded'
  } catch (error) {
    if (error instanceof StripeError && error.isCommitted) return false
    throw error
  }
}
