import { newId } from '@/sandbox/ids'
import type { Event } from '@/sandbox/stripe/objects'
import { API_VERSION, type RequestContext } from '@/sandbox/stripe/tables'
import { newDelivery } from '@/sandbox/webhooks'

/** Stages an event and its delivery, in the same commit as the change. */
export function emitEvent(
  context: RequestContext,
  type: string,
  object: object,
  previous?: object,
): Event {
  const event = context.events.put({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: context.now,
    data: previous ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: context.cause.requestId, idempotency_key: context.cause.idempotencyKey },
    type,
  })
  context.deliveries.put(newDelivery(event.id))
  return event
}
