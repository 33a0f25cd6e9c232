import { newId } from '@/sandbox/ids'
import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import {
  expand,
  flag,
  hashOf,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type Parameters,
  text,
} from '@/sandbox/stripe/parameters'
import { findPaymentMethod } from '@/sandbox/stripe/payment-methods'
import { findPrice } from '@/sandbox/stripe/prices'
import type { Price, Subscription } from '@/sandbox/stripe/records'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const SUBSCRIBE_SHAPE = {
  billing_cycle_anchor: integer,
  customer: text,
  default_payment_method: text,
  expand,
  items: listOf(hashOf({ price: text, quantity: integer })),
  metadata,
  off_session: flag,
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
}

export function findSubscription(context: RequestContext, id: string): Subscription {
  const subscription = context.subscriptions.find(id)
  if (!subscription) throw resourceMissing('subscription', id)
  return subscription
}

/**
 * Creates a subscription that is free until its billing anchor. Any other would charge immediately;
 * the shop never creates one, so it is refused.
 */
export function createSubscription(
  context: RequestContext,
  parameters: Parameters<typeof SUBSCRIBE_SHAPE>,
): Subscription {
  const { customer = '', billing_cycle_anchor: anchor, items = [] } = parameters
  findCustomer(context, customer, 'customer')
  const [item] = items
  if (!item?.price) throw invalidRequest('Missing required param: items.', { param: 'items' })
  const price = findPrice(context, item.price, 'items[0][price]')
  assertPayable(context, parameters, price)
  if (anchor === undefined || parameters.proration_behavior !== 'none')
    throw invalidRequest(
      'The sandbox bills from a billing_cycle_anchor, without prorations, alone.',
    )
  assertAnchor(context, anchor, price)
  const id = newId('sub')
  const subscription = context.subscriptions.put({
    id,
    object: 'subscription',
    billing_cycle_anchor: anchor,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: context.now,
    currency: price.currency,
    customer,
    default_payment_method: parameters.default_payment_method ?? null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si', 14),
          object: 'subscription_item',
          current_period_end: anchor,
          current_period_start: context.now,
          price,
          quantity: item.quantity ?? 1,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: mergeMetadata({}, parameters.metadata),
    start_date: context.now,
    status: 'active',
  })
  emitEvent(context, 'customer.subscription.created', subscription)
  return subscription
}

/** Cancels immediately and permanently. */
export function cancelSubscription(
  context: RequestContext,
  subscription: Subscription,
): Subscription {
  if (subscription.status === 'canceled') throw resourceMissing('subscription', subscription.id)
  const canceled = context.subscriptions.put({
    ...subscription,
    canceled_at: context.now,
    ended_at: context.now,
    status: 'canceled',
  })
  emitEvent(context, 'customer.subscription.deleted', canceled)
  return canceled
}

function assertPayable(
  context: RequestContext,
  { customer, default_payment_method: id }: Parameters<typeof SUBSCRIBE_SHAPE>,
  price: Price,
): void {
  if (!price.recurring) {
    const message =
      'The price specified is set to `type=one_time` but this field only accepts recurring.'
    throw invalidRequest(message, { param: 'items[0][price]' })
  }
  if (!id) {
    const message = 'This customer has no attached payment source or default payment method.'
    throw invalidRequest(message, { code: 'resource_missing' })
  }
  const method = findPaymentMethod(context, id, 'default_payment_method')
  if (method.customer !== customer) {
    const message = 'The customer does not have a payment method with the ID given.'
    throw invalidRequest(message, { code: 'resource_missing', param: 'default_payment_method' })
  }
}

function assertAnchor(context: RequestContext, anchor: number, { recurring }: Price): void {
  const param = 'billing_cycle_anchor'
  if (anchor <= context.now)
    throw invalidRequest('billing_cycle_anchor must be in the future.', { param })
  if (anchor <= addPeriod(context.now, recurring)) return
  throw invalidRequest('billing_cycle_anchor cannot be later than next natural billing date.', {
    param,
  })
}

/** End of a period that starts at `start`; both in seconds. */
export function addPeriod(start: number, recurring: Price['recurring']): number {
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
