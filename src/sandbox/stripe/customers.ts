import { newId } from '@/sandbox/ids'
import { missing, refused } from '@/sandbox/stripe/failure'
import type { Customer } from '@/sandbox/stripe/objects'
import {
  address,
  clearableText,
  expand,
  listOf,
  mergedMetadata,
  metadata,
  type Parameters,
  shipping,
  text,
} from '@/sandbox/stripe/parameters'
import type { Scene } from '@/sandbox/stripe/tables'

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

export function findCustomer(scene: Scene, id: string, param = 'id'): Customer {
  const customer = scene.customers.find(id)
  if (!customer) throw missing('customer', id, param)
  return customer
}

export function addCustomer(scene: Scene, parameters: CustomerParameters): Customer {
  const blank: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    created: scene.now,
    description: null,
    email: null,
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
  }
  return changeCustomer(scene, blank, parameters)
}

/** Stricter than mail itself: the real API knows no letters of other scripts before the @. */
function assertEmail(email: string | null | undefined): void {
  if (!email || /^[\x21-\x3f\x41-\x7e]+@[^\s@]+\.[^\s@.]{2,}$/.test(email)) return
  const message = `Invalid email address: ${email}`
  throw refused(message, { code: 'email_invalid', param: 'email' })
}

export function changeCustomer(
  scene: Scene,
  customer: Customer,
  parameters: CustomerParameters,
): Customer {
  const { expand: _, metadata: given, ...fields } = parameters
  assertEmail(fields.email)
  return scene.customers.put({
    ...customer,
    ...fields,
    metadata: mergedMetadata(customer.metadata, given),
  })
}
