import { newId } from '@/sandbox/ids'
import { confirmIntent } from '@/sandbox/stripe/confirmation'
import { record } from '@/sandbox/stripe/events'
import { refused, StripeFailure } from '@/sandbox/stripe/failure'
import { addIntent, findIntent } from '@/sandbox/stripe/payment-intents'
import type { Invoice, Subscription } from '@/sandbox/stripe/records'
import { findSubscription, periodAfter } from '@/sandbox/stripe/subscriptions'
import type { Scene } from '@/sandbox/stripe/tables'

/** What the provider does by itself on the day of a charge: bills the next period, with the card as it is then. */
export function bill(scene: Scene, id: string, card?: string): Invoice {
  const subscription = findSubscription(scene, id)
  if (subscription.status === 'canceled') throw refused('This subscription is canceled.')
  const [item] = subscription.items.data
  const amount = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1)
  const isPaid = charge(scene, subscription, amount, card)
  const invoice = scene.invoices.put({
    id: newId('in'),
    object: 'invoice',
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    billing_reason: 'subscription_cycle',
    created: scene.now,
    currency: subscription.currency,
    customer: subscription.customer,
    livemode: false,
    metadata: {},
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    status: isPaid ? 'paid' : 'open',
  })
  const after = scene.subscriptions.put({
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map(one => ({
        ...one,
        current_period_start: one.current_period_end,
        current_period_end: periodAfter(one.current_period_end, one.price.recurring),
      })),
    },
    latest_invoice: invoice.id,
    status: isPaid ? 'active' : 'past_due',
  })
  record(scene, isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice)
  record(scene, 'customer.subscription.updated', after)
  return invoice
}

/** Whether the bank has paid. */
function charge(
  scene: Scene,
  { customer, currency, default_payment_method: kept }: Subscription,
  amount: number,
  card: string | undefined,
): boolean {
  const intent = addIntent(scene, {
    amount,
    currency,
    customer,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  try {
    confirmIntent(scene, intent, { payment_method: card ?? kept ?? '', off_session: true })
    return findIntent(scene, intent.id).status === 'succeeded'
  } catch (error) {
    if (error instanceof StripeFailure && error.kept) return false
    throw error
  }
}
