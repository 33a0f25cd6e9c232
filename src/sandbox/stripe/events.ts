import { newId } from '@/sandbox/ids'
import type { Event } from '@/sandbox/stripe/objects'
import { API_VERSION, type Scene } from '@/sandbox/stripe/tables'
import { newDelivery } from '@/sandbox/webhooks'

/** Stages an event with its delivery, in the same commit as the change it tells of. */
export function record(scene: Scene, type: string, object: object, before?: object): Event {
  const event = scene.events.put({
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: scene.now,
    data: before ? { object, previous_attributes: before } : { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: scene.cause.requestId, idempotency_key: scene.cause.idempotencyKey },
    type,
  })
  scene.deliveries.put(newDelivery(event.id))
  return event
}
