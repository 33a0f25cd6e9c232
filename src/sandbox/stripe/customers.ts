import { newId } from '@/sandbox/ids'
import { findRow, invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import type { Customer } from '@/sandbox/stripe/objects'
import {
  clearableText,
  mergeMetadata,
  metadata,
  type Parameters,
} from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const CUSTOMER_SHAPE = { email: clearableText, metadata, name: clearableText }

type CustomerParameters = Parameters<typeof CUSTOMER_SHAPE>

export const findCustomer = (context: RequestContext, id: string, param = 'id'): Customer =>
  findRow(context.customers, 'customer', id, param)

/** As in the real API, a deleted customer cannot be deleted again. */
export function deleteCustomer(context: RequestContext, customer: Customer): object {
  const { id, object, deleted } = customer
  if (deleted) throw resourceMissing('customer', id)
  context.customers.put({ ...customer, email: null, name: null, metadata: {}, deleted: true })
  return { id, object, deleted: true }
}

export function addCustomer(context: RequestContext, parameters: CustomerParameters): Customer {
  const blank: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    created: context.now,
    email: null,
    livemode: false,
    metadata: {},
    name: null,
  }
  return updateCustomer(context, blank, parameters)
}

/** Stricter than e-mail itself: the real API accepts only ASCII before the @. */
function assertEmail(email: string | null | undefined): void {
  if (!email || /^[\x21-\x3f\x41-\x7e]+@[^\s@]+\.[^\s@.]{2,}$/.test(email)) return
  const message = `Invalid email address: ${email}`
  throw invalidRequest(message, { code: 'email_invalid', param: 'email' })
}

export function updateCustomer(
  context: RequestContext,
  customer: Customer,
  { metadata: changes, ...fields }: CustomerParameters,
): Customer {
  assertEmail(fields.email)
  return context.customers.put({
    ...customer,
    ...fields,
    metadata: mergeMetadata(customer.metadata, changes),
  })
}
