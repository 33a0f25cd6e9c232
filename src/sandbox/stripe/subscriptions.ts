import { newId } from '@/sandbox/ids'
import { findCustomer } from '@/sandbox/stripe/customers'
import { record } from '@/sandbox/stripe/events'
import { missing, refused } from '@/sandbox/stripe/failure'
import {
  expand,
  flag,
  hashOf,
  listOf,
  mergedMetadata,
  metadata,
  oneOf,
  type Parameters,
  text,
  whole,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { findPrice } from '@/sandbox/stripe/prices'
import type { Price, Subscription } from '@/sandbox/stripe/records'
import type { Scene } from '@/sandbox/stripe/tables'

export const SUBSCRIBE_SHAPE = {
  billing_cycle_anchor: whole,
  customer: text,
  default_payment_method: text,
  expand,
  items: listOf(hashOf({ price: text, quantity: whole })),
  metadata,
  off_session: flag,
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
}

export function findSubscription(scene: Scene, id: string): Subscription {
  const subscription = scene.subscriptions.find(id)
  if (!subscription) throw missing('subscription', id)
  return subscription
}

/**
 * Makes a subscription that is free until its billing anchor. Others would charge at once: no shop of ours asks
 * for one, so they are refused here.
 */
export function subscribe(scene: Scene, given: Parameters<typeof SUBSCRIBE_SHAPE>): Subscription {
  const { customer = '', billing_cycle_anchor: anchor, items = [] } = given
  findCustomer(scene, customer, 'customer')
  const [item] = items
  if (!item?.price) throw refused('Missing required param: items.', { param: 'items' })
  const price = findPrice(scene, item.price, 'items[0][price]')
  assertPayable(scene, given, price)
  if (anchor === undefined || given.proration_behavior !== 'none')
    throw refused('The sandbox bills from a billing_cycle_anchor, without prorations, alone.')
  assertAnchor(scene, anchor, price)
  const id = newId('sub')
  const subscription = scene.subscriptions.put({
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: scene.now,
    currency: price.currency,
    customer,
    default_payment_method: given.default_payment_method ?? null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si', 14),
          object: 'subscription_item',
          current_period_end: anchor,
          current_period_start: scene.now,
          price,
          quantity: item.quantity ?? 1,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: mergedMetadata({}, given.metadata),
    start_date: scene.now,
    status: 'active',
  })
  record(scene, 'customer.subscription.created', subscription)
  return subscription
}

/** Over at once, and for good. */
export function cancel(scene: Scene, subscription: Subscription): Subscription {
  if (subscription.status === 'canceled') throw missing('subscription', subscription.id)
  const over = scene.subscriptions.put({
    ...subscription,
    canceled_at: scene.now,
    ended_at: scene.now,
    status: 'canceled',
  })
  record(scene, 'customer.subscription.deleted', over)
  return over
}

function assertPayable(
  scene: Scene,
  { customer, default_payment_method: id }: Parameters<typeof SUBSCRIBE_SHAPE>,
  price: Price,
): void {
  if (!price.recurring) {
    const message =
      'The price specified is set to `type=one_time` but this field only accepts recurring.'
    throw refused(message, { param: 'items[0][price]' })
  }
  if (!id) {
    const message = 'This customer has no attached payment source or default payment method.'
    throw refused(message, { code: 'resource_missing' })
  }
  const method = findPaymentMethod(scene, id, 'default_payment_method')
  if (method.customer !== customer) {
    const message = 'The customer does not have a payment method with the ID given.'
    throw refused(message, { code: 'resource_missing', param: 'default_payment_method' })
  }
}

function assertAnchor(scene: Scene, anchor: number, { recurring }: Price): void {
  const param = 'billing_cycle_anchor'
  if (anchor <= scene.now) throw refused('billing_cycle_anchor must be in the future.', { param })
  if (anchor <= periodAfter(scene.now, recurring)) return
  throw refused('billing_cycle_anchor cannot be later than next natural billing date.', { param })
}

/** The end of a period that begins at a moment; both in seconds. */
export function periodAfter(start: number, recurring: Price['recurring']): number {
  const { interval = 'year', interval_count: count = 1 } = recurring ?? {}
  const end = new Date(start * 1_000)
  if (interval === 'day') end.setUTCDate(end.getUTCDate() + count)
  else if (interval === 'week') end.setUTCDate(end.getUTCDate() + 7 * count)
  else {
    const day = end.getUTCDate()
    end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1) * count)
    if (end.getUTCDate() !== day) end.setUTCDate(0)
  }
  return Math.floor(end.getTime() / 1_000)
}
