import { newId } from '@/sandbox/ids'
import { findRow, invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import { findCustomer } from '@/sandbox/stripe/customers'
import { emitEvent } from '@/sandbox/stripe/events'
import type { Price, Subscription } from '@/sandbox/stripe/objects'
import {
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
import type { RequestContext } from '@/sandbox/stripe/tables'

export const SUBSCRIBE_SHAPE = {
  billing_cycle_anchor: integer,
  customer: text,
  default_payment_method: text,
  items: listOf(hashOf({ price: text })),
  metadata,
  off_session: flag,
  proration_behavior: oneOf('none'),
}

export const findSubscription = (context: RequestContext, id: string): Subscription =>
  findRow(context.subscriptions, 'subscription', id)

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
  const method = findCustomersMethod(context, parameters)
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
    default_payment_method: method,
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
          quantity: 1,
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

function findCustomersMethod(
  context: RequestContext,
  { customer, default_payment_method: id = '' }: Parameters<typeof SUBSCRIBE_SHAPE>,
): string {
  const method = findPaymentMethod(context, id, 'default_payment_method')
  if (method.customer === customer) return method.id
  const message = 'The customer does not have a payment method with the ID given.'
  throw invalidRequest(message, { code: 'resource_missing', param: 'default_payment_method' })
}

function assertAnchor(context: RequestContext, anchor: number, price: Price): void {
  const param = 'billing_cycle_anchor'
  if (anchor <= context.now)
    throw invalidRequest('billing_cycle_anchor must be in the future.', { param })
  if (anchor <= addPeriod(context.now, price)) return
  throw invalidRequest('billing_cycle_anchor cannot be later than next natural billing date.', {
    param,
  })
}

/** End of a price's period that starts at `start`; both in seconds. */
export function addPeriod(start: number, { recurring }: Price): number {
  const end = new Date(start * 1_000)
  const day = end.getUTCDate()
  end.setUTCFullYear(end.getUTCFullYear() + recurring.interval_count)
  // 29 February: the last day of the month.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return Math.floor(end.getTime() / 1_000)
}
