import { newPaypalId } from '@/sandbox/ids'
import type { PaypalEvent } from '@/sandbox/paypal/objects'
import { currentTimestamp, type PaypalTables } from '@/sandbox/paypal/tables'
import { newDelivery } from '@/sandbox/webhooks'

/** Stages an event and its delivery, in the same commit as the change. */
export function emitEvent(
  tables: PaypalTables,
  type: string,
  resourceType: PaypalEvent['resource_type'],
  resource: object,
): void {
  const event = tables.events.put({
    id: `WH-${newPaypalId(17)}-${newPaypalId(17)}`,
    event_version: '1.0',
    create_time: currentTimestamp(),
    resource_type: resourceType,
    resource_version: '2.0',
    event_type: type,
    summary: `${type} happened.`,
    resource,
  })
  tables.deliveries.put(newDelivery(event.id))
}
