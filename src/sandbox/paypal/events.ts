import type { PaypalEvent } from '@/sandbox/paypal/objects'
import { newPaypalId } from '@/sandbox/paypal/paypal-ids'
import { moment, type PaypalWorld } from '@/sandbox/paypal/tables'
import { newDelivery } from '@/sandbox/webhooks'

/** Stages an event with its delivery, in the same commit as the change it tells of. */
export function tell(
  world: PaypalWorld,
  type: string,
  kind: PaypalEvent['resource_type'],
  resource: object,
): void {
  const event = world.events.put({
    id: `WH-${newPaypalId(17)}-${newPaypalId(17)}`,
    event_version: '1.0',
    create_time: moment(),
    resource_type: kind,
    resource_version: '2.0',
    event_type: type,
    summary: `${type} happened.`,
    resource,
  })
  world.deliveries.put(newDelivery(event.id))
}
