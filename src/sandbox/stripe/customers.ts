import { newId } from '@/sandbox/ids'
import { invalidRequest, resourceMissing } from '@/sandbox/stripe/api-error'
import type { Customer } from '@/sandbox/stripe/objects'
import {
  address,
  clearableText,
  expand,
  listOf,
  mergeMetadata,
  metadata,
  type Parameters,
  shipping,
  text,
} from '@/sandbox/stripe/parameters'
import type { RequestContext } from '@/sandbox/stripe/tables'

export const CUSTOMER_SHAPE = {
  address,
  description: clearableText,
  email: clearableText,
  expand,
  metadata,
  name: clearableText,
  phone: clearableText,
  preferred_locales: listOf(text),
  shipping,
}

type CustomerParameters = Parameters<typeof CUSTOMER_SHAPE>

export function findCustomer(context: RequestContext, id: string, param = 'id'): Customer {
  const customer = context.customers.find(id)
  if (!customer) throw resourceMissing('customer', id, param)
  return customer
}

export function addCustomer(context: RequestContext, parameters: CustomerParameters): Customer {
  const blank: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    created: context.now,
    description: null,
    email: null,
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
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
  parameters: CustomerParameters,
): Customer {
  const { expand: _, metadata: metadataUpdate, ...fields } = parameters
  assertEmail(fields.email)
  return context.customers.put({
    ...customer,
    ...fields,
    metadata: mergeMetadata(customer.metadata, metadataUpdate),
  })
}
